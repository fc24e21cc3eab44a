import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsAt, objectAt, textAt, type Body } from './body';
import {
  contentParts,
  dataUrlImage,
  functionTool,
  markOf,
  roleOf,
  withMark,
  type Form,
  type RequestMessage,
  type RequestPart,
  type RequestParts,
} from './forms';

/** Reads a body by its form; every reader takes what it knows and leaves the rest as it is written. */
export function readForm(body: Body, form: Form): RequestParts {
  const readers = {
    anthropic,
    'openai-chat': openaiChat,
    'openai-responses': openaiResponses,
    gemini,
    bedrock,
    messages: neutral,
  } as const satisfies Record<Form, (root: ConfigNode) => Omit<RequestParts, 'form'>>;
  return { form, ...readers[form](body.root) };
}

function messagesOf(root: ConfigNode, part: (node: ConfigNode) => RequestPart): readonly RequestMessage[] {
  return itemsAt(root, 'messages').map((node) => ({
    role: roleOf(textAt(node, 'role')),
    node,
    parts: contentParts(configAt(node, ['content']), part),
  }));
}

function systemMessage(
  content: ConfigNode | undefined,
  part: (node: ConfigNode) => RequestPart,
): readonly RequestMessage[] {
  const parts = contentParts(content, part);
  return content === undefined || parts.length === 0 ? [] : [{ role: 'system', node: content, parts }];
}

const typed = (node: ConfigNode): string => textAt(node, 'type') ?? 'unknown';

function anthropicPart(node: ConfigNode): RequestPart {
  const kind = typed(node);
  const mark = withMark(markOf(node));
  if (kind === 'text') return { node, kind, text: configAt(node, ['text']), ...mark };
  const [mediaType, data] = [textAt(node, 'source', 'media_type'), textAt(node, 'source', 'data')];
  if (kind === 'image' && mediaType !== undefined && data !== undefined)
    return { node, kind, text: undefined, image: { mediaType, data }, ...mark };
  const inner = configAt(node, ['content']);
  if (kind === 'tool_result' && inner?.kind === 'string') return { node, kind, text: inner, ...mark };
  return { node, kind, text: undefined, ...mark };
}

function anthropic(root: ConfigNode): Omit<RequestParts, 'form'> {
  return {
    model: textAt(root, 'model'),
    tools: itemsAt(root, 'tools').map((node) => functionTool(node, [], 'input_schema')),
    messages: [...systemMessage(configAt(root, ['system']), anthropicPart), ...messagesOf(root, anthropicPart)],
  };
}

function openaiPart(node: ConfigNode): RequestPart {
  const kind = typed(node);
  const mark = withMark(markOf(node));
  if (kind === 'text' || kind === 'input_text' || kind === 'output_text')
    return { node, kind, text: configAt(node, ['text']), ...mark };
  const image = dataUrlImage(textAt(node, 'image_url', 'url') ?? textAt(node, 'image_url'));
  return { node, kind, text: undefined, ...(image === undefined ? {} : { image }), ...mark };
}

function openaiChat(root: ConfigNode): Omit<RequestParts, 'form'> {
  const messages = messagesOf(root, openaiPart).map((message) => {
    const calls = configAt(message.node, ['tool_calls']);
    return calls === undefined
      ? message
      : { ...message, parts: [...message.parts, { node: calls, text: undefined, kind: 'tool_calls' }] };
  });
  return {
    model: textAt(root, 'model'),
    tools: itemsAt(root, 'tools').map((node) => functionTool(node, ['function'], 'parameters')),
    messages,
  };
}

function openaiResponses(root: ConfigNode): Omit<RequestParts, 'form'> {
  const input = configAt(root, ['input']);
  const spoken: readonly RequestMessage[] =
    input?.kind === 'string'
      ? [{ role: 'user', node: input, parts: [{ node: input, text: input, kind: 'text' }] }]
      : itemsAt(root, 'input').map((node) => {
          const content = configAt(node, ['content']);
          const parts =
            content === undefined ? [{ node, text: undefined, kind: typed(node) }] : contentParts(content, openaiPart);
          return {
            role: roleOf(textAt(node, 'role') ?? (typed(node) === 'function_call' ? 'assistant' : 'user')),
            node,
            parts,
          };
        });
  return {
    model: textAt(root, 'model'),
    tools: itemsAt(root, 'tools').map((node) => functionTool(node, [], 'parameters')),
    messages: [...systemMessage(configAt(root, ['instructions']), openaiPart), ...spoken],
  };
}

