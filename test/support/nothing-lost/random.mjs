/**
 * A seeded generator of numbers from 0 up to, not including, the limit.
 * @param {number} seed
 * @returns {(limit: number) => number}
 */
export function random(seed) {
  let state = (seed * 2_654_435_761) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
