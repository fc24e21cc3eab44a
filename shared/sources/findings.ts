import type { NodeId, SourceId } from '../document/types';
import type { Place } from './types';

export type Severity = 'error' | 'warning' | 'info';

/** A problem as data: the rule, the severity, the position and the remedy. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place?: Place;
  readonly node?: NodeId;
  /** UTF-16 offset in the text of a message, if the problem is in the prompt itself. */
  readonly inPrompt?: { readonly message: NodeId; readonly offset: number };
  /** What to do about it. */
  readonly note?: string;
  /** Found by a lint rule in the finished prompt, not during the build. */
  readonly lint?: true;
}

export interface WithFindings<T> {
  readonly value: T;
  readonly findings: readonly Finding[];
}

export interface FindingExtras {
  readonly node?: NodeId;
  readonly note?: string;
}

export function finding(
  severity: Severity,
  ruleId: string,
  message: string,
  place?: Place,
  extras: FindingExtras = {},
): Finding {
  return { ruleId, severity, message, ...(place === undefined ? {} : { place }), ...extras };
}

export function placeOf(source: SourceId, start = 0, end = start): Place {
  return { source, span: { start, end } };
}

export interface LineColumn {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  readonly column: number;
}

/** `\n`, `\r\n` and a lone `\r` each end a line. */
export function lineColumn(text: string, offset: number): LineColumn {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, text.length);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      line += 1;
      lineStart = at + 1;
    }
  }
  return { line, column: end - lineStart + 1 };
}
