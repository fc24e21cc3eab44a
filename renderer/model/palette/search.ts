/** Finds palette entries by words in any order, by the start of words first, then by synonyms. */

export interface Searchable {
  readonly title: string;
  /** Other words people search it by, separated by spaces. */
  readonly also?: string;
}

/** Per word of the query; the lowest score of a word counts, and the sum of all words ranks the entry. */
const score = { wordStart: 0, group: 1, inside: 2, synonym: 3 } as const;

/** Matching entries, best first; entries of equal rank keep their order. No query matches everything. */
export function search<Entry extends Searchable>(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries;
  return entries
    .flatMap((entry, index) => {
      const rank = rankOf(entry, words);
      return rank === undefined ? [] : [{ entry, rank, index }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry);
}

/** Undefined if a word is not found at all. */
function rankOf({ title, also = '' }: Searchable, words: readonly string[]): number | undefined {
  const name = plain(title);
  // `File: Close window` is in the group `File`; what it does comes behind.
  const own = name.slice(name.indexOf(': ') + 1);
  const others = plain(also);
  let rank = 0;
  for (const word of words) {
    if (startsWord(own, word)) rank += score.wordStart;
    else if (startsWord(name, word)) rank += score.group;
    else if (name.includes(word)) rank += score.inside;
    else if (startsWord(others, word)) rank += score.synonym;
    else return undefined;
  }
  return rank;
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  return false;
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
