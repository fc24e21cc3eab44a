import type { LeafSpan } from '../../document/layout';
import type { Chunk, MessageChunks, TextFacts } from './chunks';
import type { RuleProblem } from './types';

export interface Hit {
  /** In the scanned text. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & { readonly chunk: Chunk };
export type Scanner<T extends Hit> = (context: { readonly chunks: readonly MessageChunks[] }) => readonly Found<T>[];

/**
 * Runs `scan` over every chunk; a text that was scanned before is not scanned again. Offsets are those of the message.
 */
export function scanner<T extends Hit>(scan: (text: string) => readonly T[]): Scanner<T> {
  const hitsOf = remembered(scan);
  const indexesOf = foundIn((facts) => hitsOf(facts).length > 0);
  return ({ chunks }) => {
    const found: Found<T>[] = [];
    for (const each of chunks) {
      const { layout, message, starts, facts } = each;
      for (const index of indexesOf(each)) {
        const hit = facts[index];
        if (hit === undefined) continue;
        const chunk = { layout, message, start: starts[index] ?? 0, facts: hit };
        for (const one of hitsOf(hit)) found.push({ ...one, offset: chunk.start + one.offset, chunk });
      }
    }
    return found;
  };
}

/** The indexes of the chunks that pass; of a message that was looked at before, only those that are new are asked. */
export function foundIn(test: (facts: TextFacts) => boolean): (chunks: MessageChunks) => readonly number[] {
  const known = new WeakMap<readonly TextFacts[], readonly number[]>();
  const between = (facts: readonly TextFacts[], from: number, to: number): readonly number[] => {
    const indexes: number[] = [];
    for (let index = from; index < to; index += 1) {
      const each = facts[index];
      if (each !== undefined && test(each)) indexes.push(index);
    }
    return indexes;
  };
  const look = ({ facts, before }: MessageChunks): readonly number[] => {
    const last = before === undefined ? undefined : known.get(before.facts);
    if (before === undefined || last === undefined) return between(facts, 0, facts.length);
    const [tail, moved] = [before.facts.length - before.end, facts.length - before.facts.length];
    const middle = between(facts, before.start, facts.length - before.end);
    return [
      ...last.filter((index) => index < before.start),
      ...middle,
      ...last.flatMap((index) => (index < tail ? [] : [index + moved])),
    ];
  };
  return (chunks) => {
    const indexes = known.get(chunks.facts) ?? look(chunks);
    known.set(chunks.facts, indexes);
    return indexes;
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

export function problemAt(
  found: { readonly chunk: Chunk; readonly offset: number },
  message: string,
  note?: string,
): RuleProblem {
  const { layout } = found.chunk;
  return {
    node: leafOf(found)?.owner ?? layout.message,
    at: { message: layout.message, offset: found.offset },
    message,
    ...(note === undefined ? {} : { note }),
  };
}
