import { byText, itemKey, thresholds, type CachedTier, type ItemKey, type TrackedItem, type TrackerState } from './tracker-types';

export interface StartSymbol {
  readonly path: string;
  readonly tokens: number;
  /** Repository paths it names. */
  readonly references: readonly string[];
  /** Empty where nobody has hashed it: the first turn will. */
  readonly hash: string;
}

type StartTier = Extract<CachedTier, 'L1' | 'L2' | 'L3'>;
const startTiers = ['L1', 'L2', 'L3'] as const satisfies readonly StartTier[];

interface Bin {
  readonly tier: StartTier;
  tokens: number;
  readonly clusters: Cluster[];
}

export interface Cluster {
  readonly members: readonly StartSymbol[];
  readonly tokens: number;
}

/**
 * Fact sheet 001, "Start-up", with decision 5: files that name each other stay together, the largest cluster first, each into the
 * tier with the fewest tokens. Tiers under target are merged into the smallest other; if all are, everything is in L1.
 */
export function startUp(symbols: readonly StartSymbol[], target: number): TrackerState {
  const bins: Bin[] = startTiers.map((tier) => ({ tier, tokens: 0, clusters: [] }));
  for (const cluster of clustersOf(symbols)) fill(smallest(bins), [cluster]);
  mergeSmall(bins, target);
  const items: Record<ItemKey, TrackedItem> = {};
  const placed = bins.flatMap(({ tier, clusters }) => clusters.flatMap(({ members }) => members.map((symbol) => ({ tier, symbol }))));
  for (const { tier, symbol } of placed.toSorted((a, b) => byText(a.symbol.path, b.symbol.path))) {
    items[itemKey('symbol', symbol.path)] = { tier, n: thresholds[tier].entry, hash: symbol.hash, tokens: symbol.tokens };
  }
  return { turn: 0, items, moves: [] };
}

/** Connected components of the mutual-reference graph, files in none as singletons; most tokens first, then by path. */
export function clustersOf(symbols: readonly StartSymbol[]): readonly Cluster[] {
  const byPath = new Map(symbols.map((symbol) => [symbol.path, symbol]));
  const names = new Map(symbols.map(({ path, references }) => [path, new Set(references)]));
  const seen = new Set<string>();
  const clusters: Cluster[] = [];
  for (const start of [...byPath.keys()].toSorted(byText)) {
    if (seen.has(start)) continue;
    seen.add(start);
    const queue = [start];
    for (let at = 0; at < queue.length; at += 1) {
      const path = queue[at] ?? '';
      for (const other of names.get(path) ?? []) {
        if (seen.has(other) || names.get(other)?.has(path) !== true) continue;
        seen.add(other);
        queue.push(other);
      }
    }
    const members = queue.flatMap((path) => byPath.get(path) ?? []);
    clusters.push({ members, tokens: sum(members) });
  }
  return clusters.toSorted((a, b) => b.tokens - a.tokens);
}

function mergeSmall(bins: readonly Bin[], target: number): void {
  const [first] = bins;
  if (first !== undefined && bins.every(({ tokens }) => tokens < target)) {
    for (const bin of bins) if (bin !== first) pour(bin, first);
    return;
  }
  for (;;) {
    const filled = bins.filter(({ clusters }) => clusters.length > 0);
    const small = smallest(filled);
    if (filled.length < 2 || small.tokens >= target) return;
    pour(small, smallest(filled.filter((bin) => bin !== small)));
  }
}

function fill(bin: Bin, clusters: readonly Cluster[]): void {
  for (const cluster of clusters) bin.clusters.push(cluster);
  bin.tokens += sum(clusters);
}

function pour(from: Bin, into: Bin): void {
  fill(into, from.clusters.splice(0));
  from.tokens = 0;
}

/** The first of the smallest. */
function smallest(bins: readonly Bin[]): Bin {
  return bins.reduce((best, bin) => (bin.tokens < best.tokens ? bin : best));
}

function sum(items: readonly { readonly tokens: number }[]): number {
  let tokens = 0;
  for (const item of items) tokens += item.tokens;
  return tokens;
}
