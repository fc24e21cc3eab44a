import type { Board } from './board';
import { thresholds, type CachedTier, type ItemKey } from './types';
import { grouped } from '../../../basics/grouped';

/** From the bottom up, each tier with the tier above it. */
const steps = [
  ['L3', 'L2'],
  ['L2', 'L1'],
  ['L1', 'L0'],
] as const satisfies readonly (readonly [CachedTier, CachedTier])[];

const maxPasses = 10;

/**
 * Ages the items of every populated tier below L0 and promotes those that are old enough. Repeats until nothing is
 * promoted. An item ages once per pass, unless it entered L3 this turn. An item is promoted at most once per pass.
 */
export function cascade(board: Board, entered: ReadonlySet<ItemKey>, target: number): void {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const seen = new Set(entered);
    let rose = false;
    for (const [tier, above] of steps) {
      const keys = board.keysIn(tier).filter((key) => !seen.has(key));
      for (const key of keys) seen.add(key);
      if (age(board, keys, tier, above, target)) rose = true;
    }
    if (!rose) return;
  }
}

/**
 * The youngest items within the first `target` tokens are anchored: they keep the tier large enough for its breakpoint,
 * so they neither age nor rise. The others age by one, capped at the promotion value while the tier above is stable. An
 * item that has reached this value rises if the tier above is empty or is rewritten anyway. The first item that rises
 * into an empty tier fills it.
 */
function age(board: Board, keys: readonly ItemKey[], tier: CachedTier, above: CachedTier, target: number): boolean {
  const promote = thresholds[tier].promote ?? Infinity;
  const cap = board.broken.has(above) || board.tokensIn(above) === 0 ? Infinity : promote;
  const ordered = target > 0 ? keys.toSorted((a, b) => (board.get(a)?.n ?? 0) - (board.get(b)?.n ?? 0)) : keys;
  let sum = 0;
  let rose = false;
  for (const key of ordered) {
    const item = board.get(key);
    if (item === undefined) continue;
    sum += item.tokens;
    if (target > 0 && sum <= target) continue;
    const n = Math.min(item.n + 1, cap);
    board.set(key, { ...item, n });
    const isBroken = board.broken.has(above);
    if (n < promote || !(isBroken || board.tokensIn(above) === 0)) continue;
    board.move(
      key,
      above,
      thresholds[above].entry,
      `unchanged long enough (n ≥ ${promote}) and ${above} is ${isBroken ? 'rewritten anyway' : 'empty'}`,
    );
    board.break(tier);
    rose = true;
  }
  return rose;
}

/**
 * Runs after the cascade. A tier too small for a breakpoint moves all its items one tier down; they keep their n. Never
 * applies to L0, to L3, or to a tier that just received items.
 */
export function demoteUnderfilled(board: Board, target: number): void {
  const received = new Set<CachedTier>();
  for (const [tier, below] of [
    ['L1', 'L2'],
    ['L2', 'L3'],
  ] as const) {
    const tokens = board.tokensIn(tier);
    if (received.has(tier) || tokens === 0 || tokens >= target) continue;
    for (const key of board.keysIn(tier))
      board.move(
        key,
        below,
        board.get(key)?.n ?? 0,
        `${tier} has ${grouped(tokens)} tokens, under the target of ${grouped(target)}`,
      );
    received.add(below);
  }
}
