/** Vocabularies: text to token boundaries. Pure; imports only vocabulary data. The page never imports this folder. */

import type { SharedEnds } from '../basics/shared-ends';

export type EncodingId = 'o200k_base' | 'cl100k_base';

/** A vocabulary, or a rule of thumb instead. */
export type VocabularyId = EncodingId | 'characters' | 'bytes';

/** A text whose parts can be read without building the whole; a string is one. */
export interface TextView {
  readonly length: number;
  slice(start: number, end: number): string;
  toString(): string;
}

/** One encoded text. A token belongs to the offset of its first character. */
export interface Encoded {
  readonly text: TextView;
  readonly total: number;
  /**
   * Number of tokens whose first character is before this UTF-16 offset. A token that starts inside a character has
   * that character's offset. A rule of thumb returns a fraction.
   */
  tokensBefore(offset: number): number;
  /** Characters at both ends whose tokens are unchanged since the previous text. */
  readonly kept?: SharedEnds | undefined;
}

export interface Encoding {
  /** The vocabulary or the rule, as shown beside a count. */
  readonly id: string;
  count(text: string): number;
  /**
   * Reuses what `previous` shares with the text; the result is the same with and without it. `same` is how much of both
   * ends is known to be equal, to save the comparison.
   */
  encode(text: TextView, previous?: Encoded, same?: SharedEnds): Encoded;
}
