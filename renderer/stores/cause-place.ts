/** Where on the page the user last did something: what is said about it appears there. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Milliseconds. What is said later was caused by something else. */
const recent = 3000;
/** Pixels. A larger element is a pane; then the place of the pointer is used. */
const largest = 260;

export interface CausePlace {
  /** Null if nothing was done just now, or its place is gone. */
  now(): Box | null;
}

export function watchCauses(page: Window, clock: () => number): CausePlace {
  let last: { readonly box: Box; readonly at: number } | null = null;
  const take = (target: EventTarget | null, pointer: { readonly x: number; readonly y: number } | null): void => {
    if (!(target instanceof Element)) return;
    const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
    const isSmall = width > 0 && width <= largest && height <= largest;
    const box = isSmall
      ? { left, top, right, bottom }
      : pointer === null
        ? null
        : { left: pointer.x, top: pointer.y, right: pointer.x, bottom: pointer.y };
    last = box === null ? null : { box, at: clock() };
  };
  page.addEventListener('pointerdown', ({ target, x, y }) => take(target, { x, y }), { capture: true });
  page.addEventListener('keydown', ({ target }) => take(target, null), { capture: true });
  return { now: () => (last === null || clock() - last.at > recent ? null : last.box) };
}

/** As offsets from the nearest corner of the window, so that a toast needs no measuring. */
export function toastPlace(
  cause: Box,
  window: { readonly width: number; readonly height: number },
): Readonly<Partial<Record<'left' | 'right' | 'top' | 'bottom', number>>> {
  const gap = 8;
  const isRight = (cause.left + cause.right) / 2 > window.width / 2;
  const isLow = (cause.top + cause.bottom) / 2 > window.height / 2;
  return {
    ...(isRight ? { right: Math.max(gap, window.width - cause.right) } : { left: Math.max(gap, cause.left) }),
    ...(isLow
      ? { bottom: Math.max(gap, window.height - cause.top + gap) }
      : { top: Math.max(gap, cause.bottom + gap) }),
  };
}
