/**
 * Memory recall (layered, rule 8): TF-IDF with cosine similarity. Deterministic: terms are summed in sorted order.
 * Memories are sorted by score, rounded to four decimals; ties keep the order of the memories.
 */
import { byCodePoint } from '../basics/code-point-order';

/** Number of memories that auto-recall takes. */
export const recallLimit = 3;

export interface TermWeight {
  readonly term: string;
  /** What the term adds to the score; the weights of a memory add up to its score. */
  readonly weight: number;
}

export interface Ranked {
  /** Position in the list of memories. */
  readonly index: number;
  /** Cosine similarity of query and memory, 0 to 1, rounded to four decimals. */
  readonly score: number;
  /** 1-based rank among the memories that share a term with the query; undefined if this one shares none. */
  readonly rank: number | undefined;
  /** The shared terms, highest weight first. */
  readonly terms: readonly TermWeight[];
}

export interface Recall {
  readonly queryTerms: readonly string[];
  /** Every memory, best first; those without a shared term last, in their original order. */
  readonly ranked: readonly Ranked[];
}

/**
 * Lower-case runs of Latin letters, digits and CJK ideographs. A single character counts only if it is an ideograph.
 */
export function tokenize(text: string): readonly string[] {
  const runs = text.toLowerCase().match(/[a-z0-9\u4E00-\u9FFF]+/g) ?? [];
  return runs.filter((run) => run.length > 1 || run >= '\u4E00');
}

type Counts = ReadonlyMap<string, number>;

/** Term → number of occurrences, in code point order. */
function termCounts(text: string): Counts {
  const counts = new Map<string, number>();
  for (const term of tokenize(text).toSorted(byCodePoint)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function recall(query: string, memories: readonly string[]): Recall {
  const queryCounts = termCounts(query);
  const documents = memories.map(termCounts);
  const frequency = new Map<string, number>();
  for (const document of documents)
    for (const term of document.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const idf = (term: string): number => Math.log((documents.length + 1) / ((frequency.get(term) ?? 0) + 1)) + 1;
  const length = (counts: Counts): number =>
    Math.sqrt([...counts].reduce((sum, [term, count]) => sum + (count * idf(term)) ** 2, 0));

  const queryLength = length(queryCounts);
  const scored = documents.map((document, index) => {
    const scale = queryLength * length(document);
    // The shorter of the two is gone through: all memories together take time in proportion to their text.
    const terms = [...(document.size < queryCounts.size ? document : queryCounts).keys()].flatMap((term) => {
      const [count, times] = [queryCounts.get(term), document.get(term)];
      if (count === undefined || times === undefined) return [];
      return [{ term, product: count * idf(term) * (times * idf(term)) }];
    });
    const cosine = terms.length === 0 ? 0 : terms.reduce((sum, { product }) => sum + product, 0) / scale;
    return {
      index,
      cosine,
      score: fourDecimals(cosine),
      terms: terms.map(({ term, product }) => ({ term, weight: product / scale })),
    };
  });
  const ranked = scored
    .toSorted((a, b) => b.score - a.score || Number(b.cosine > 0) - Number(a.cosine > 0) || a.index - b.index)
    .map(({ index, cosine, score, terms }, place) => ({
      index,
      score,
      rank: cosine > 0 ? place + 1 : undefined,
      terms: terms
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ term, weight }) => ({ term, weight: fourDecimals(weight) })),
    }));
  return { queryTerms: [...new Set(tokenize(query))], ranked };
}

/** Like Python's `round(value, 4)`: rounds half to even. Only odd multiples of 1/32 are exact ties. */
function fourDecimals(value: number): number {
  const isMiddle = Number.isInteger(value * 32) && (value * 32) % 2 !== 0;
  if (!isMiddle) return Number(value.toFixed(4));
  const below = Math.floor(value * 10_000);
  return (below % 2 === 0 ? below : below + 1) / 10_000;
}
