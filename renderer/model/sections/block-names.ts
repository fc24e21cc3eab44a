/** What a content block is called: a call by its tool, a result by the tool whose call it answers. */
import { jsonEntries, jsonString, type JsonText } from '../../../shared/document/json-text';
import { memoByIdentity } from '../../../shared/basics/memo';
import type { BlockKind, PromptMessage, PromptNode, SectionNode } from '../../../shared/document/types';

/** The tool of each call, by the call's id. */
export type CalledTools = ReadonlyMap<string, string>;

const callKeys = new Set(['id', 'call_id', 'toolUseId']);
const answerKeys = new Set(['tool_use_id', 'tool_call_id', 'call_id', 'toolUseId', 'id']);

export function calledTools(messages: readonly PromptMessage[]): CalledTools {
  return new Map(messages.flatMap(callsIn));
}

const callsIn = memoByIdentity((message: PromptMessage): readonly (readonly [string, string])[] => {
  const found: (readonly [string, string])[] = [];
  const see = (node: PromptNode): void => {
    if (node.type !== 'section') return;
    if (node.block?.kind === 'tool-call')
      for (const id of idsIn(node.block.fields, callKeys)) found.push([id, node.name]);
    node.children.forEach(see);
  };
  message.children.forEach(see);
  return found;
});

function idsIn(fields: JsonText | undefined, keys: ReadonlySet<string>): readonly string[] {
  if (fields === undefined) return [];
  return jsonEntries(fields).flatMap(({ key, value }) => {
    const id = keys.has(key) ? jsonString(value) : undefined;
    return id === undefined ? [] : [id];
  });
}

/** A result is often named by the message around it. */
export function blockName(section: SectionNode, message: PromptMessage | undefined, calls: CalledTools): string {
  const { block, name } = section;
  if (block?.kind !== 'tool-result') return name;
  const tool = [...idsIn(block.fields, answerKeys), ...idsIn(message?.fields, answerKeys)]
    .map((id) => calls.get(id))
    .find((each) => each !== undefined);
  return tool === undefined ? (name === 'result' ? name : `result of ${name}`) : `result of ${tool}`;
}

export const blockWords: Readonly<Record<BlockKind, string>> = {
  text: '',
  image: 'image',
  document: 'document',
  'tool-call': 'call',
  'tool-result': 'result',
  thinking: 'thinking',
  opaque: 'as sent',
};
