import { spelled, type JsonText } from '../../document/json-text';
import type { ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { definitionJson, fieldOf, opaqueJson } from '../body/block-fields';
import type { Content, MessageContent } from '../body/content';
import { lost } from '../losses';
import { loseKeys, loseToolKeys, type Draft, type FormWriter } from '../body/provider-request';
import { asPlainText, loseGroup, loseResultKeys, loseRole, objectInput, resultText } from '../body/shared-blocks';

/** Writes a body of `generateContent`. The model is in the URL, not in the body. */
export const geminiWriter: FormWriter = {
  form: 'gemini',
  title: 'Gemini',
  hasBreakpoints: false,
  body(draft) {
    const { document, messages, parameters, standIn } = draft;
    const system = messages.filter(({ isPreamble }) => isPreamble).flatMap((each) => parts(each, draft));
    const contents = messages
      .filter(({ isPreamble }) => !isPreamble)
      .map((each) => {
        loseRole(each.message, 'Gemini', draft);
        return { role: each.message.role === 'assistant' ? 'model' : 'user', parts: parts(each, draft) };
      });
    const declarations = document.tools.flatMap((tool) => declared(tool, draft));
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

/** Moves parameters such as `generationConfig.maxOutputTokens` into their parent object. */
export function nested(parameters: ReadonlyMap<string, JsonText>): Readonly<Record<string, object>> {
  const groups: Record<string, Record<string, object>> = {};
  const alone: Record<string, object> = {};
  for (const [path, value] of parameters) {
    const [group = '', name] = path.split('.');
    if (name === undefined) alone[group] = spelled(value);
    else (groups[group] ??= {})[name] = spelled(value);
  }
  return { ...alone, ...groups };
}

function parts({ content }: MessageContent, draft: Draft): readonly object[] {
  return content.flatMap((each) => part(each, draft));
}

function part(content: Content, draft: Draft): readonly object[] {
  const isOwn = draft.document.sent?.form === 'gemini';
  switch (content.kind) {
    case 'text':
      return [{ text: content.text }];
    case 'image':
      loseKeys(draft, content.image.fields);
      return [{ inlineData: { mimeType: content.image.mediaType, data: content.image.data } }];
    case 'tool-call': {
      const { name, input } = objectInput(content.section, draft);
      return [{ functionCall: { id: draft.calls.ofCall(content.section), name, args: input } }];
    }
    case 'tool-result': {
      loseResultKeys(content.section, draft);
      const [id, name] = [draft.calls.ofResult(content.section), draft.calls.toolOf(content.section)];
      return [{ functionResponse: { id, name, response: { output: resultText(content, 'Gemini', draft) } } }];
    }
    default: {
      if (isOwn && content.kind === 'opaque') return [spelled(opaqueJson(content.section))];
      const data = fieldOf(content.section, 'inlineData');
      if (isOwn && data !== undefined) return [{ inlineData: spelled(data) }];
      if (content.kind === 'document' && nodeText(content.section) !== '')
        return [{ text: asPlainText(content.section, draft) }];
      const what = content.kind === 'thinking' ? 'Thinking' : `Block "${content.section.name}"`;
      draft.warnings.push(lost(what, 'Gemini has no fields for it', content.section.id));
      return [];
    }
  }
}

function declared(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return loseGroup(tool, draft).flatMap((each) => declared(each, draft));
  if (tool.kind !== undefined) return [];
  loseToolKeys(draft, tool);
  const description = tool.description.map((leaf) => leaf.value).join('');
  return [
    {
      name: tool.name,
      ...(description === '' ? {} : { description }),
      parametersJsonSchema: spelled(tool.inputSchema),
    },
  ];
}

function serverTools(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return tool.tools.flatMap((each) => serverTools(each, draft));
  if (tool.kind === undefined) return [];
  if (draft.document.sent?.form === 'gemini' && tool.definition !== undefined)
    return [spelled(definitionJson(tool.definition))];
  draft.warnings.push(lost(`Tool ${tool.name}`, `Gemini has no tool of type ${tool.kind}`, tool.id));
  return [];
}
