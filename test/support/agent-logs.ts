/** The logs that agents keep, in their shapes; the words in them are ours. */
import { expect } from 'vitest';
import { sourceId } from '../../shared/document/builders';
import { checkDocument } from '../../shared/document/check';
import type { PromptDocument } from '../../shared/document/types';
import { AgentLogReader } from '../../shared/requests/agent-logs/agent-log-reader';
import { piecesText } from '../../shared/requests/agent-logs/pieces';
import { LogReader, type ReadLog } from '../../shared/requests/log/log-reader';
import { readRequests } from '../../shared/requests/requests';

export type Line = Readonly<Record<string, unknown>>;

export function logOf(...lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

export function sourceOf(text: string): { id: ReturnType<typeof sourceId>; path: string; as: string; text: string } {
  return { id: sourceId('log.jsonl'), path: '/w/log.jsonl', as: 'log', text };
}

/** Streams the log in small chunks, and reads it whole: both give the same documents. */
export function opened(text: string): ReadLog {
  const source = sourceOf(text);
  const reader = new LogReader(source);
  for (let at = 0; at < text.length; at += 7) reader.push(text.slice(at, at + 7));
  const log = reader.end();
  const whole = readRequests(source);
  expect(whole.requests).toHaveLength(log.requests.length);
  for (const [index, { document, response }] of log.requests.entries()) {
    const alone = whole.requests[index];
    expect(checkDocument(document, new Map([[source.id, text]]))).toEqual([]);
    expect(withoutText(alone?.document)).toEqual(withoutText(document));
    expect(alone?.response).toEqual(response);
  }
  return log;
}

function withoutText(document: PromptDocument | undefined): unknown {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (key === 'text' || key === 'path' ? undefined : value)),
  );
}

export function bodiesOf(text: string): readonly unknown[] {
  const reader = new AgentLogReader();
  let start = 0;
  for (const line of text.trimEnd().split('\n')) {
    expect(reader.take({ text: line, start })).toBe(true);
    start += line.length + 1;
  }
  return [...reader.requests()].map((each): unknown => JSON.parse(piecesText(each.body())));
}

export function missing(document: PromptDocument | undefined): readonly string[] {
  return (document?.aside ?? []).map(({ name }) => name);
}

export const at = (second: number): string => `2026-11-18T10:00:0${second}.000Z`;

export function fail(): never {
  throw new Error('not there');
}
