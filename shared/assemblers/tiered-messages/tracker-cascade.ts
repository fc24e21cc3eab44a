import type { Board } from './tracker-board';
import { byKey, thresholds, type CachedTier, type ItemKey } from './tracker-types';

/** Bottom-up; what stands above each tier. L0 is terminal. */
const steps = [
  ['L3', 'L2'],
  ['L2', 'L1'],
  ['L1', 'L0'],
] as const satisfies readonly (readonly [CachedTier, CachedTier])[];

const maxPasses = 10;

/**
 * Fact sheet 001, phase 3. `arrivals` were just put into L3, `counted` were on the active list and have counted this turn.
 * Every populated tier ages its veterans once; then items leave upwards, pass after pass, until none does. Returns the tiers
 * that received something.
 */
export function cascade(board: Board, arrivals: ReadonlySet<ItemKey>, counted: ReadonlySet<ItemKey>, target: number): ReadonlySet<CachedTier> {
  const received = new Set<CachedTier>(arrivals.size === 0 ? [] : ['L3']);
  const anchored = new Set<ItemKey>();
  const fresh = new Set(arrivals);
  const aged = new Set<CachedTier>();
  for (let pass = 0; pass < maxPasses; pass += 1) {
    let promoted = false;
    for (const [tier, above] of steps) {
      if (!aged.has(tier)) {
        aged.add(tier);
        ageVeterans(board, [tier, above], { fresh, counted, anchored }, target);
      }
      if (!accepts(board, above, target)) continue;
      const leaving = board.keysIn(tier).filter((key) => !anchored.has(key) && (board.get(key)?.n ?? 0) >= (thresholds[tier].promote ?? Infinity));
      const cause = `unchanged long enough (n ≥ ${thresholds[tier].promote}) and ${above} is ${board.keysIn(above).length === 0 ? 'empty' : 'rewritten anyway'}`;
      for (const key of leaving) {
        board.move(key, above, thresholds[above].entry, cause);
        fresh.add(key);
      }
      if (leaving.length > 0) {
        received.add(above);
        promoted = true;
      }
    }
    if (!promoted) break;
  }
  return received;
}

/** L0 that is under target counts as broken when L1 is: the prefix is written anew from there on anyway. */
function accepts(board: Board, tier: CachedTier, target: number): boolean {
  return board.isOpen(tier) || (tier === 'L0' && target > 0 && board.broken.has('L1') && board.tokensIn('L0') < target);
}

interface Marks {
  readonly fresh: ReadonlySet<ItemKey>;
  readonly counted: ReadonlySet<ItemKey>;
  /** Filled here. */
  readonly anchored: Set<ItemKey>;
}

/**
 * The youngest items (of equal age the smallest) inside the first `target` tokens are anchored: they keep the tier worth its
 * breakpoint, so their n stands still and they cannot leave. The others age by one unless they counted already, up to the
 * promotion value while the tier above is stable.
 */
function ageVeterans(board: Board, [tier, above]: readonly [CachedTier, CachedTier], { fresh, counted, anchored }: Marks, target: number): void {
  const promote = thresholds[tier].promote ?? Infinity;
  const cap = accepts(board, above, target) ? Infinity : promote;
  const veterans = board.keysIn(tier).flatMap((key) => {
    const item = board.get(key);
    return item === undefined || fresh.has(key) ? [] : [{ key, item }];
  });
  const byAge = veterans.toSorted((a, b) => a.item.n - b.item.n || a.item.tokens - b.item.tokens || byKey(a.key, b.key));
  let sum = 0;
  // An anchored item that counted stops at the promotion value, and one that was beyond it stays where it was.
  for (const { key, item } of byAge) {
    sum += item.tokens;
    if (sum > target) board.set(key, { ...item, n: Math.min(counted.has(key) ? item.n : item.n + 1, cap) });
    else {
      anchored.add(key);
      if (counted.has(key)) board.set(key, { ...item, n: Math.min(item.n, Math.max(promote, item.n - 1)) });
    }
  }
}

/** After the cascade: a tier too small for a breakpoint hands everything one tier down, n kept. Never L0, never L3. */
export function demoteUnderfilled(board: Board, received: ReadonlySet<CachedTier>, target: number): void {
  const untouched = new Set(steps.map(([tier]) => tier).filter((tier) => !board.broken.has(tier) && !received.has(tier)));
  for (const [tier, below] of [['L1', 'L2'], ['L2', 'L3']] as const) {
    const tokens = board.tokensIn(tier);
    if (!untouched.has(tier) || tokens === 0 || tokens >= target) continue;
    for (const key of board.keysIn(tier)) board.move(key, below, board.get(key)?.n ?? 0, `${tier} has ${tokens} tokens, under the target of ${target}`);
    untouched.delete(below);
  }
}
