/**
 * Globs over paths: `*`, `?`, `[a-z]`, `{a,b}`, `@(a|b)` and the like within a step, `**` for any number of steps.
 * Wildcards also match names that begin with a dot.
 */
import { matchesSegment, parseSegment, type MatchBudget, type Piece, type SegmentOptions } from './glob-segment';
import { grouped } from '../../../../shared/basics/grouped';

export type GlobStep = 'any-steps' | readonly Piece[];

/** The steps of each alternative. */
export type GlobAlternatives = readonly (readonly GlobStep[])[];

export type ParsedGlob =
  { readonly ok: true; readonly ways: GlobAlternatives } | { readonly ok: false; readonly problem: string };

const longestPattern = 4096;
const mostWays = 200;

export function parseGlob(pattern: string): ParsedGlob {
  if (pattern.length > longestPattern)
    return { ok: false, problem: `the pattern has more than ${longestPattern} characters` };
  const ways = spreadSlashes(pattern);
  if (ways === undefined) return { ok: false, problem: `the pattern has more than ${grouped(mostWays)} alternatives` };
  return {
    ok: true,
    ways: ways.map((way) =>
      globSteps(
        way.split('/').filter((step) => step !== '' && step !== '.'),
        { groups: true },
      ),
    ),
  };
}

/** A final `**` matches everything below the folder, not the folder itself. */
function globSteps(steps: readonly string[], options: SegmentOptions): readonly GlobStep[] {
  const found = steps
    .filter((step, index) => step !== '**' || steps[index - 1] !== '**')
    .map((step): GlobStep => (step === '**' ? 'any-steps' : parseSegment(step, options)));
  return found.at(-1) === 'any-steps' ? [...found, [{ kind: 'star' }]] : found;
}

/** Expands braces that contain a slash, as these can span several steps: `{a/b,c}` becomes `a/b` and `c`. */
function spreadSlashes(pattern: string): readonly string[] | undefined {
  const waiting = [pattern];
  const done: string[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const brace = braceWithSlash(next);
    if (brace === undefined) done.push(next);
    else
      for (const each of brace.of.toReversed()) waiting.push(next.slice(0, brace.start) + each + next.slice(brace.end));
    if (done.length + waiting.length > mostWays) return undefined;
  }
  return done;
}

interface Brace {
  readonly start: number;
  readonly end: number;
  readonly of: readonly string[];
}

/** The first outermost brace with a slash. */
function braceWithSlash(pattern: string): Brace | undefined {
  let depth = 0;
  let start = 0;
  let commas: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '{') {
      if (depth === 0) [start, commas] = [at, []];
      depth += 1;
    } else if (char === ',' && depth === 1) commas.push(at);
    else if (char === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0 || commas.length === 0 || !pattern.slice(start, at).includes('/')) continue;
      const cuts = [start, ...commas, at];
      return { start, end: at + 1, of: cuts.slice(1).map((cut, index) => pattern.slice((cuts[index] ?? 0) + 1, cut)) };
    }
  }
  return undefined;
}

/** How far each open alternative has matched, as `way * stride + step`. A walk passes it from folder to folder. */
export type GlobState = readonly number[];

/** More than the steps of any pattern. */
const stride = longestPattern * 2;

export function startGlob(ways: GlobAlternatives): GlobState {
  return opened(
    ways,
    ways.map((_, way) => way * stride),
  );
}

/** The state after entering a folder, or matching a file, of this name. */
export function enterGlob(ways: GlobAlternatives, state: GlobState, name: string, effort: MatchBudget): GlobState {
  const next: number[] = [];
  for (const place of state) {
    const step = ways[Math.floor(place / stride)]?.[place % stride];
    if (step === 'any-steps') next.push(place);
    else if (step !== undefined && matchesSegment(step, name, effort)) next.push(place + 1);
  }
  return opened(ways, next);
}

/** Adds the states in which `**` matches no step. */
function opened(ways: GlobAlternatives, state: GlobState): GlobState {
  const found = new Set<number>();
  for (const start of state) {
    let place = start;
    found.add(place);
    while (ways[Math.floor(place / stride)]?.[place % stride] === 'any-steps') found.add((place += 1));
  }
  return [...found];
}

/** True if an alternative is fully matched. */
export function isWholeMatch(ways: GlobAlternatives, state: GlobState): boolean {
  return state.some((place) => ways[Math.floor(place / stride)]?.length === place % stride);
}

/** True if the pattern contains a wildcard. */
export function isDynamicGlob(pattern: string): boolean {
  return parseSegment(pattern.slice(0, longestPattern), { groups: true }).some(({ kind }) => kind !== 'text');
}
