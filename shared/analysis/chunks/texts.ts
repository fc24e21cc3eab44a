import type { Found, Hit, Scan, Texts } from '../rules/texts';
import { fencesOf, isFenced } from './fences';
import type { Chunked, LintMemo } from './lint-memo';
import { hitsOf, indexesWith } from './scan';

/** Scans texts by chunk, and reuses the results for chunks seen before. */
export function textsOf({ chunks }: Chunked, memo: LintMemo): Texts {
  const fences = fencesOf(chunks);
  return {
    find<T extends Hit>(scan: Scan<T>) {
      const found: Found<T>[] = [];
      for (const each of chunks) {
        const { layout, message, starts, facts } = each;
        for (const index of indexesWith(scan)(each)) {
          const [start, hit] = [starts[index] ?? 0, facts[index]];
          if (hit === undefined) continue;
          for (const one of hitsOf(scan)(hit)) found.push({ ...one, layout, message, offset: start + one.offset });
        }
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
