import { memoByIdentity } from '../../basics/memo';
import type { Hit, Scan } from '../rules/texts';
import type { MessageChunks, TextFacts } from './lint-memo';

let scans = 0;

/** What a scan finds in the text of a chunk; each text is scanned once. */
export const hitsOf = memoByIdentity(<T extends Hit>(scan: Scan<T>): ((facts: TextFacts) => readonly T[]) => {
  const own = scans;
  scans += 1;
  const look = ({ text, found }: TextFacts): readonly T[] => {
    const hits = scan(text);
    found[own] = hits;
    return hits;
  };
  // Only this scan writes under its number.
  return (facts) => (facts.found[own] as readonly T[] | undefined) ?? look(facts);
});

/** A value for the chunks of a message, computed incrementally from `last`, its value for `before`. */
export function fromBefore<T extends object>(
  find: (chunks: MessageChunks, last: T | undefined) => T,
): (chunks: MessageChunks) => T {
  const results = new WeakMap<readonly TextFacts[], T>();
  return (chunks) => {
    const { facts, before } = chunks;
    const value = results.get(facts) ?? find(chunks, before === undefined ? undefined : results.get(before.facts));
    results.set(facts, value);
    return value;
  };
}

/** The indexes of the chunks that pass. For a known message, only new chunks are tested. */
export function foundIn(test: (facts: TextFacts) => boolean): (chunks: MessageChunks) => readonly number[] {
  const between = (facts: readonly TextFacts[], from: number, to: number): readonly number[] => {
    const indexes: number[] = [];
    for (let index = from; index < to; index += 1) {
      const each = facts[index];
      if (each !== undefined && test(each)) indexes.push(index);
    }
    return indexes;
  };
  return fromBefore(({ facts, before }, last: readonly number[] | undefined) => {
    if (before === undefined || last === undefined) return between(facts, 0, facts.length);
    const [tail, moved] = [before.facts.length - before.end, facts.length - before.facts.length];
    const middle = between(facts, before.start, facts.length - before.end);
    return [
      ...last.filter((index) => index < before.start),
      ...middle,
      ...last.flatMap((index) => (index < tail ? [] : [index + moved])),
    ];
  });
}

/** The indexes of the chunks where a scan finds something. */
export const indexesWith = memoByIdentity((scan: Scan<Hit>) => foundIn((facts) => hitsOf(scan)(facts).length > 0));
