import { codePoints, offsetOfCodePoint } from '../../sources/text/code-points';
import { ropeText, sliceRope, type Rope } from '../../sources/text/rope';

/** layered, rule 10. */
export const layerLimit = 20_000;

export interface Cut {
  /** Empty if the kept text is only white space. */
  readonly kept: Rope;
  readonly rest: Rope;
  /** Both in characters. */
  readonly total: number;
  readonly shown: number;
}

/**
 * Cuts a text at the last line end before the limit, or at the limit if there is none (layered, rule 10). Undefined if
 * the text fits.
 */
export function cutAtLimit(rope: Rope, limit = layerLimit): Cut | undefined {
  const text = ropeText(rope);
  if (text.length <= limit) return undefined;
  const total = codePoints(text);
  if (total <= limit) return undefined;
  const most = offsetOfCodePoint(text, limit);
  const newline = text.lastIndexOf('\n', most - 1);
  const lineEnd = newline > 0 && text[newline - 1] === '\r' ? newline - 1 : newline;
  const at = lineEnd > 0 ? lineEnd : most;
  return { kept: sliceRope(rope, 0, at), rest: sliceRope(rope, at), total, shown: codePoints(text.slice(0, at)) };
}

export function cutMarker({ total, shown }: Cut): string {
  return `[... truncated (${total} chars total, showing first ${shown}) ...]`;
}
