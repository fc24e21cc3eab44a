import type { Span } from '../../document/types';
import { parseJson, type ParsedConfig } from './json';
import { inkEnd, inkStart, isBlankText } from '../text/white-space';
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
 * Parses JSON Lines, one value per line. A broken line affects only itself, blank lines are skipped, CRLF is a line
 * end. With `python`, lines end as in Python's `splitlines`, and white space around a value is ignored.
 */
export function parseJsonLines(
  source: SourceFile,
  ruleId?: string,
  lineEnd: keyof typeof lineEnds = 'newline',
): readonly JsonLine[] {
  const { text } = source;
  const lines: JsonLine[] = [];
  const add = (line: number, start: number, end: number): void => {
    const own = text.slice(start, end);
    if (isBlankText(own)) return;
    const [from, to] = lineEnd === 'python' ? [start + inkStart(own), start + inkEnd(own)] : [start, end];
    lines.push({ line, span: { start, end }, ...parseJson(source, ruleId, from, to) });
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
