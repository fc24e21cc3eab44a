import { clock, metres } from './format';
import { type Route, upcoming } from './timetable';

export interface Departure {
  readonly route: string;
  readonly pier: string;
  readonly draught: number;
  readonly at: number;
}

/** A level the forecast expects: millimetres at a time. */
export interface Level {
  readonly at: number;
  readonly level: number;
}

export type Verdict = 'on time' | 'waiting for water' | 'cancelled' | 'unknown';

export interface Row {
  readonly time: string;
  readonly route: string;
  readonly pier: string;
  readonly verdict: Verdict;
  readonly note: string;
}

/** A ferry may leave a minute late and still be on the board. */
export function latestStart(now: number): number {
  return now - 60;
}

/** A ferry waits for water at most this long before it is cancelled. */
const patience = 45 * 60;

export class Board {
  readonly #routes: readonly Route[];
  readonly #levels = new Map<string, readonly Level[]>();

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  /** Replaces what is expected at a pier; levels must be in order of time. */
  expect(pier: string, levels: readonly Level[]): void {
    this.#levels.set(pier, levels);
  }

  rows(now: number, count = 8): readonly Row[] {
    return upcoming(this.#routes, now, count).map((departure) => this.#row(departure));
  }

  #row(departure: Departure): Row {
    const { verdict, until } = judge(departure, this.#levels.get(departure.pier) ?? []);
    const note = verdict === 'waiting for water' && until !== undefined ? `not before ${clock(until)}` : verdict === 'unknown' ? 'no forecast' : '';
    return { time: clock(departure.at), route: departure.route, pier: departure.pier, verdict, note };
  }
}

/** Whether there is water enough, and if not, from when. */
export function judge(departure: Departure, levels: readonly Level[]): { readonly verdict: Verdict; readonly until?: number } {
  const then = levelAt(levels, departure.at);
  if (then === undefined) return { verdict: 'unknown' };
  if (then >= departure.draught) return { verdict: 'on time' };
  const later = levels.find((each) => each.at > departure.at && each.at <= departure.at + patience && each.level >= departure.draught);
  return later === undefined ? { verdict: 'cancelled' } : { verdict: 'waiting for water', until: later.at };
}

/** Between two levels the water rises or falls in a straight line; outside them nothing is known. */
export function levelAt(levels: readonly Level[], at: number): number | undefined {
  const after = levels.findIndex((each) => each.at >= at);
  const next = levels[after];
  if (next === undefined) return undefined;
  if (next.at === at) return next.level;
  const previous = levels[after - 1];
  if (previous === undefined) return undefined;
  const share = (at - previous.at) / (next.at - previous.at);
  return Math.round(previous.level + (next.level - previous.level) * share);
}

/** The line under the board: the level now, or that the feed is silent. */
export function footer(levels: readonly Level[], now: number, lastReading: number): string {
  if (now - lastReading > 600) return 'The gauge is silent: levels are forecasts.';
  const level = levelAt(levels, now);
  return level === undefined ? 'No level known.' : `Water now ${metres(level)}`;
}
