import { byCodePoint } from '../../../document/code-point-order';
import type { Tier } from '../../../document/types';

export type CachedTier = Exclude<Tier, 'active'>;

/** `file:{path}`, `symbol:{path}` or `history:{index}`. */
export type ItemKey = string;
export type ItemKind = 'file' | 'symbol' | 'history';

export interface TrackedItem {
  readonly tier: Tier;
  /** Turns the item went unchanged, starting anew at the tier's entry value. */
  readonly n: number;
  /** Of the content when it was last seen; empty while nobody has looked. */
  readonly hash: string;
  readonly tokens: number;
}

/** A change of tier, `none` being outside the tracker. */
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
  /** What the last turn moved. */
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
  /**
   * Items that are made known as active if they are not known yet, and not counted: symbols of files that are not
   * selected.
   */
  readonly registered?: readonly ActiveItem[];
  /** Paths that exist; without it nothing counts as gone. */
  readonly repository?: ReadonlySet<string>;
  /** Paths to treat as changed whatever their hash says. */
  readonly modified?: ReadonlySet<string>;
  /** Tokens a tier needs to be worth a breakpoint; 0 disables anchoring, history graduation and underfill. */
  readonly target: number;
}

/** The n an item arrives with, and the n at which it may leave upwards. */
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

/** History by its index, everything else by key. */
export function byKey(a: ItemKey, b: ItemKey): number {
  const isHistory = a.startsWith('history:') && b.startsWith('history:');
  return isHistory ? Number(readKey(a)?.name) - Number(readKey(b)?.name) : byText(a, b);
}
