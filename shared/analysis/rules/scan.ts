import { leafAt, type LeafSpan, type MessageLayout } from '../../document/layout';
import type { PromptDocument, PromptMessage } from '../../document/types';
import type { RuleContext, RuleProblem } from './types';

/** A piece of a message's text that belongs to one section. */
export interface Chunk {
  readonly layout: MessageLayout;
  readonly message: PromptMessage;
  /** Offset in the message. */
  readonly start: number;
  readonly text: string;
}

/** Identifies whoever lints again and again: what was found in a chunk is found again without looking. */
export type LintMemo = object;

export interface Hit {
  /** In the scanned text. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & { readonly chunk: Chunk };
export type Scanner<T extends Hit> = (context: Pick<RuleContext, 'chunks' | 'memo'>) => readonly Found<T>[];

/** Longer sections are cut at a blank line, so that an edit in a long file leaves most of its chunks as they are. */
const longChunk = 2048;

/** The texts of the run before, in order. */
const lastTexts = new WeakMap<LintMemo, readonly string[]>();

/**
 * A text that stood in the run before, at the same place from the start or from the end, is the same string object again:
 * it is not hashed anew by each rule that looks it up.
 */
function sameStrings(chunks: readonly Chunk[], memo: LintMemo): readonly Chunk[] {
  const last = lastTexts.get(memo) ?? [];
  const shift = last.length - chunks.length;
  const kept = chunks.map((chunk, index) => {
    const text = last[index] === chunk.text ? last[index] : last[index + shift] === chunk.text ? last[index + shift] : undefined;
    return text === undefined ? chunk : { ...chunk, text };
  });
  lastTexts.set(memo, kept.map(({ text }) => text));
  return kept;
}

export function chunksOf(document: PromptDocument, layouts: readonly MessageLayout[], memo: LintMemo = {}): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (const [index, layout] of layouts.entries()) {
    const message = document.messages[index];
    if (message === undefined) continue;
    for (const { start, end } of ownerRuns(layout.leaves)) {
      for (let from = start; from < end; ) {
        const blank = end - from <= longChunk ? -1 : layout.text.indexOf('\n\n', from + longChunk);
        const to = blank === -1 || blank + 2 >= end ? end : blank + 2;
        chunks.push({ layout, message, start: from, text: layout.text.slice(from, to) });
        from = to;
      }
    }
  }
  return sameStrings(chunks, memo);
}

function ownerRuns(leaves: readonly LeafSpan[]): readonly { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let owner: string | undefined;
  for (const leaf of leaves) {
    const run = runs.at(-1);
    if (run !== undefined && leaf.owner === owner) run.end = leaf.end;
    else runs.push({ start: leaf.start, end: leaf.end });
    ({ owner } = leaf);
  }
  return runs;
}

/** Runs `scan` over every chunk; per memo, a text that was scanned in the run before is not scanned again. */
export function scanner<T extends Hit>(scan: (text: string) => readonly T[]): Scanner<T> {
  const memos = new WeakMap<LintMemo, ReadonlyMap<string, readonly T[]>>();
  return ({ chunks, memo }) => {
    const last = memos.get(memo);
    const next = new Map<string, readonly T[]>();
    const found: Found<T>[] = [];
    for (const chunk of chunks) {
      const hits = next.get(chunk.text) ?? last?.get(chunk.text) ?? scan(chunk.text);
      next.set(chunk.text, hits);
      for (const hit of hits) found.push({ ...hit, offset: chunk.start + hit.offset, chunk });
    }
    memos.set(memo, next);
    return found;
  };
}

export function leafOf({ chunk, offset }: { readonly chunk: Chunk; readonly offset: number }): LeafSpan | undefined {
  return leafAt(chunk.layout, offset);
}

/** Text that people said or will say is theirs: a rule about how a prompt is written has no business there. */
export function isWritten({ chunk }: { readonly chunk: Chunk }): boolean {
  return chunk.message.purpose !== 'history' && chunk.message.purpose !== 'prompt';
}

export function problemAt(found: { readonly chunk: Chunk; readonly offset: number }, message: string, note?: string): RuleProblem {
  const { layout } = found.chunk;
  return { node: leafOf(found)?.owner ?? layout.message, at: { message: layout.message, offset: found.offset }, message, ...(note === undefined ? {} : { note }) };
}
