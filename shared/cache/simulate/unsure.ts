/** From which block on nobody published what the model sees of a request. */
import { contextEditing } from '../../analysis/count/context-editing';
import type { Analysis } from '../../analysis/types';
import type { NodeId, PromptDocument } from '../../document/types';
import type { Block } from './blocks';

export interface Unsure {
  /** Index of a block. */
  readonly from: number;
  readonly why: string;
  /** The request may be smaller than it was sent. */
  readonly mayShrink?: true;
}

export function unsureOf(blocks: readonly Block[], document: PromptDocument, analysis: Analysis): readonly Unsure[] {
  const { fate, blocks: thoughts = [] } = analysis.earlierThinking ?? {};
  const earlier = new Set(thoughts);
  const thinking: readonly Unsure[] =
    fate === 'unknown'
      ? [
          {
            from: blocks.findIndex((block) => isThinking(block, earlier)),
            why: 'Whether the model sees thinking of earlier turns again is not published',
          },
        ]
      : [];
  const cleared = contextEditing(document, analysis).map(({ from, why }): Unsure => ({
    from: clearedFrom(blocks, from),
    why,
    mayShrink: true,
  }));
  return [...thinking, ...cleared];
}

/** Where the block of a message begins that may be cleared; else the first message. */
function clearedFrom(blocks: readonly Block[], from: NodeId | undefined): number {
  const at = blocks.findIndex(
    ({ id, nodes = [] }) => id === from || nodes.some((node) => node.type === 'section' && node.id === from),
  );
  return at === -1 ? blocks.findIndex(({ part }) => part === 'messages') : at;
}

/** True for a block of nothing but this thinking. */
export function isThinking({ nodes = [] }: Block, earlier: ReadonlySet<NodeId>): boolean {
  return nodes.length > 0 && nodes.every((node) => node.type === 'section' && earlier.has(node.id));
}
