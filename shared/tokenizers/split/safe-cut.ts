import { blank, classOf, digit, letter, lineEnd, other, space } from './char-classes';

/**
 * Returns whether the text can be cut at `at` so that both encodings give the two parts the same tokens as in the whole
 * text, whatever the other part is. True between
 * - a letter and a character that is neither letter nor mark, because a word ends after its letters (but not before an
 *   apostrophe, which may start the word's ending);
 * - a digit and any other character;
 * - `\n` and a line that is not blank and does not start with `/`: white space ends at the last line end of its run,
 *   and punctuation in o200k includes the line ends and slashes after it.
 * Never next to a surrogate.
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
