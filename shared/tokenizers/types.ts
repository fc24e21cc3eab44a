/** Vocabularies: text to token boundaries. Pure; imports only vocabulary data. The page never imports from here. */

export type EncodingId = 'o200k_base' | 'cl100k_base';

export interface Encoding {
  readonly id: EncodingId;
  count(text: string): number;
  /**
   * For each token the UTF-16 offset of its first character, ascending. A token that begins inside a character
   * (an emoji takes several) has that character's offset, so offsets may repeat.
   */
  tokenStarts(text: string): readonly number[];
}
