import { describe, expect, test } from 'vitest';
import { cacheTarget } from '../../../../shared/assemblers/tiered-messages/tracker/cache-target';
import { emptyState, playTurn } from '../../../../shared/assemblers/tiered-messages/tracker/tracker';
import type {
  ActiveItem,
  TrackedItem,
  TrackerState,
  TurnInput,
} from '../../../../shared/assemblers/tiered-messages/tracker/types';
import type { Tier } from '../../../../shared/document/types';

function item(tier: Tier, n: number, tokens = 100): TrackedItem {
  return { tier, n, hash: 'h', tokens };
}

function stateOf(items: Readonly<Record<string, TrackedItem>>): TrackerState {
  return { ...emptyState, items };
}

function active(key: string, hash = 'h', tokens = 100): ActiveItem {
  return { key, hash, tokens };
}

function turns(state: TrackerState, times: number, input: TurnInput): TrackerState {
  return times === 0 ? state : turns(playTurn(state, input).state, times - 1, input);
}

function placeOf(state: TrackerState, key: string): string {
  const found = state.items[key];
  return found === undefined ? 'none' : `${found.tier} ${found.n}`;
}

function repository(...paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths);
}

describe('cache target', () => {
  test.each([
    [undefined, 1126],
    ['claude-sonnet-4-5', 1126],
    ['claude-opus-4-6', 4505],
    ['anthropic/claude-haiku-4.5', 4505],
    ['claude-opus-4-7', 2252],
    ['claude-opus-5', 1126],
    ['gpt-5', 1126],
  ])('%s → %i', (model, target) => expect(cacheTarget(model)).toBe(target));
});

describe('the active list', () => {
  const input: TurnInput = { active: [active('file:a.py')], target: 1536 };

  test('the same hash on calls 1, 2, 3 gives n = 0, 1, 2; call 4 enters L3 with n = 3', () => {
    expect([1, 2, 3, 4].map((times) => placeOf(turns(emptyState, times, input), 'file:a.py'))).toEqual([
      'active 0',
      'active 1',
      'active 2',
      'L3 3',
    ]);
  });

  test('a changed hash starts again in active', () => {
    const { state, moves } = playTurn(turns(emptyState, 4, input), {
      active: [active('file:a.py', 'other')],
      target: 1536,
    });
    expect(placeOf(state, 'file:a.py')).toBe('active 0');
    expect(moves).toEqual([{ key: 'file:a.py', from: 'L3', to: 'active', cause: 'content changed' }]);
  });

  test('a modified path starts again whatever its hash', () => {
    const { state, moves } = playTurn(stateOf({ 'symbol:a.py': item('L2', 7) }), {
      active: [active('symbol:a.py')],
      modified: repository('a.py'),
      target: 0,
    });
    expect(placeOf(state, 'symbol:a.py')).toBe('active 0');
    expect(moves[0]?.cause).toBe('modified');
  });

  test('an item cached before its first look goes back to active at that look', () => {
    const { state, moves } = playTurn(stateOf({ 'symbol:a.py': { ...item('L1', 9), hash: '' } }), {
      active: [active('symbol:a.py', 'real')],
      target: 1,
    });
    expect(state.items['symbol:a.py']).toEqual({ tier: 'active', n: 0, hash: 'real', tokens: 100 });
    expect(moves).toEqual([{ key: 'symbol:a.py', from: 'L1', to: 'active', cause: 'seen for the first time' }]);
  });

  test('a cached item on the active list counts there and once more in the cascade', () => {
    expect(
      placeOf(
        playTurn(stateOf({ 'file:a.py': item('L3', 3) }), { active: [active('file:a.py')], target: 0 }).state,
        'file:a.py',
      ),
    ).toBe('L3 5');
  });

  test('a cached item on the active list counts there although the cascade anchors it', () => {
    const played = (times: number): string =>
      placeOf(turns(stateOf({ 'file:a.py': item('L3', 3) }), times, input), 'file:a.py');
    expect([1, 2, 3, 4, 9].map(played)).toEqual(['L3 4', 'L3 5', 'L3 6', 'L3 7', 'L3 12']);
  });

  test('a deselected file stays where it is', () => {
    const before = stateOf({
      'file:a.py': item('L2', 6),
      'symbol:a.py': item('L1', 9),
      'file:b.py': item('active', 1),
    });
    const { state, moves } = playTurn(before, { active: [], target: 0 });
    expect(moves).toEqual([]);
    expect(['file:a.py', 'symbol:a.py', 'file:b.py'].map((key) => placeOf(state, key))).toEqual([
      'L2 7',
      'L1 10',
      'active 1',
    ]);
  });

  test('vanished history stays too', () => {
    const before = stateOf({ 'history:0': item('L3', 3), 'history:1': item('active', 0) });
    expect(Object.keys(playTurn(before, { active: [], target: 0 }).state.items)).toEqual(['history:0', 'history:1']);
  });

  test('symbols of files that are not selected become known, and are not counted', () => {
    const input = { active: [], registered: [active('symbol:a.py')], target: 0 };
    expect(placeOf(turns(emptyState, 5, input), 'symbol:a.py')).toBe('active 0');
  });
});

