import { type Departure, latestStart } from './board';

export interface Route {
  readonly name: string;
  readonly pier: string;
  /** Least water under the keel, in millimetres above chart datum. */
  readonly draught: number;
  /** Seconds after midnight, UTC. */
  readonly times: readonly number[];
}

const day = 86_400;

/** The departures of one day, earliest first. */
export function departuresOn(routes: readonly Route[], midnight: number): readonly Departure[] {
  const all = routes.flatMap((route) => route.times.map((time) => ({ route: route.name, pier: route.pier, draught: route.draught, at: midnight + time })));
  return all.toSorted((a, b) => a.at - b.at || a.route.localeCompare(b.route));
}

/** Midnight before `now`, so that a board opened at noon starts with the morning. */
export function midnightOf(now: number): number {
  return now - (now % day);
}

/** Today's departures that have not left, and tomorrow's first ones when the evening is empty. */
export function upcoming(routes: readonly Route[], now: number, count: number): readonly Departure[] {
  const today = midnightOf(now);
  const pool = [...departuresOn(routes, today), ...departuresOn(routes, today + day)];
  return pool.filter((departure) => departure.at >= latestStart(now)).slice(0, count);
}

/** Reads `07:30, 09:10` as seconds after midnight; what is no time is left out and reported. */
export function parseTimes(text: string, report: (word: string) => void): readonly number[] {
  return text.split(',').flatMap((part) => {
    const word = part.trim();
    const match = /^(\d{1,2}):(\d{2})$/.exec(word);
    const hours = Number(match?.[1]);
    const minutes = Number(match?.[2]);
    if (match === null || hours > 23 || minutes > 59) {
      report(word);
      return [];
    }
    return [hours * 3600 + minutes * 60];
  });
}
