import type { LeafSpan } from '../../document/layout';
import type { Chunk } from './chunks';
import type { RuleProblem } from './types';

export interface Hit {
  /** In the scanned text. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & { readonly chunk: Chunk };
export type Scanner<T extends Hit> = (context: { readonly chunks: readonly Chunk[] }) => readonly Found<T>[];

/** Runs `scan` over every chunk; a text that was scanned before is not scanned again. Offsets are those of the message. */
export function scanner<T extends Hit>(scan: (text: string) => readonly T[]): Scanner<T> {
  const hitsOf = remembered(scan);
  return ({ chunks }) => {
    const found: Found<T>[] = [];
    for (const chunk of chunks) for (const hit of hitsOf(chunk)) found.push({ ...hit, offset: chunk.start + hit.offset, chunk });
    return found;
  };
}

let scanners = 0;

/** What `scan` finds in a chunk's text; offsets are those of the chunk. */
export function remembered<T>(scan: (text: string) => readonly T[]): (chunk: Pick<Chunk, 'facts'>) => readonly T[] {
  const own = scanners;
  scanners += 1;
  return ({ facts: { text, found } }) => {
    // Nobody else writes under this scanner's number.
    const before = found[own] as readonly T[] | undefined;
    if (before !== undefined) return before;
    const hits = scan(text);
    found[own] = hits;
    return hits;
  };
}

export function leafOf({ chunk, offset }: { readonly chunk: Chunk; readonly offset: number }): LeafSpan | undefined {
  return chunk.layout.leafAt(offset);
}

/** Text that people said or will say is theirs: a rule about how a prompt is written has no business there. */
export function isWritten({ chunk }: { readonly chunk: Chunk }): boolean {
  return chunk.message.purpose !== 'history' && chunk.message.purpose !== 'prompt';
}

export function problemAt(found: { readonly chunk: Chunk; readonly offset: number }, message: string, note?: string): RuleProblem {
  const { layout } = found.chunk;
  return { node: leafOf(found)?.owner ?? layout.message, at: { message: layout.message, offset: found.offset }, message, ...(note === undefined ? {} : { note }) };
}
