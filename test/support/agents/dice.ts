/** Random choices that depend on a seed alone. */
export interface Dice {
  /** 0 to `end` - 1. */
  below(end: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T;
}

export function createDice(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
