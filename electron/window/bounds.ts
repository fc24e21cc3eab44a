export interface WindowState {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/** Validated by hand, so that the first window does not wait for the schema library. */
export function readWindowState(value: unknown): WindowState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { x, y, width, height, maximized }: Partial<Record<keyof WindowState, unknown>> = value;
  if (!isWhole(width, 400, 20_000) || !isWhole(height, 300, 20_000) || typeof maximized !== 'boolean') return undefined;
  if (x === undefined || y === undefined) return { width, height, maximized };
  return isWhole(x, -1e6, 1e6) && isWhole(y, -1e6, 1e6) ? { x, y, width, height, maximized } : undefined;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const firstBounds: WindowState = { width: 1440, height: 900, maximized: false };

/**
 * A stored position is used only if enough of the title bar would be on a screen; otherwise the system places the
 * window.
 */
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
