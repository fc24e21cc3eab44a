/** Vocabularies: text to token boundaries. Pure; imports only vocabulary data. The page never imports from here. */

import type { SharedEnds } from '../document/shared-ends';

export type EncodingId = 'o200k_base' | 'cl100k_base';

/** A vocabulary, or a rule of thumb in its place. */
export type VocabularyId = EncodingId | 'characters' | 'bytes';

/** A text of which parts can be had without making the whole; a string is one. */
export interface TextView {
  readonly length: number;
  slice(start: number, end: number): string;
  /** The whole text. */
  toString(): string;
}

/** One text, encoded once. A token belongs to the place of its first character. */
export interface Encoded {
  readonly text: TextView;
  readonly total: number;
  /**
   * Tokens whose first character stands before this UTF-16 offset. A token that begins inside a character has that
   * character's offset. A rule of thumb knows no tokens and gives a fraction.
   */
  tokensBefore(offset: number): number;
  /** Characters at both ends in which every place has the tokens it had in the text this one was encoded from. */
  readonly kept?: SharedEnds | undefined;
}

export interface Encoding {
  /** The vocabulary or the rule, as shown beside a count. */
  readonly id: string;
  count(text: string): number;
  /**
   * What `previous` has in common with the text is not encoded again; the result is the same with and without it.
   * `same` is how much of both ends is known to be common, so that it need not be compared.
   */
  encode(text: TextView, previous?: Encoded, same?: SharedEnds): Encoded;
}
