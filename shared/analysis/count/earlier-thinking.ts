/** Thinking of earlier turns, which some models do not see again when the user speaks. */
import type { NodeId, PromptDocument, PromptMessage, PromptNode, SectionNode } from '../../document/types';
import { findRow } from '../../models/table';
import { setsThinkingKept } from './context-editing';

export interface EarlierThinking {
  /** In the order of the prompt. */
  readonly blocks: readonly NodeId[];
  /** `unknown`: nobody published what happens to it with this model. */
  readonly fate: 'left-out' | 'kept' | 'unknown';
}

/**
 * The thinking before the last message in which the user said something. Tool results do not count: they continue the
 * turn. Undefined if there is none.
 */
export function earlierThinking(
  { messages, parameters }: Pick<PromptDocument, 'messages' | 'parameters'>,
  model: { readonly id: string; readonly provider: string },
): EarlierThinking | undefined {
  const turn = messages.findLastIndex(isUserTurn);
  const blocks = messages.slice(0, Math.max(0, turn)).flatMap(thinkingIn);
  if (blocks.length === 0) return undefined;
  const row = findRow(model.id, model.provider);
  const keeps = row?.keepsThinking ?? (row?.base === undefined ? undefined : findRow(row.base)?.keepsThinking);
  // Whether an older model then sees what it leaves out by itself is not published.
  const isUnsure = keeps === undefined || (!keeps && setsThinkingKept({ parameters }));
  return { blocks, fate: isUnsure ? 'unknown' : keeps ? 'kept' : 'left-out' };
}

function isUserTurn({ role, children }: PromptMessage): boolean {
  return role === 'user' && children.some((child) => child.type !== 'omitted' && !isBlock(child, 'tool-result'));
}

function thinkingIn({ role, children }: PromptMessage): readonly NodeId[] {
  if (role !== 'assistant') return [];
  return children.flatMap((child) => (isBlock(child, 'thinking') ? [child.id] : []));
}

function isBlock(node: PromptNode, kind: 'tool-result' | 'thinking'): node is SectionNode {
  return node.type === 'section' && node.block?.kind === kind;
}
