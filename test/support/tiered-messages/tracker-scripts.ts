import fc from 'fast-check';
import { expect } from 'vitest';
import { emptyState, playTurn } from '../../../shared/assemblers/tiered-messages/tracker/tracker';
import { startUp } from '../../../shared/assemblers/tiered-messages/tracker/start';
import type { TrackerState } from '../../../shared/assemblers/tiered-messages/tracker/types';
import { tiers } from '../../../shared/document/types';
import { begin, playRound, type Round, type Thing } from './tracker-rules';

const paths = ['a.py', 'b.py', 'c.ts', 'lib/d.ts', 'lib/e.js', 'lib/f.py', 'z.c'] as const;

interface Step {
  readonly toggle: readonly string[];
  readonly edit: readonly string[];
  readonly modified: readonly string[];
  readonly gone: readonly string[];
  readonly said: number;
  readonly forgotten: boolean;
}

export interface Script {
  readonly target: number;
  /** Characters of each path's symbol block; undefined starts without any. */
  readonly blocks: readonly number[] | undefined;
  readonly given: readonly {
    readonly key: string;
    readonly tier: number;
    readonly n: number;
    readonly hash: string;
    readonly tokens: number;
  }[];
  readonly steps: readonly Step[];
}

const some = (maxLength: number): fc.Arbitrary<readonly string[]> => fc.array(fc.constantFrom(...paths), { maxLength });
const rarely = (maxLength: number): fc.Arbitrary<readonly string[]> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some(maxLength) });

export const script: fc.Arbitrary<Script> = fc.record({
  target: fc.constantFrom(0, 50, 200, 500, 1126),
  blocks: fc.option(fc.array(fc.integer({ min: 4, max: 6000 }), { minLength: paths.length, maxLength: paths.length }), {
    nil: undefined,
  }),
  given: fc.uniqueArray(
    fc.record({
      key: fc.oneof(
        fc.constantFrom(...paths).map((path) => `file:${path}`),
        fc.constantFrom(...paths).map((path) => `symbol:${path}`),
        fc.nat(12).map((index) => `history:${index}`),
      ),
      tier: fc.nat(4),
      n: fc.nat(14),
      hash: fc.constantFrom('', 'v0', 'v1'),
      tokens: fc.nat(700),
    }),
    { selector: ({ key }) => key, maxLength: 14 },
  ),
  steps: fc.array(
    fc.record({
      toggle: rarely(2),
      edit: rarely(2),
      modified: rarely(1),
      gone: rarely(1),
      said: fc.nat(3),
      forgotten: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
    }),
    { minLength: 1, maxLength: 24 },
  ),
});

/**
 * Runs a script with the code and with the restated rules, and compares every item and their order after every turn.
 */
export function expectByTheRules({ target, blocks, given, steps }: Script): void {
  const tokensOf = (path: string): number =>
    Math.max(1, Math.floor((blocks?.[paths.findIndex((each) => each === path)] ?? 40) / 4));
  let state: TrackerState;
  let things: Thing[];
  if (blocks === undefined) {
    things = given.map((each) => ({ ...each }));
    state = {
      ...emptyState,
      items: Object.fromEntries(
        given.map(({ key, tier, n, hash, tokens }) => [key, { tier: tiers[tier] ?? 'active', n, hash, tokens }]),
      ),
    };
  } else {
    const symbols = paths.map((path) => ({ path, tokens: tokensOf(path) }));
    state = startUp(symbols, target);
    things = begin(symbols, target).map(([path, tier]) => ({
      key: `symbol:${path}`,
      tier,
      n: [12, 9, 6, 3, 0][tier] ?? 0,
      hash: '',
      tokens: tokensOf(path),
    }));
  }
  expectSame(state, things);
  let selected: readonly string[] = [];
  let history = 0;
  const versions = new Map<string, number>();
  for (const step of steps) {
    for (const path of step.toggle)
      selected = selected.includes(path) ? selected.filter((each) => each !== path) : [...selected, path];
    for (const path of step.edit) versions.set(path, (versions.get(path) ?? 0) + 1);
    history = step.forgotten ? 1 : history + step.said;
    const round = roundOf(selected, history, step, versions, tokensOf, things);
    playRound(things, round, target);
    state = playTurn(state, {
      ...round,
      modified: new Set(round.modified),
      repository: new Set(round.repository),
      target,
    }).state;
    expectSame(state, things);
  }
}

function roundOf(
  selected: readonly string[],
  history: number,
  { modified, gone }: Step,
  versions: ReadonlyMap<string, number>,
  tokensOf: (path: string) => number,
  things: readonly Thing[],
): Round {
  const hash = (path: string): string => `v${versions.get(path) ?? 0}`;
  const symbol = (path: string) => ({ key: `symbol:${path}`, hash: hash(path), tokens: tokensOf(path) });
  const said = Array.from({ length: history }, (_, index) => ({
    key: `history:${index}`,
    hash: 'said',
    tokens: 5 + ((index * 37) % 90),
  }));
  const isActive = (key: string): boolean => things.every((thing) => thing.key !== key || thing.tier === 4);
  return {
    active: [
      ...selected.flatMap((path) => [{ key: `file:${path}`, hash: hash(path), tokens: 3 * path.length }, symbol(path)]),
      ...said.filter(({ key }) => isActive(key)),
    ],
    registered: paths.filter((path) => !selected.includes(path)).map(symbol),
    modified,
    repository: paths.filter((path) => !gone.includes(path)),
  };
}

function expectSame(state: TrackerState, things: readonly Thing[]): void {
  const shown = Object.entries(state.items).map(([key, { tier, n, hash, tokens }]) =>
    [key, tier, n, hash, tokens].join(' '),
  );
  expect(shown).toEqual(things.map(({ key, tier, n, hash, tokens }) => [key, tiers[tier], n, hash, tokens].join(' ')));
}
