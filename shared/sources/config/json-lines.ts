import type { Span } from '../../document/types';
import { parseJson, type ParsedConfig } from './json';
import type { SourceFile } from '../types';

export interface JsonLine extends ParsedConfig {
  /** 0-based, blank lines counted. */
  readonly line: number;
  /** The line without its line end. */
  readonly span: Span;
}

/**
 * One JSON value a line (JSON Lines): a broken line spoils only itself, blank lines are passed over, CRLF is a line
 * end.
 */
export function parseJsonLines(source: SourceFile, ruleId?: string): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  let start = 0;
  for (let line = 0; start < source.text.length; line += 1) {
    const newline = source.text.indexOf('\n', start);
    const next = newline === -1 ? source.text.length : newline + 1;
    let end = newline === -1 ? next : newline;
    if (end > start && source.text[end - 1] === '\r') end -= 1;
    if (source.text.slice(start, end).trim() !== '')
      lines.push({ line, span: { start, end }, ...parseJson(source, ruleId, start, end) });
    start = next;
  }
  return lines;
}
