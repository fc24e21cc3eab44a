import type { Span } from '../../document/types';
import { jsonLimits, parseJson, type ParsedConfig } from './json';
import { contentEnd, contentStart, isBlankText } from '../text/white-space';
import type { SourceFile } from '../types';

export interface JsonLine extends ParsedConfig {
  /** 0-based, blank lines counted. */
  readonly line: number;
  /** The line without its line end. */
  readonly span: Span;
}

const lineEnds = {
  newline: /\r?\n/g,
  // oxlint-disable-next-line no-control-regex
  python: /\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/g,
} as const;

/**
 * One JSON value a line (JSON Lines): a broken line spoils only itself, blank lines are passed over, CRLF is a line
 * end. With `python` lines end where Python's `splitlines` ends them, and white space around a value is no part of it.
 * All lines together have no more values than one file may have; the line that goes beyond it says so and is the last.
 */
export function parseJsonLines(
  source: SourceFile,
  ruleId?: string,
  lineEnd: keyof typeof lineEnds = 'newline',
): readonly JsonLine[] {
  const { text } = source;
  const lines: JsonLine[] = [];
  const limits = jsonLimits();
  const add = (line: number, start: number, end: number): void => {
    const own = text.slice(start, end);
    if (isBlankText(own) || limits.values < 0) return;
    const [from, to] = lineEnd === 'python' ? [start + contentStart(own), start + contentEnd(own)] : [start, end];
    lines.push({ line, span: { start, end }, ...parseJson(source, ruleId, from, to, limits) });
  };
  let start = 0;
  let line = 0;
  for (const { index, 0: end } of text.matchAll(lineEnds[lineEnd])) {
    add(line, start, index);
    start = index + end.length;
    line += 1;
  }
  add(line, start, text.length);
  return lines;
}
