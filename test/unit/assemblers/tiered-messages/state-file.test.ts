import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readState, stateSchema, stateText } from '../../../../shared/assemblers/tiered-messages/input/state-file';
import type { TrackerState } from '../../../../shared/assemblers/tiered-messages/tracker/types';
import { sourceId } from '../../../../shared/document/builders';
import { tiers } from '../../../../shared/document/types';

function read(text: string) {
  return readState({ id: sourceId('.strata/tiers.json'), path: '/ws/.strata/tiers.json', as: 'state', text });
}

const state: fc.Arbitrary<TrackerState> = fc.record({
  turn: fc.nat(1000),
  items: fc.dictionary(
    fc.oneof(
      fc.string({ minLength: 1 }).map((path) => `file:${path}`),
      fc.nat(50).map((index) => `history:${index}`),
    ),
    fc.record(
      { tier: fc.constantFrom(...tiers), n: fc.nat(20), hash: fc.string(), tokens: fc.nat() },
      { noNullPrototype: true },
    ),
    { noNullPrototype: true },
  ),
  moves: fc.array(
    fc.record(
      {
        key: fc.string(),
        from: fc.constantFrom(...tiers, 'none' as const),
        to: fc.constantFrom(...tiers, 'none' as const),
        cause: fc.string(),
      },
      { noNullPrototype: true },
    ),
  ),
});

describe('the state file', () => {
  test('what is written is read back, and fits its schema', () => {
    fc.assert(
      fc.property(state, (each) => {
        const text = stateText(each);
        expect(read(text)).toMatchObject({ state: each, findings: [] });
        expect(stateSchema.safeParse(JSON.parse(text)).success).toBe(true);
      }),
    );
  });

  test('one item a line', () => {
    expect(stateText({ turn: 2, items: { 'file:a': { tier: 'L3', n: 3, hash: 'h', tokens: 5 } }, moves: [] })).toBe(
      '{\n  "version": 1,\n  "turn": 2,\n  "items": {\n    "file:a": ' +
        '{"tier":"L3","n":3,"hash":"h","tokens":5}\n  },\n  "moves": []\n}\n',
    );
  });

  test('a bare object of items is read too', () => {
    expect(read('{"symbol:a.py": {"tier": "L1", "n": 9, "hash": "", "tokens": 4}}').state).toEqual({
      turn: 0,
      items: { 'symbol:a.py': { tier: 'L1', n: 9, hash: '', tokens: 4 } },
      moves: [],
    });
  });

  test.each([
    ['{"version": 2, "items": {}}', 'tier-state-version'],
    ['{"version": "1"}', 'tier-state-version'],
    ['[]', 'tier-state'],
    ['{"items": {', 'tier-state-syntax'],
    ['', 'tier-state-syntax'],
  ])('%s cannot be used: %s', (text, ruleId) => {
    const { state: none, findings } = read(text);
    expect(none).toBeUndefined();
    expect(findings.map((finding) => finding.ruleId)).toEqual([ruleId]);
  });

  test.each([
    [
      '{"version": 1, "turn": "x", "items": {}, "moves": []}',
      23,
      'turn should be a whole number of at least 0 and is ignored',
    ],
    ['{"version": 1, "items": [], "file:a": {}}', 24, 'items should be an object of items and is ignored'],
    [
      '{"version": 1, "items": {}, "moves": [1]}',
      37,
      'moves should be a list of {key, from, to, cause} and is ignored',
    ],
  ])('%s says what is passed over, at its place', (text, start, message) => {
    const { state: rest, findings } = read(text);
    expect(rest).toEqual({ turn: 0, items: {}, moves: [] });
    expect(findings.map((each) => [each.severity, each.ruleId, each.place?.span.start, each.message])).toEqual([
      ['warning', 'tier-state', start, message],
    ]);
  });

  test('no file, no finding', () => {
    expect(readState(undefined).findings).toEqual([]);
  });
});
