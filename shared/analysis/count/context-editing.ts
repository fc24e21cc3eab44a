/**
 * Context editing of the Claude API (`context_management`): the provider clears tool results or thinking of a request
 * before the model sees it. What is cleared is lost to the cache from there on. Nobody published how much is cleared,
 * or what stands in its place, so a request in which it may happen is known only up to there.
 */
import type { NodeId, PromptDocument, PromptMessage, SectionNode } from '../../document/types';
import { fieldsOf, parsedJson, type Fields } from '../../basics/json-value';
import type { Analysis } from '../types';

export interface ContextEditing {
  /** From this block of a message on nothing is sure; undefined: from the first message on. */
  readonly from: NodeId | undefined;
  readonly why: string;
}

/** Defaults as published for `clear_tool_uses_20250919`. */
const usualTrigger = 100_000;
const usualKeep = 3;

/** What the edits of the request may clear; empty if none of them can act. */
export function contextEditing(
  document: PromptDocument,
  { total }: Pick<Analysis, 'total'>,
): readonly ContextEditing[] {
  return editsOf(document).flatMap((edit) => {
    const type = typeof edit['type'] === 'string' ? edit['type'] : 'an edit without a type';
    const clears = mayClear(type, edit, document, total.high);
    const from = clears === 'anything' ? undefined : clears?.id;
    return clears === undefined
      ? []
      : [
          {
            from,
            why: `Context editing (${type}) may clear ${from ?? 'messages'} and what follows; how much is not known`,
          },
        ];
  });
}

/** True if the request says itself which thinking is kept. */
export function setsThinkingKept(document: Pick<PromptDocument, 'parameters'>): boolean {
  return editsOf(document).some(({ type, keep }) => isOf(type, 'clear_thinking_') && keep !== undefined);
}

function editsOf({ parameters }: Pick<PromptDocument, 'parameters'>): readonly Fields[] {
  const value = parameters.find(({ name }) => name === 'context_management')?.value;
  const edits = value === undefined ? undefined : fieldsOf(parsedJson(value))['edits'];
  return Array.isArray(edits) ? edits.map(fieldsOf) : [];
}

function isOf(type: unknown, kind: string): boolean {
  return typeof type === 'string' && type.startsWith(kind);
}

function mayClear(
  type: string,
  edit: Fields,
  { messages }: PromptDocument,
  size: number,
): SectionNode | 'anything' | undefined {
  if (isOf(type, 'clear_tool_uses_')) {
    const calls = sectionsOf(messages, 'tool-call');
    const trigger = fieldsOf(edit['trigger']);
    const value = numberOf(trigger, usualTrigger);
    const isReached = trigger['type'] === 'tool_uses' ? calls.length >= value : size >= value;
    if (!isReached || calls.length <= numberOf(fieldsOf(edit['keep']), usualKeep)) return undefined;
    const inputs = edit['clear_tool_inputs'];
    return (inputs === undefined || inputs === false ? sectionsOf(messages, 'tool-result') : calls)[0];
  }
  if (isOf(type, 'clear_thinking_')) {
    const { keep } = edit;
    // Without `keep` the model does what it does without the edit.
    if (keep === undefined || keep === 'all') return undefined;
    const turns = messages.filter((message) => sectionsOf([message], 'thinking').length > 0);
    return turns.length <= numberOf(fieldsOf(keep), 0) ? undefined : sectionsOf(turns, 'thinking')[0];
  }
  return 'anything';
}

function numberOf(fields: Fields, usual: number): number {
  const value = fields['value'];
  return typeof value === 'number' ? value : usual;
}

function sectionsOf(
  messages: readonly PromptMessage[],
  kind: 'tool-call' | 'tool-result' | 'thinking',
): readonly SectionNode[] {
  return messages.flatMap(({ children }) =>
    children.flatMap((child) => (child.type === 'section' && child.block?.kind === kind ? [child] : [])),
  );
}
