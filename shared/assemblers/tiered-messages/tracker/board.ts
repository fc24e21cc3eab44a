import type { Tier } from '../../../document/types';
import type { ItemKey, Move, TrackedItem } from './types';

/** The items during a turn: their tiers, the tiers that must be rewritten, and the moves so far. */
export class Board {
  readonly broken = new Set<Tier>();
  readonly moves: Move[] = [];
  /** In order of first occurrence. This order breaks ties where the rules do not. */
  readonly #items: Map<ItemKey, TrackedItem>;

  constructor(items: Readonly<Record<ItemKey, TrackedItem>>) {
    this.#items = new Map(Object.entries(items));
  }

  get(key: ItemKey): TrackedItem | undefined {
    return this.#items.get(key);
  }

  keys(): readonly ItemKey[] {
    return [...this.#items.keys()];
  }

  keysIn(tier: Tier): readonly ItemKey[] {
    return [...this.#items].flatMap(([key, item]) => (item.tier === tier ? [key] : []));
  }

  tokensIn(tier: Tier): number {
    let tokens = 0;
    for (const item of this.#items.values()) if (item.tier === tier) tokens += item.tokens;
    return tokens;
  }

  set(key: ItemKey, item: TrackedItem): void {
    this.#items.set(key, item);
  }

  move(key: ItemKey, to: Tier, n: number, cause: string): void {
    const item = this.#items.get(key);
    if (item === undefined) return;
    this.#items.set(key, { ...item, tier: to, n });
    if (item.tier !== to) this.moves.push({ key, from: item.tier, to, cause });
  }

  remove(key: ItemKey, cause: string): void {
    const item = this.#items.get(key);
    if (item === undefined) return;
    this.break(item.tier);
    this.#items.delete(key);
    this.moves.push({ key, from: item.tier, to: 'none', cause });
  }

  add(key: ItemKey, item: TrackedItem, cause: string): void {
    this.#items.set(key, item);
    this.moves.push({ key, from: 'none', to: item.tier, cause });
  }

  /** A cached tier that loses or gains an item must be rewritten. */
  break(tier: Tier): void {
    if (tier !== 'active') this.broken.add(tier);
  }

  items(): Readonly<Record<ItemKey, TrackedItem>> {
    return Object.fromEntries(this.#items);
  }
}