describe('the repository', () => {
  test('items whose path left it are dropped and break their tier', () => {
    const { state, moves } = playTurn(stateOf({ 'file:gone.py': item('L1', 9), 'symbol:gone.py': item('active', 1) }), {
      active: [active('file:gone.py')],
      repository: repository('a.py'),
      target: 0,
    });
    expect(moves.slice(0, 2)).toEqual([
      { key: 'file:gone.py', from: 'L1', to: 'none', cause: 'left the repository' },
      { key: 'symbol:gone.py', from: 'active', to: 'none', cause: 'left the repository' },
    ]);
    expect(placeOf(state, 'symbol:gone.py')).toBe('none');
  });
});

describe('the cascade', () => {
  test('target 0: L3 n=5 and an L2 item removed from the repository → the L3 item goes to L2', () => {
    const before = stateOf({ 'symbol:a.py': item('L3', 5), 'symbol:b.py': item('L2', 6) });
    const { state, moves } = playTurn(before, { active: [], repository: repository('a.py'), target: 0 });
    // It rises with n = 6, and ages once more in the pass after that.
    expect(placeOf(state, 'symbol:a.py')).toBe('L2 7');
    expect(moves.at(-1)).toEqual({
      key: 'symbol:a.py',
      from: 'L3',
      to: 'L2',
      cause: 'unchanged long enough (n ≥ 6) and L2 is rewritten anyway',
    });
  });

  test('L2 stable, L3 n=10 → stays in L3', () => {
    const before = stateOf({ 'symbol:a.py': item('L3', 10), 'symbol:b.py': item('L2', 6) });
    expect(
      playTurn(before, { active: [], repository: repository('a.py', 'b.py'), target: 0 }).state.items['symbol:a.py']
        ?.tier,
    ).toBe('L3');
  });

  test('target 200: of 100 and 500 tokens at n=3 the first is anchored, the second ages', () => {
    const { state } = playTurn(
      stateOf({ 'symbol:small.py': item('L3', 3, 100), 'symbol:large.py': item('L3', 3, 500) }),
      { active: [], target: 200 },
    );
    expect([placeOf(state, 'symbol:small.py'), placeOf(state, 'symbol:large.py')]).toEqual(['L3 3', 'L3 4']);
  });

  test('target 50, L2 stable, L3 n=20 → stays in L3 with n ≤ 6', () => {
    const before = stateOf({ 'symbol:a.py': item('L2', 6, 100), 'symbol:b.py': item('L3', 20, 1000) });
    expect(placeOf(playTurn(before, { active: [], target: 50 }).state, 'symbol:b.py')).toBe('L3 6');
  });

  test('an empty tier takes one, and is then no longer empty', () => {
    const { state } = playTurn(stateOf({ 'symbol:a.py': item('L3', 5), 'symbol:b.py': item('L3', 5) }), {
      active: [],
      target: 0,
    });
    expect([placeOf(state, 'symbol:a.py'), placeOf(state, 'symbol:b.py')]).toEqual(['L2 7', 'L3 6']);
  });

  test('a stable L0 takes nothing, however small it is', () => {
    const before = stateOf({
      'symbol:core.py': item('L0', 12, 1),
      'symbol:gone.py': item('L1', 9),
      'symbol:old.py': item('L1', 12, 800),
    });
    expect(
      placeOf(
        playTurn(before, { active: [], repository: repository('core.py', 'old.py'), target: 500 }).state,
        'symbol:old.py',
      ),
    ).toBe('L1 12');
  });

  test('an item that rises makes room for the tier below, and everything ages again in the next pass', () => {
    const before = stateOf({
      'symbol:a.py': item('L3', 5),
      'symbol:b.py': item('L2', 8),
      'symbol:c.py': item('L1', 11),
    });
    const { state } = playTurn(before, { active: [], target: 0 });
    expect(['a', 'b', 'c'].map((name) => placeOf(state, `symbol:${name}.py`))).toEqual(['L2 7', 'L1 11', 'L0 12']);
  });

  test('new arrivals in L3 do not age in the turn they arrive', () => {
    const { state } = playTurn(stateOf({ 'symbol:a.py': item('active', 3) }), {
      active: [active('symbol:a.py')],
      target: 0,
    });
    expect(placeOf(state, 'symbol:a.py')).toBe('L3 3');
  });
});

