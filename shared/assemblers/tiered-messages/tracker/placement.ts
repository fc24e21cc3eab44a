import { memoLast } from '../../../basics/memo';
import type { Tier } from '../../../document/types';
import { fileName, type Content } from '../input/content';
import type { HistoryEntry } from '../input/history';
import { byText, itemKey, readKey, type CachedTier, type TrackedItem } from './types';

/** The content of one tier; each list is in prompt order. */
export interface TierContents {
  readonly symbols: readonly string[];
  readonly files: readonly string[];
  /** Tracked in this tier, but the file cannot be loaded. */
  readonly lostFiles: readonly string[];
  readonly history: readonly HistoryEntry[];
}

export interface Placement {
  readonly tiers: Readonly<Record<CachedTier, TierContents>>;
  /** Selected, and not in a cached tier. */
  readonly working: readonly string[];
  readonly lostWorking: readonly string[];
  readonly activeHistory: readonly HistoryEntry[];
  /** Symbols that are not in a cached tier yet. The design does not send them. */
  readonly waiting: readonly string[];
  /** Paths whose full text is sent. */
  readonly full: ReadonlySet<string>;
  /** Paths whose symbol block is hidden, because the file is selected or in a cached tier (a file appears once). */
  readonly hidden: ReadonlySet<string>;
  /** The source name of each of these paths. */
  readonly names: ReadonlyMap<string, string>;
}

/** Typing in a file does not move anything. The last placement is reused while its inputs are the same. */
const lastPlacement = memoLast<Content['fields'], Placement>();

export function place(content: Content): Placement {
  const { fields, state, history, symbols, unreadable, repository, files } = content;
  const listed = files.flatMap(({ as, text }) => [as, text === '']);
  return lastPlacement(fields, [state, history, symbols, unreadable, repository, ...listed], () => arrange(content));
}

function arrange(content: Content): Placement {
  const { state, fields, history, symbols } = content;
  const tierOf = (key: string): Tier => own(state.items, key)?.tier ?? 'active';
  const loadable = (path: string): boolean => content.sources.has(fileName(path)) && !content.unreadable.has(path);
  const tracked = Object.keys(state.items).flatMap((key) => {
    const item = readKey(key);
    return item?.kind === 'file' ? [item.name] : [];
  });
  const selected = fields.files.flatMap(({ path }) => path ?? []);
  const working = selected.filter((path) => tierOf(itemKey('file', path)) === 'active');
  const cached = tracked.filter((path) => tierOf(itemKey('file', path)) !== 'active');
  const filesIn = byTier(cached.toSorted(byText), (path) => tierOf(itemKey('file', path)));
  const symbolsIn = byTier([...symbols.blocks.keys()], (path) => tierOf(itemKey('symbol', path)));
  const historyIn = byTier(history.entries, ({ index }) => tierOf(itemKey('history', index)));
  // An empty file is left out of a cached tier but kept among the working files.
  const isShown = (path: string): boolean => loadable(path) && content.sources.get(fileName(path))?.text !== '';
  const contentsOf = (tier: CachedTier): TierContents => ({
    symbols: symbolsIn[tier],
    files: filesIn[tier].filter(isShown),
    lostFiles: filesIn[tier].filter((path) => !isShown(path)),
    history: historyIn[tier],
  });
  const full = new Set([...cached, ...working].filter(loadable));
  return {
    tiers: { L0: contentsOf('L0'), L1: contentsOf('L1'), L2: contentsOf('L2'), L3: contentsOf('L3') },
    working: working.filter(loadable).toSorted(byText),
    lostWorking: working.filter((path) => !loadable(path)).toSorted(byText),
    activeHistory: historyIn.active,
    waiting: symbolsIn.active,
    full,
    hidden: new Set([...cached, ...working.filter(loadable)]),
    names: new Map([...full].map((path) => [path, fileName(path)])),
  };
}

function byTier<T>(items: readonly T[], tierOf: (item: T) => Tier): Readonly<Record<Tier, readonly T[]>> {
  const groups: Record<Tier, T[]> = { L0: [], L1: [], L2: [], L3: [], active: [] };
  for (const item of items) groups[tierOf(item)].push(item);
  return groups;
}

/** Own properties only: a key such as `constructor` is not an item. */
export function own(items: Readonly<Record<string, TrackedItem>>, key: string): TrackedItem | undefined {
  return Object.hasOwn(items, key) ? items[key] : undefined;
}
