import { spelled } from '../document/json-text';
import type { CacheBreakpoint, SectionNode, ToolNode } from '../document/types';
import { nodeText } from '../document/walk';
import { answeredCall, callOf, fieldOf, opaqueJson } from './block-fields';
import type { Content, MessageContent } from './content';
import { nested } from './gemini';
import { lost } from './losses';
import type { Draft, FormWriter } from './provider-request';
import { standInMaxTokens } from './sendable';

/** A body of Bedrock's Converse; a cache point is a block of its own behind what it marks. */
export const bedrockWriter: FormWriter = {
  form: 'bedrock',
  title: 'Bedrock',
  hasBreakpoints: true,
  body(draft) {
    const { document, model, messages, parameters, standIn, filled } = draft;
    const isSystem = ({ message }: MessageContent): boolean => message.purpose === 'system';
    const system = messages.filter(isSystem).flatMap((each) => blocks(each, draft));
    const spoken = messages
      .filter((each) => !isSystem(each))
      .map((each) => ({
        role: each.message.role === 'assistant' ? 'assistant' : 'user',
        content: blocks(each, draft),
      }));
    const tools = document.tools.flatMap((tool) => bedrockTool(tool, draft));
    const config = nested(parameters);
    if (!parameters.has('inferenceConfig.maxTokens')) filled.push(`\`inferenceConfig.maxTokens\` ${standInMaxTokens}`);
    return {
      ...(model === undefined ? {} : { modelId: model }),
      ...(system.length === 0 ? {} : { system }),
      messages: [...spoken, ...(standIn === undefined ? [] : [{ role: 'user', content: [{ text: standIn }] }])],
      ...(tools.length === 0 ? {} : { toolConfig: { tools } }),
      inferenceConfig: { maxTokens: standInMaxTokens, ...config['inferenceConfig'] },
    };
  },
};

function blocks({ message, content }: MessageContent, draft: Draft): readonly object[] {
  return content.flatMap((each) => [...block(each, message, draft), ...cachePoint(each.mark)]);
}

function cachePoint(mark: CacheBreakpoint | undefined): readonly object[] {
  if (mark === undefined) return [];
  return [{ cachePoint: { type: 'default', ...(mark.ttl === '1h' ? { ttl: '1h' } : {}) } }];
}

function block(content: Content, message: MessageContent['message'], draft: Draft): readonly object[] {
  switch (content.kind) {
    case 'text':
      return [{ text: content.text }];
    case 'image': {
      const { mediaType, data } = content.image;
      return [{ image: { format: mediaType.replace(/^image\//, ''), source: { bytes: data } } }];
    }
    case 'tool-call': {
      const { id, name, input, text } = callOf(content.section);
      const given = input === undefined ? { input: text } : spelled(input);
      return [{ toolUse: { toolUseId: id ?? content.section.id, name, input: given } }];
    }
    case 'tool-result': {
      const toolUseId = answeredCall(content.section, message.fields) ?? content.section.id;
      const inner = content.inner.flatMap((each) => block(each, message, draft));
      return [{ toolResult: { toolUseId, content: inner.length === 0 ? [{ text: '' }] : inner } }];
    }
    default:
      return other(content.section, draft);
  }
}

function other(section: SectionNode, { document, warnings }: Draft): readonly object[] {
  const isOwn = document.sent?.form === 'bedrock';
  const [kind, text] = [section.block?.kind, nodeText(section)];
  const signature = fieldOf(section, 'signature');
  if (isOwn && kind === 'thinking' && signature !== undefined)
    return [{ reasoningContent: { reasoningText: { text, signature: spelled(signature) } } }];
  if (isOwn && kind === 'opaque') return [spelled(opaqueJson(section))];
  const source = fieldOf(section, 'source');
  const format = fieldOf(section, 'format');
  if (isOwn && kind === 'document' && source !== undefined && format !== undefined)
    return [{ document: { format: spelled(format), name: section.name, source: spelled(source) } }];
  if (kind === 'document' && text !== '') return [{ text }];
  const what = kind === 'thinking' ? 'Thinking' : `Block "${section.name}"`;
  warnings.push(lost(what, `Bedrock has no ${section.block?.type ?? 'such block'}`, section.id));
  return [];
}

function bedrockTool(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return tool.tools.flatMap((each) => bedrockTool(each, draft));
  if (tool.kind !== undefined) {
    draft.warnings.push(lost(`Tool ${tool.name}`, `Bedrock has no tool of type ${tool.kind}`, tool.id));
    return [];
  }
  const description = tool.description.map((leaf) => leaf.value).join('');
  const mark = draft.document.breakpoints.find((each) => each.after === tool.id);
  return [
    {
      toolSpec: {
        name: tool.name,
        ...(description === '' ? {} : { description }),
        inputSchema: { json: spelled(tool.inputSchema) },
      },
    },
    ...cachePoint(mark),
  ];
}
