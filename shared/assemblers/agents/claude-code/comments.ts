import type { Rope } from '../../../sources/text/rope';
import { ropeText, sliceRope } from '../../../sources/text/rope';
import { codeRegions, isInRegion } from '../common/text/code-regions';

/** Without HTML comments that begin a line and end one, except in code. */
export function withoutComments(rope: Rope): Rope {
  const text = ropeText(rope);
  if (!text.includes('<!--')) return rope;
  const code = codeRegions(text);
  const kept: Rope[] = [];
  let last = 0;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', at + 4)) {
    if (at < last || isInRegion(code, at) || !isLineStart(text, at)) continue;
    const close = text.indexOf('-->', at + 4);
    if (close === -1) break;
    const end = lineEnd(text, close + 3);
    if (end === undefined) continue;
    kept.push(sliceRope(rope, last, text.lastIndexOf('\n', at) + 1));
    last = end;
  }
  return last === 0 ? rope : [...kept.flat(), ...sliceRope(rope, last)];
}

/** At most three spaces before it. */
function isLineStart(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return at === 0 || (at - start <= 3 && text.slice(start, at).trim() === '');
}

/** The offset after the newline, if only spaces follow. */
function lineEnd(text: string, from: number): number | undefined {
  const newline = text.indexOf('\n', from);
  const end = newline === -1 ? text.length : newline + 1;
  return text.slice(from, end).trim() === '' ? end : undefined;
}
