import { spelled } from '../../document/json-text';
import type { ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { callOf, definitionJson, fieldOf, opaqueJson, isCustomCall } from '../body/block-fields';
import { plainText, type Content, type MessageContent } from '../body/content';
import { customTool, isCustom } from '../body/custom-tools';
import { lost } from '../losses';
import { loseKeys, loseToolKeys, type Draft, type FormWriter } from '../body/provider-request';
import { asPlainText, loseCallKeys, loseResultKeys, resultText } from '../body/shared-blocks';
import { strictOf } from '../body/tool-fields';

/** Writes a body of the Responses API: messages, calls and results are items of one list. */
export const openaiResponsesWriter: FormWriter = {
  form: 'openai-responses',
  title: 'OpenAI Responses',
  hasBreakpoints: false,
  body(draft) {
    const { document, model, messages, parameters, standIn } = draft;
    const [first, ...rest] = messages;
    const instructions =
      first?.isPreamble === true && first.content.every((each) => each.kind === 'text') ? first : undefined;
    const items = (instructions === undefined ? messages : rest).flatMap((each) => itemsOf(each, draft));
    const tools = document.tools.flatMap((tool) => responsesTool(tool, draft));
    return {
      ...(model === undefined ? {} : { model }),
      ...Object.fromEntries([...parameters].map(([name, value]) => [name, spelled(value)])),
      ...(instructions === undefined ? {} : { instructions: plainText(instructions.content) }),
      input: [...items, ...(standIn === undefined ? [] : [{ role: 'user', content: standIn }])],
      ...(tools.length === 0 ? {} : { tools }),
    };
  },
};

/** Calls and results are separate items, so they end the message before them. */
function itemsOf({ message, content, isList }: MessageContent, draft: Draft): readonly object[] {
  const role = message.role === 'tool' ? 'user' : message.role;
  const items: object[] = [];
  let parts: object[] = [];
  const flush = (): void => {
    if (parts.length > 0) items.push({ role, content: parts });
    parts = [];
  };
  if (!isList) return [{ role, content: plainText(content) }];
  for (const each of content) {
    if (each.kind === 'tool-call' || each.kind === 'tool-result' || isItem(each)) {
      flush();
      items.push(...itemOf(each, draft));
    } else parts.push(...partOf(each, role === 'assistant' ? 'output_text' : 'input_text', draft));
  }
  flush();
  return items;
}

type Section = Exclude<Content, { kind: 'text' | 'image' }>;

/** Thinking and opaque blocks are separate items in a Responses body. */
function isItem(content: Content): content is Section {
  return content.kind === 'thinking' || content.kind === 'opaque';
}

function itemOf(content: Section, draft: Draft): readonly object[] {
  const { section } = content;
  if (content.kind === 'tool-call') {
    loseCallKeys(section, draft);
    const { name, input, text } = callOf(section);
    const call_id = draft.calls.ofCall(section);
    return isCustomCall(section)
      ? [{ type: 'custom_tool_call', call_id, name, input: text }]
      : [{ type: 'function_call', call_id, name, arguments: text === '' ? input : text }];
  }
  if (content.kind === 'tool-result') {
    loseResultKeys(section, draft);
    const call_id = draft.calls.ofResult(section);
    const type = draft.calls.answersCustom(section) ? 'custom_tool_call_output' : 'function_call_output';
    const isList = content.inner.some((each) => each.kind === 'image');
    const output = isList
      ? content.inner.flatMap((each) => partOf(each, 'input_text', draft))
      : resultText(content, 'Responses', draft);
    return [{ type, call_id, output }];
  }
  const isOwn = draft.document.sent?.form === 'openai-responses';
  if (isOwn && content.kind === 'opaque') return [spelled(opaqueJson(section))];
  const encrypted = fieldOf(section, 'encrypted_content');
  if (isOwn && encrypted !== undefined)
    return [{ type: 'reasoning', summary: [], encrypted_content: spelled(encrypted) }];
  const what = content.kind === 'thinking' ? 'Thinking' : `Block "${section.name}"`;
  draft.warnings.push(lost(what, `Responses has no ${section.block?.type ?? 'such block'} of this kind`, section.id));
  return [];
}

function partOf(content: Content, type: 'input_text' | 'output_text', draft: Draft): readonly object[] {
  const { warnings } = draft;
  if (content.kind === 'text') return [{ type, text: content.text }];
  if (content.kind === 'image') {
    const { image } = content;
    if (type === 'input_text') loseKeys(draft, image.fields);
    if (type === 'input_text')
      return [{ type: 'input_image', image_url: `data:${image.mediaType};base64,${image.data}` }];
    warnings.push(lost(`Image ${image.source ?? image.id}`, 'the assistant sends no images', image.id));
    return [];
  }
  if (nodeText(content.section) !== '') return [{ type, text: asPlainText(content.section, draft) }];
  warnings.push(lost(`"${content.section.name}"`, 'its bytes are not carried over', content.section.id));
  return [];
}

function responsesTool(tool: ToolNode, draft: Draft): readonly object[] {
  const isOwn = draft.document.sent?.form === 'openai-responses';
  const description = tool.description.map((leaf) => leaf.value).join('');
  if (tool.tools !== undefined) {
    loseToolKeys(draft, tool);
    const inner = tool.tools.flatMap((each) => responsesTool(each, draft));
    return [{ type: 'namespace', name: tool.name, description, tools: inner }];
  }
  if (!isOwn && isCustom(tool)) {
    const { fields, format } = customTool(tool, draft);
    const shape = { type: format?.type, ...format?.grammar };
    return [{ type: 'custom', ...fields, ...(format === undefined ? {} : { format: shape }) }];
  }
  if (tool.kind !== undefined) {
    if (isOwn && tool.definition !== undefined) return [spelled(definitionJson(tool.definition))];
    draft.warnings.push(lost(`Tool ${tool.name}`, `OpenAI has no tool of type ${tool.kind}`, tool.id));
    return [];
  }
  loseToolKeys(draft, tool, ['strict']);
  const strict = strictOf(tool);
  return [
    {
      type: 'function',
      name: tool.name,
      ...(description === '' ? {} : { description }),
      parameters: spelled(tool.inputSchema),
      ...(strict === undefined ? {} : { strict: spelled(strict) }),
    },
  ];
}
