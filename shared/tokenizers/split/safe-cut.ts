import { blank, classOf, digit, letter, lineEnd, other, space } from './char-classes';

/**
 * Can the text be cut at `at` so that both encodings give the two parts the tokens they have in the whole, whatever
 * stands in the other part? True between
 * - a letter and what is neither letter nor mark (an apostrophe may be the ending of the word): a word ends at its
 *   letters;
 * - a digit and what is none;
 * - `\n` and a line whose first visible character stands in that line and is not `/` at its very start: spaces end at
 *   the
 *   last line end of their run, and punctuation in o200k takes line ends and slashes with it.
 * Surrogates are never cut at.
 */
export function isSafeCut(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (isSurrogate(before) || isSurrogate(after)) return false;
  const kind = classOf(before);
  if (kind === lineEnd) return before === 0x0a && isLineStart(text, at);
  const next = classOf(after);
  if (kind === digit) return next !== digit;
  return (kind & letter) !== 0 && (next & (space | digit | other)) !== 0 && after !== 0x27;
}

function isLineStart(text: string, at: number): boolean {
  if (text.charCodeAt(at) === 0x2f) return false;
  for (let each = at; each < text.length; each += 1) {
    const kind = classOf(text.charCodeAt(each));
    if (kind !== blank) return kind !== lineEnd;
  }
  return false;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
