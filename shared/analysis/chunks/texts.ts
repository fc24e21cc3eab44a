import { mostHits, type Found, type Hit, type Scan, type Texts } from '../rules/texts';
import { fencesOf, isFenced } from './fences';
import type { Chunked, LintMemo } from './lint-memo';
import { hitsOf, indexesWith } from './scan';

/** Scans texts by chunk, and reuses the results for chunks seen before. */
export function textsOf({ chunks }: Chunked, memo: LintMemo): Texts {
  const fences = fencesOf(chunks);
  function* hits<T extends Hit>(scan: Scan<T>): Generator<Found<T>, void> {
    for (const each of chunks) {
      const { layout, message, starts, facts } = each;
      for (const index of indexesWith(scan)(each)) {
        const [start, hit] = [starts[index] ?? 0, facts[index]];
        if (hit === undefined) continue;
        for (const one of hitsOf(scan)(hit)) yield { ...one, layout, message, offset: start + one.offset };
      }
    }
  }
  return {
    find: (scan) => [...hits(scan)],
    findFirst(scan, accepts = () => true) {
      const found = [];
      for (const each of hits(scan)) {
        if (accepts(each)) found.push(each);
        if (found.length === mostHits) break;
      }
      return found;
    },
    findRepeated(scan) {
      const repeats = memo.repeatsOf(scan);
      return repeats.among(chunks, hitsOf(scan)).flatMap(({ layout, message, start, facts }) =>
        hitsOf(scan)(facts)
          .filter(({ text }) => repeats.has(text))
          .map((one) => ({ ...one, layout, message, offset: start + one.offset })),
      );
    },
    isCode: ({ layout, offset }) => isFenced(fences, layout.message, offset),
    openFence: (message) => fences.get(message)?.open,
  };
}
