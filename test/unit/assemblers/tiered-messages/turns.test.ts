import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playWorkspaceTurn, tieredMessages } from '../../../../shared/assemblers/tiered-messages';
import { emptyState, playTurn } from '../../../../shared/assemblers/tiered-messages/tracker/tracker';
import {
  readKey,
  thresholds,
  type ActiveItem,
  type TrackerState,
} from '../../../../shared/assemblers/tiered-messages/tracker/types';
import { checkDocument } from '../../../../shared/document/check';
import { tiers } from '../../../../shared/document/types';
import { visit, type IdentifiedNode } from '../../../../shared/document/walk';
import type { FileSymbols, SymbolTable } from '../../../../shared/sources/types';
import { assembleFiles, type Built } from '../../../support/assemble';
import { testFacts, workspaceOf } from '../../../support/memory';

const paths = ['a.py', 'b.ts', 'lib/c.go', 'lib/d.rs', 'lib/e.c', 'test/f.test.ts'] as const;

interface Step {
  /** Path → new size of its text; 0 deletes the file. */
  readonly edits: readonly (readonly [string, number])[];
  readonly selected: readonly string[];
  /** Lengths of the messages since the last turn. */
  readonly said: readonly number[];
  readonly forget: boolean;
  readonly played: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(fc.tuple(fc.constantFrom(...paths), fc.constantFrom(0, 10, 300, 3000, 9000)), { maxLength: 2 }),
  selected: fc.subarray([...paths, 'gone.txt']),
  said: fc.array(fc.constantFrom(0, 40, 4000), { maxLength: 3 }),
  forget: fc.boolean(),
  played: fc.boolean(),
});

/** A fake parser: symbols grow with the file and refer to neighbouring files. */
function symbolsOf(path: string, text: string, all: readonly string[]): FileSymbols {
  const next = all[(all.indexOf(path) + 1) % all.length] ?? path;
  const symbols = Array.from({ length: 1 + Math.floor(text.length / 60) }, (_, index) => ({
    name: `${path.replaceAll(/\W/g, '')}${text.length}_${index}`,
    kind: 'function' as const,
    line: index + 1,
  }));
  return {
    path,
    hash: '',
    language: 'x',
    lines: 1,
    symbols,
    imports: [],
    importsLocal: [next],
    references: all.length,
  };
}

interface World {
  readonly files: Readonly<Record<string, string>>;
  readonly history: readonly string[];
}

function build(world: World, selected: readonly string[]): Built & { readonly table: SymbolTable } {
  const present = Object.keys(world.files).filter((path) => paths.some((known) => known === path));
  const table = { files: present.map((path) => symbolsOf(path, world.files[path] ?? '', present)), complete: true };
  const files = workspaceOf({
    ...world.files,
    ...(world.history.length === 0 ? {} : { 'history.jsonl': world.history.join('\n') }),
  });
  return { ...assembleFiles(tieredMessages, files, { files: [...selected], prompt: 'go' }, testFacts, table), table };
}

function apply(world: World, { edits, said, forget }: Step): World {
  const files = { ...world.files };
  for (const [path, size] of edits) {
    if (size === 0) delete files[path];
    else files[path] = `${path} `.repeat(Math.ceil(size / path.length));
  }
  const kept = forget && said.length === 0 ? world.history.slice(0, world.history.length >> 1) : world.history;
  const history = [
    ...kept,
    ...said.map((length, index) =>
      JSON.stringify({ role: index % 2 === 0 ? 'user' : 'assistant', content: 'w'.repeat(length) }),
    ),
  ];
  return { files, history };
}

function expectWhole(built: Built, world: World, selected: readonly string[]): void {
  const { document } = built;
  expect(checkDocument(document, built.sourceTexts)).toEqual([]);
  expect(document.breakpoints.length).toBeLessThanOrEqual(4);
  const nodes: IdentifiedNode[] = [];
  visit(document, (node) => nodes.push(node));
  const shown = (id: string) => nodes.filter((node) => node.id === id && node.type !== 'omitted').length;
  const listed = (id: string) => [...nodes, ...document.aside].filter((node) => node.id === id).length;
  for (const path of paths) {
    expect(shown(`file/${path}`) + shown(`symbol/${path}`)).toBeLessThanOrEqual(1);
    const exists = world.files[path] !== undefined;
    expect(listed(`symbol/${path}`)).toBe(exists ? 1 : 0);
  }
  for (const path of selected.filter((each) => world.files[each] !== undefined)) expect(shown(`file/${path}`)).toBe(1);
  world.history.forEach((_, index) =>
    expect(document.messages.filter(({ id }) => id === `history/${index}`)).toHaveLength(1),
  );
  expect(document.messages.at(-1)?.purpose).toBe('prompt');
}

test('no order of turns yields more than four breakpoints, loses an item or shows a file twice', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
      let world: World = {
        files: { 'system.md': 'S', 'a.py': 'a '.repeat(3000), 'b.ts': 'b', 'lib/c.go': 'c '.repeat(4000) },
        history: [],
      };
      for (const each of steps) {
        world = apply(world, each);
        const built = build(world, each.selected);
        expectWhole(built, world, each.selected);
        if (!each.played) continue;
        const settings = { files: [...each.selected], prompt: 'go' };
        const { text } = playWorkspaceTurn({ settings, manifest: {}, facts: testFacts, sources: built.sources });
        world = { ...world, files: { ...world.files, '.strata/tiers.json': text } };
        expectWhole(build(world, each.selected), world, each.selected);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd').map((name) => `file:${name}`),
  fc.constantFrom('a', 'b', 'c', 'd').map((name) => `symbol:${name}`),
  fc.nat(6).map((index) => `history:${index}`),
);
const active: fc.Arbitrary<readonly ActiveItem[]> = fc.uniqueArray(
  fc.record({ key, hash: fc.constantFrom('x', 'x', 'x', 'y'), tokens: fc.constantFrom(1, 100, 700) }),
  { selector: (item) => item.key },
);

test('the moves of a turn list exactly what changed, and no item is lost', () => {
  fc.assert(
    fc.property(fc.array(active, { maxLength: 25 }), fc.constantFrom(0, 50, 500, 1126), (turns, target) => {
      let state: TrackerState = emptyState;
      for (const list of turns) {
        const before = state;
        const played = playTurn(before, { active: list, target });
        state = played.state;
        const told = new Map(Object.entries(before.items).map(([each, { tier }]) => [each, tier as string]));
        for (const move of played.moves) {
          expect(told.get(move.key) ?? 'none').toBe(move.from);
          if (move.to === 'none') told.delete(move.key);
          else told.set(move.key, move.to);
        }
        expect(new Map(Object.entries(state.items).map(([each, { tier }]) => [each, tier as string]))).toEqual(told);
        for (const { key: listed } of list) expect(state.items[listed]).toBeDefined();
        for (const item of Object.values(state.items)) {
          expect(tiers).toContain(item.tier);
          const least = item.tier === 'L0' ? 0 : thresholds[item.tier].entry;
          expect(item.n).toBeGreaterThanOrEqual(least);
        }
        const past = Object.entries(state.items).filter(([each]) => readKey(each)?.kind === 'history');
        expect(target === 0 ? past.filter(([, { tier }]) => tier !== 'active') : []).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
