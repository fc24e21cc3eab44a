/** Pixels. The tabs and one line. */
const least = 96;

/** The share of the window that a panel takes at most, unless the user drags it higher or maximises it. */
const most = 0.45;

/** How high a panel is drawn, in pixels, for content of this height. */
export function fittingHeight(content: number, window: number): number {
  return Math.round(Math.max(Math.min(least, window * most), Math.min(content, window * most)));
}
