import {
  byText,
  itemKey,
  thresholds,
  type CachedTier,
  type ItemKey,
  type TrackedItem,
  type TrackerState,
} from './types';

export interface StartSymbol {
  readonly path: string;
  readonly tokens: number;
}

type StartTier = Extract<CachedTier, 'L1' | 'L2' | 'L3'>;
const startTiers = ['L1', 'L2', 'L3'] as const satisfies readonly StartTier[];

interface Bin {
  readonly tier: StartTier;
  tokens: number;
  symbols: StartSymbol[];
}

/**
 * Starts a session. Places symbol blocks, largest first (ties by path), each into the tier with the fewest tokens. Then
 * merges every tier under the target into the smallest other tier. Items that merge into a tier that was itself merged
 * away are no longer tracked, if another tier has reached the target. No item has a hash yet.
 */
export function startUp(symbols: readonly StartSymbol[], target: number): TrackerState {
  const bins: readonly Bin[] = startTiers.map((tier) => ({ tier, tokens: 0, symbols: [] }));
  const ordered = symbols.toSorted((a, b) => b.tokens - a.tokens || byText(a.path, b.path));
  for (const symbol of ordered) {
    const bin = smallest(bins);
    bin.symbols.push(symbol);
    bin.tokens += symbol.tokens;
  }
  const filled = mergeSmall(bins, target);
  const items: Record<ItemKey, TrackedItem> = {};
  for (const { tier, symbols: placed } of filled.length > 0 ? filled : bins) {
    for (const { path, tokens } of placed)
      items[itemKey('symbol', path)] = { tier, n: thresholds[tier].entry, hash: '', tokens };
  }
  return { turn: 0, items, moves: [] };
}

/** Returns the tiers that had reached the target on their turn. Later merges may still add to them. */
function mergeSmall(bins: readonly Bin[], target: number): readonly Bin[] {
  const filled: Bin[] = [];
  for (const bin of bins) {
    if (bin.symbols.length === 0) continue;
    if (bin.tokens >= target) {
      filled.push(bin);
      continue;
    }
    const into = smallest(bins.filter((other) => other !== bin));
    into.symbols = [...into.symbols, ...bin.symbols];
    into.tokens += bin.tokens;
    bin.symbols = [];
    bin.tokens = 0;
  }
  return filled;
}

/** The first one of the smallest size. */
function smallest(bins: readonly Bin[]): Bin {
  return bins.reduce((best, bin) => (bin.tokens < best.tokens ? bin : best));
}
