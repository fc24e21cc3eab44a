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
  /** One and the same object for the same text, run after run: what a scanner found is kept by it. */
  readonly facts: TextFacts;
}

export type TextFacts = object;

interface KnownText {
  readonly text: string;
  readonly facts: TextFacts;
}

/**
 * Belongs to whoever lints again and again: what was found in a text is found again without looking. Holds the texts of the
 * last run. A text at the same place from the start or from the end is compared and not hashed; only others are looked up.
 */
export class LintMemo {
  #last: readonly KnownText[] = [];
  #byText: ReadonlyMap<string, KnownText> | undefined;

  /** The facts of each text, in order. */
  next(texts: readonly string[]): readonly TextFacts[] {
    const shift = this.#last.length - texts.length;
    const known = texts.map((text, index): KnownText => {
      const [fromStart, fromEnd] = [this.#last[index], this.#last[index + shift]];
      if (fromStart?.text === text) return fromStart;
      if (fromEnd?.text === text) return fromEnd;
      this.#byText ??= new Map(this.#last.map((each) => [each.text, each]));
      return this.#byText.get(text) ?? { text, facts: {} };
    });
    this.#last = known;
    this.#byText = undefined;
    return known.map(({ facts }) => facts);
  }
}

export interface Hit {
  /** In the scanned text. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & { readonly chunk: Chunk };
export type Scanner<T extends Hit> = (context: Pick<RuleContext, 'chunks'>) => readonly Found<T>[];

/** Longer sections are cut at a blank line, so that an edit in a long file leaves most of its chunks as they are. */
const longChunk = 2048;

export function chunksOf(document: PromptDocument, layouts: readonly MessageLayout[], memo: LintMemo): readonly Chunk[] {
  const chunks: Omit<Chunk, 'facts'>[] = [];
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
  const facts = memo.next(chunks.map(({ text }) => text));
  return chunks.map(({ layout, message, start, text }, index) => ({ layout, message, start, text, facts: facts[index] ?? {} }));
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

/** Runs `scan` over every chunk; a text that was scanned before is not scanned again. Offsets are those of the message. */
export function scanner<T extends Hit>(scan: (text: string) => readonly T[]): Scanner<T> {
  const hitsOf = remembered(scan);
  return ({ chunks }) => {
    const found: Found<T>[] = [];
    for (const chunk of chunks) for (const hit of hitsOf(chunk)) found.push({ ...hit, offset: chunk.start + hit.offset, chunk });
    return found;
  };
}

/** What `scan` finds in a chunk's text; offsets are those of the chunk. */
export function remembered<T>(scan: (text: string) => readonly T[]): (chunk: Pick<Chunk, 'text' | 'facts'>) => readonly T[] {
  const known = new WeakMap<TextFacts, readonly T[]>();
  return ({ facts, text }) => {
    const before = known.get(facts);
    if (before !== undefined) return before;
    const hits = scan(text);
    known.set(facts, hits);
    return hits;
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
