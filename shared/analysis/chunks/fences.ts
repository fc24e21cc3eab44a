import type { NodeId, Span } from '../../document/types';
import type { MessageChunks } from './lint-memo';
import { blocksOf, type Blocks } from './code-blocks';

/** Code blocks of one message; `open` is the offset of an unclosed fence, whose block runs to the end. */
export interface Fences {
  readonly chunks: MessageChunks;
  readonly blocks: Blocks;
  readonly open: number | undefined;
}

export function fencesOf(messages: readonly MessageChunks[]): ReadonlyMap<NodeId, Fences> {
  const all = new Map<NodeId, Fences>();
  for (const chunks of messages) {
    const blocks = blocksOf(chunks);
    const { closed, open } = blocks;
    if (closed.length > 0 || open !== undefined)
      all.set(chunks.layout.message, {
        chunks,
        blocks,
        open: open === undefined ? undefined : offsetOf(chunks, open.from),
      });
  }
  return all;
}

function offsetOf(
  { starts }: MessageChunks,
  { chunk, inside }: { readonly chunk: number; readonly inside: number },
): number {
  return (starts[chunk] ?? 0) + inside;
}

/** In order, without overlaps. */
export function spansOf({ chunks, blocks: { closed }, open }: Fences): readonly Span[] {
  const spans = closed.map(({ from, until }) => ({ start: offsetOf(chunks, from), end: offsetOf(chunks, until) }));
  return open === undefined ? spans : [...spans, { start: open, end: chunks.layout.length }];
}

/** Binary search among the blocks. */
export function isFenced(fences: ReadonlyMap<NodeId, Fences>, message: NodeId, offset: number): boolean {
  const found = fences.get(message);
  if (found === undefined) return false;
  const {
    chunks,
    open,
    blocks: { closed },
  } = found;
  if (open !== undefined && offset >= open) return true;
  let low = 0;
  let high = closed.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = closed[middle];
    if (block === undefined || offset < offsetOf(chunks, block.from)) high = middle - 1;
    else if (offset >= offsetOf(chunks, block.until)) low = middle + 1;
    else return true;
  }
  return false;
}
