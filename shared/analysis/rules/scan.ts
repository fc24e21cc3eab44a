import type { LeafSpan } from '../../document/layout';
import type { Chunk, MessageChunks, TextFacts } from './chunks';
import type { RuleProblem } from './types';

export interface Hit {
  /** In the scanned text. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & { readonly chunk: Chunk };
export type Scanner<T extends Hit> = (context: { readonly chunks: readonly MessageChunks[] }) => readonly Found<T>[];

/** Runs `scan` over every chunk; a text that was scanned before is not scanned again. Offsets are those of the message. */
export function scanner<T extends Hit>(scan: (text: string) => readonly T[]): Scanner<T> {
  const hitsOf = remembered(scan);
  return ({ chunks }) => {
    const found: Found<T>[] = [];
    for (const { layout, message, starts, facts } of chunks) {
      for (let index = 0; index < facts.length; index += 1) {
        const each = facts[index];
        if (each === undefined) continue;
        const hits = hitsOf(each);
        if (hits.length === 0) continue;
        const chunk = { layout, message, start: starts[index] ?? 0, facts: each };
        for (const hit of hits) found.push({ ...hit, offset: chunk.start + hit.offset, chunk });
      }
    }
    return found;
  };
}

let scanners = 0;

/** What `scan` finds in a text. */
export function remembered<T>(scan: (text: string) => readonly T[]): (facts: TextFacts) => readonly T[] {
  const own = scanners;
  scanners += 1;
  const look = ({ text, found }: TextFacts): readonly T[] => {
    const hits = scan(text);
    found[own] = hits;
    return hits;
  };
  // Nobody else writes under this scanner's number.
  return (facts) => (facts.found[own] as readonly T[] | undefined) ?? look(facts);
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
