import { spelled, type JsonText } from '../document/json-text';
import type { ToolNode } from '../document/types';
import { nodeText } from '../document/walk';
import { answeredCall, callOf, definitionJson, fieldOf, opaqueJson } from './block-fields';
import type { Content, MessageContent } from './content';
import { lost } from './losses';
import type { Draft, FormWriter } from './provider-request';

/** A body of `generateContent`. The model stands in the address, not in the body. */
export const geminiWriter: FormWriter = {
  form: 'gemini',
  title: 'Gemini',
  hasBreakpoints: false,
  body(draft) {
    const { document, messages, parameters, standIn } = draft;
    const isSystem = ({ message }: MessageContent): boolean => message.purpose === 'system';
    const system = messages.filter(isSystem).flatMap((each) => parts(each, draft));
    const contents = messages
      .filter((each) => !isSystem(each))
      .map((each) => ({ role: each.message.role === 'assistant' ? 'model' : 'user', parts: parts(each, draft) }));
    const declarations = document.tools.flatMap(declared);
    const others = document.tools.flatMap((tool) => serverTools(tool, draft));
    const groups = [...(declarations.length === 0 ? [] : [{ functionDeclarations: declarations }]), ...others];
    return {
      ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
      contents: [...contents, ...(standIn === undefined ? [] : [{ role: 'user', parts: [{ text: standIn }] }])],
      ...(groups.length === 0 ? {} : { tools: groups }),
      ...nested(parameters),
    };
  },
};

/** `generationConfig.maxOutputTokens` and its like, put under their object. */
export function nested(parameters: ReadonlyMap<string, JsonText>): Readonly<Record<string, object>> {
  const groups: Record<string, Record<string, object>> = {};
  for (const [path, value] of parameters) {
    const [group = '', name = ''] = path.split('.');
    (groups[group] ??= {})[name] = spelled(value);
  }
  return groups;
}

function parts({ message, content }: MessageContent, draft: Draft): readonly object[] {
  return content.flatMap((each) => part(each, message, draft));
}

function part(content: Content, message: MessageContent['message'], draft: Draft): readonly object[] {
  const isOwn = draft.document.sent?.form === 'gemini';
  switch (content.kind) {
    case 'text':
      return [{ text: content.text }];
    case 'image':
      return [{ inlineData: { mimeType: content.image.mediaType, data: content.image.data } }];
    case 'tool-call': {
      const { id, name, input, text } = callOf(content.section);
      const args = input === undefined ? { input: text } : spelled(input);
      return [{ functionCall: { ...(id === undefined ? {} : { id }), name, args } }];
    }
    case 'tool-result': {
      const id = answeredCall(content.section, message.fields);
      const name = nameOfCall(draft, id) ?? content.section.name;
      const response = { output: nodeText(content.section) };
      return [{ functionResponse: { ...(id === undefined ? {} : { id }), name, response } }];
    }
    default: {
      if (isOwn && content.kind === 'opaque') return [spelled(opaqueJson(content.section))];
      const data = fieldOf(content.section, 'inlineData');
      if (isOwn && data !== undefined) return [{ inlineData: spelled(data) }];
      const text = nodeText(content.section);
      if (content.kind === 'document' && text !== '') return [{ text }];
      const what = content.kind === 'thinking' ? 'Thinking' : `Block "${content.section.name}"`;
      draft.warnings.push(lost(what, 'Gemini has no words for it', content.section.id));
      return [];
    }
  }
}

/** A result is tied to its call by name here. */
function nameOfCall({ messages }: Draft, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  for (const { content } of messages) {
    for (const each of content)
      if (each.kind === 'tool-call' && callOf(each.section).id === id) return each.section.name;
  }
  return undefined;
}

function declared(tool: ToolNode): readonly object[] {
  if (tool.tools !== undefined) return tool.tools.flatMap(declared);
  if (tool.kind !== undefined) return [];
  const description = tool.description.map((leaf) => leaf.value).join('');
  return [{ name: tool.name, description, parametersJsonSchema: spelled(tool.inputSchema) }];
}

function serverTools(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return tool.tools.flatMap((each) => serverTools(each, draft));
  if (tool.kind === undefined) return [];
  if (draft.document.sent?.form === 'gemini' && tool.definition !== undefined)
    return [spelled(definitionJson(tool.definition))];
  draft.warnings.push(lost(`Tool ${tool.name}`, `Gemini has no tool of type ${tool.kind}`, tool.id));
  return [];
}
