import { z } from 'zod';

export const windowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(400).max(20_000),
  height: z.number().int().min(300).max(20_000),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const firstBounds: WindowState = { width: 1440, height: 900, maximized: false };

/** A remembered place is used only where enough of the title bar would be on a screen; otherwise the system places the window. */
export function fitBounds(state: WindowState, screens: readonly Area[]): WindowState {
  const { x, y, maximized } = state;
  const width = Math.min(state.width, Math.max(...screens.map((screen) => screen.width), firstBounds.width));
  const height = Math.min(state.height, Math.max(...screens.map((screen) => screen.height), firstBounds.height));
  const visible =
    x !== undefined &&
    y !== undefined &&
    screens.some((s) => x + width > s.x + 80 && x < s.x + s.width - 80 && y >= s.y && y < s.y + s.height - 40);
  return visible ? { x, y, width, height, maximized } : { width, height, maximized };
}