function geminiPart(node: ConfigNode): RequestPart {
  const text = configAt(node, ['text']);
  if (text !== undefined) return { node, text, kind: 'text' };
  const holder = configAt(node, ['inlineData']) ?? configAt(node, ['inline_data']);
  const [mediaType, data] = [textAt(holder, 'mimeType') ?? textAt(holder, 'mime_type'), textAt(holder, 'data')];
  const kind = node.kind === 'object' ? (node.entries[0]?.key ?? 'unknown') : 'unknown';
  return {
    node,
    text: undefined,
    kind,
    ...(mediaType === undefined || data === undefined ? {} : { image: { mediaType, data } }),
  };
}

function gemini(root: ConfigNode): Omit<RequestParts, 'form'> {
  const instruction = configAt(root, ['systemInstruction']) ?? configAt(root, ['system_instruction']);
  const contents = itemsAt(root, 'contents').map((node): RequestMessage => ({
    role: roleOf(textAt(node, 'role')),
    node,
    parts: contentParts(configAt(node, ['parts']), geminiPart),
  }));
  const declarations = itemsAt(root, 'tools').flatMap((group) => [
    ...itemsAt(group, 'functionDeclarations'),
    ...itemsAt(group, 'function_declarations'),
  ]);
  return {
    model: textAt(root, 'model'),
    tools: declarations.map((node) => functionTool(node, [], 'parameters')),
    messages: [
      ...systemMessage(instruction?.kind === 'object' ? configAt(instruction, ['parts']) : instruction, geminiPart),
      ...contents,
    ],
  };
}

/** Bedrock Converse: a part is `{text}`, and `{cachePoint}` is a part of its own that marks the one before it. */
function bedrockParts(content: ConfigNode | undefined): readonly RequestPart[] {
  const parts: RequestPart[] = [];
  for (const node of content?.kind === 'array' ? content.items : []) {
    const point = configAt(node, ['cachePoint']);
    const last = parts.at(-1);
    if (point !== undefined && last !== undefined) {
      parts[parts.length - 1] = { ...last, mark: textAt(point, 'ttl') === '1h' ? '1h' : '5m' };
      continue;
    }
    const [mediaType, data] = [textAt(node, 'image', 'format'), textAt(node, 'image', 'source', 'bytes')];
    const kind = node.kind === 'object' ? (node.entries[0]?.key ?? 'unknown') : 'unknown';
    parts.push({
      node,
      kind,
      text: configAt(node, ['text']),
      ...(mediaType === undefined || data === undefined ? {} : { image: { mediaType: `image/${mediaType}`, data } }),
    });
  }
  return parts;
}

function bedrock(root: ConfigNode): Omit<RequestParts, 'form'> {
  const system = configAt(root, ['system']);
  const systemParts = bedrockParts(system);
  const tools = itemsAt(root, 'toolConfig', 'tools').flatMap((node) => {
    const spec = configAt(node, ['toolSpec']);
    return spec === undefined
      ? []
      : [
          {
            name: textAt(spec, 'name') ?? 'tool',
            description: configAt(spec, ['description']),
            schema: objectAt(spec, 'inputSchema', 'json'),
            node,
          },
        ];
  });
  return {
    model: textAt(root, 'modelId'),
    tools,
    messages: [
      ...(system === undefined || systemParts.length === 0
        ? []
        : [{ role: 'system' as const, node: system, parts: systemParts }]),
      ...itemsAt(root, 'messages').map((node): RequestMessage => ({
        role: roleOf(textAt(node, 'role')),
        node,
        parts: bedrockParts(configAt(node, ['content'])),
      })),
    ],
  };
}

/** The neutral array that `--format messages` prints. */
function neutral(root: ConfigNode): Omit<RequestParts, 'form'> {
  const items = root.kind === 'array' ? root.items : [];
  return {
    model: undefined,
    tools: [],
    messages: items.map((node) => ({
      role: roleOf(textAt(node, 'role')),
      node,
      parts: contentParts(configAt(node, ['content']), openaiPart),
    })),
  };
}
