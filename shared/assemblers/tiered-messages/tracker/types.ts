import { byCodePoint } from '../../../basics/code-point-order';
import type { Tier } from '../../../document/types';

export type CachedTier = Exclude<Tier, 'active'>;

/** `file:{path}`, `symbol:{path}` or `history:{index}`. */
export type ItemKey = string;
export type ItemKind = 'file' | 'symbol' | 'history';

export interface TrackedItem {
  readonly tier: Tier;
  /** Turns without a change. Starts at the tier's entry value. */
  readonly n: number;
  /** Hash of the content when last seen; empty if never seen. */
  readonly hash: string;
  readonly tokens: number;
}

/** A change of tier; `none` means not tracked. */
export interface Move {
  readonly key: ItemKey;
  readonly from: Tier | 'none';
  readonly to: Tier | 'none';
  readonly cause: string;
}

export interface TrackerState {
  /** Turns played since start-up. */
  readonly turn: number;
  readonly items: Readonly<Record<ItemKey, TrackedItem>>;
  /** The moves of the last turn. */
  readonly moves: readonly Move[];
}

/** An item of this turn's active list: selected files, their symbols, history that has not graduated. */
export interface ActiveItem {
  readonly key: ItemKey;
  readonly hash: string;
  readonly tokens: number;
}

export interface TurnInput {
  readonly active: readonly ActiveItem[];
  /** Symbols of files that are not selected. New ones are added as active; n does not change. */
  readonly registered?: readonly ActiveItem[];
  /** Existing paths; if undefined, nothing counts as deleted. */
  readonly repository?: ReadonlySet<string>;
  /** Paths to treat as changed, whatever their hash. */
  readonly modified?: ReadonlySet<string>;
  /** Tokens a tier needs for a breakpoint; 0 disables anchoring, history graduation and demotion of small tiers. */
  readonly target: number;
}

/** The n of an item that enters the tier, and the n at which it may rise. */
export const thresholds: Readonly<Record<Tier, { readonly entry: number; readonly promote: number | null }>> = {
  L0: { entry: 12, promote: null },
  L1: { entry: 9, promote: 12 },
  L2: { entry: 6, promote: 9 },
  L3: { entry: 3, promote: 6 },
  active: { entry: 0, promote: 3 },
};

const prefixes: readonly ItemKind[] = ['file', 'symbol', 'history'];

export function itemKey(kind: ItemKind, name: string | number): ItemKey {
  return `${kind}:${name}`;
}

export function readKey(key: ItemKey): { readonly kind: ItemKind; readonly name: string } | undefined {
  const kind = prefixes.find((prefix) => key.startsWith(`${prefix}:`));
  return kind === undefined ? undefined : { kind, name: key.slice(kind.length + 1) };
}

export const byText = byCodePoint;

/** Orders history by index, everything else by key. */
export function byKey(a: ItemKey, b: ItemKey): number {
  const isHistory = a.startsWith('history:') && b.startsWith('history:');
  return isHistory ? Number(readKey(a)?.name) - Number(readKey(b)?.name) : byText(a, b);
}