describe('underfill', () => {
  test('target 500: a lone 10-token item in L2 goes to L3, a lone 50-token item in L1 to L2', () => {
    const { state, moves } = playTurn(stateOf({ 'symbol:a.py': item('L2', 6, 10) }), { active: [], target: 500 });
    expect(placeOf(state, 'symbol:a.py')).toBe('L3 6');
    expect(moves).toEqual([
      { key: 'symbol:a.py', from: 'L2', to: 'L3', cause: 'L2 has 10 tokens, under the target of 500' },
    ]);
    expect(
      placeOf(
        playTurn(stateOf({ 'symbol:a.py': item('L1', 10, 50) }), { active: [], target: 500 }).state,
        'symbol:a.py',
      ),
    ).toBe('L2 10');
  });

  test('a receiver of a demotion is skipped, L0 and L3 never move, and nothing moves at target 0', () => {
    const small = stateOf({
      'symbol:a.py': item('L0', 12, 1),
      'symbol:b.py': item('L1', 9, 10),
      'symbol:c.py': item('L2', 6, 10),
      'symbol:d.py': item('L3', 3, 10),
    });
    const { state } = playTurn(small, { active: [], target: 500 });
    expect(['a', 'b', 'c', 'd'].map((name) => placeOf(state, `symbol:${name}.py`))).toEqual([
      'L0 12',
      'L2 9',
      'L2 6',
      'L3 3',
    ]);
    expect(playTurn(small, { active: [], target: 0 }).moves).toEqual([]);
  });
});

describe('history', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => active(`history:${index}`));

  test('what is on the active list stays, however large', () => {
    expect(playTurn(emptyState, { active: twenty, target: 1536 }).moves.every(({ to }) => to === 'active')).toBe(true);
  });

  test(
    'of 20 messages of 100 that the list no longer names, the first by key graduate; at least 1536 ' + 'tokens stay',
    () => {
      const before = stateOf(Object.fromEntries(twenty.map(({ key }) => [key, item('active', 0)])));
      const { state, moves } = playTurn(before, { active: [], target: 1536 });
      const graduated = Object.keys(state.items).filter((key) => state.items[key]?.tier === 'L3');
      expect(graduated).toEqual(['history:0', 'history:1', 'history:10', 'history:11']);
      expect(moves.at(-1)?.cause).toBe('the history outgrew the target of 1,536 tokens');
    },
  );

  test('all of it follows when L3 is rewritten anyway', () => {
    const before = stateOf({ 'file:a.py': item('active', 2), 'history:0': item('active', 4, 50) });
    const { state, moves } = playTurn(before, {
      active: [active('file:a.py'), active('history:0', 'h', 50), active('history:1', 'h', 50)],
      target: 1536,
    });
    expect([placeOf(state, 'history:0'), placeOf(state, 'history:1')]).toEqual(['L3 3', 'L3 3']);
    expect(moves.at(-1)).toEqual({
      key: 'history:1',
      from: 'active',
      to: 'L3',
      cause: 'enters too, because L3 is rewritten anyway',
    });
  });

  test('never at target 0', () => {
    const before = stateOf({ 'file:a.py': item('active', 2) });
    const { state } = playTurn(before, { active: [active('file:a.py'), ...twenty], target: 0 });
    expect(placeOf(state, 'file:a.py')).toBe('L3 3');
    expect(placeOf(state, 'history:0')).toBe('active 0');
  });
});

test('a turn counts itself and leaves the state it was given alone', () => {
  const before = stateOf({ 'symbol:a.py': item('L3', 5) });
  const copy = structuredClone(before);
  expect(playTurn(before, { active: [], target: 0 }).state.turn).toBe(1);
  expect(before).toEqual(copy);
});
