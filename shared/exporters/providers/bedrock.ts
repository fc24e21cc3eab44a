import { spelled } from '../../document/json-text';
import type { CacheBreakpoint, SectionNode, ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { append } from '../../sources/text/append';
import { fieldOf, opaqueJson } from '../body/block-fields';
import type { Content, MessageContent } from '../body/content';
import { nested } from './gemini';
import { lost } from '../losses';
import {
  loseInnerMarks,
  loseKeys,
  loseMark,
  loseToolKeys,
  type Draft,
  type FormWriter,
} from '../body/provider-request';
import { asPlainText, loseGroup, loseRole, objectInput, takeFailed } from '../body/shared-blocks';
import { strictOf } from '../body/tool-fields';
import { standInMaxTokens } from '../body/sendable';

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Writes a body of Bedrock's Converse. A cache point is a separate block after the content it marks. */
export const bedrockWriter: FormWriter = {
  form: 'bedrock',
  title: 'Bedrock',
  hasBreakpoints: true,
  body(draft) {
    const { document, model, messages, parameters, standIn, filled } = draft;
    const system = messages.filter(({ isPreamble }) => isPreamble).flatMap((each) => blocks(each, draft));
    const turns = alternating(
      messages.filter(({ isPreamble }) => !isPreamble),
      draft,
    );
    const tools = document.tools.flatMap((tool) => bedrockTool(tool, draft));
    const { inferenceConfig, ...others } = nested(parameters);
    if (!parameters.has('inferenceConfig.maxTokens')) filled.push(`\`inferenceConfig.maxTokens\` ${standInMaxTokens}`);
    return {
      ...(model === undefined ? {} : { modelId: model }),
      ...(system.length === 0 ? {} : { system }),
      messages: [...turns, ...(standIn === undefined ? [] : [{ role: 'user', content: [{ text: standIn }] }])],
      ...(tools.length === 0 ? {} : { toolConfig: { tools } }),
      inferenceConfig: { maxTokens: standInMaxTokens, ...inferenceConfig },
      ...others,
    };
  },
};

/** Converse requires alternating roles, so consecutive messages of one role are merged. */
function alternating(messages: readonly MessageContent[], draft: Draft): readonly object[] {
  const turns: { readonly role: 'assistant' | 'user'; readonly content: object[] }[] = [];
  for (const each of messages) {
    loseRole(each.message, 'Bedrock', draft);
    const role = each.message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    const content = blocks(each, draft);
    if (last?.role === role) append(last.content, content);
    else turns.push({ role, content: [...content] });
  }
  return turns;
}

function blocks({ content }: MessageContent, draft: Draft): readonly object[] {
  return content.flatMap((each) => {
    const written = block(each, draft);
    if (written.length === 0) loseMark(draft, each.mark);
    return written.length === 0 ? [] : [...written, ...cachePoint(each.mark)];
  });
}

function cachePoint(mark: CacheBreakpoint | undefined): readonly object[] {
  if (mark === undefined) return [];
  return [{ cachePoint: { type: 'default', ...(mark.ttl === '1h' ? { ttl: '1h' } : {}) } }];
}

function block(content: Content, draft: Draft): readonly object[] {
  switch (content.kind) {
    case 'text':
      return [{ text: content.text }];
    case 'image': {
      const { id, mediaType, data, fields } = content.image;
      if (!imageTypes.includes(mediaType)) {
        draft.warnings.push(lost(`Image ${id}`, `Bedrock takes no ${mediaType}`, id));
        return [];
      }
      loseKeys(draft, fields);
      return [{ image: { format: mediaType.replace(/^image\//, ''), source: { bytes: data } } }];
    }
    case 'tool-call': {
      const { name, input } = objectInput(content.section, draft);
      return [{ toolUse: { toolUseId: draft.calls.ofCall(content.section), name, input } }];
    }
    case 'tool-result': {
      const failed = takeFailed(content.section, draft);
      const toolUseId = draft.calls.ofResult(content.section);
      const inner = content.inner.flatMap((each) => {
        loseMark(draft, each.mark);
        return block(each, draft);
      });
      const status = failed === undefined ? {} : { status: failed ? 'error' : 'success' };
      return [{ toolResult: { toolUseId, content: inner.length === 0 ? [{ text: '' }] : inner, ...status } }];
    }
    default:
      loseInnerMarks(draft, content.inner);
      return other(content.section, draft);
  }
}

function other(section: SectionNode, draft: Draft): readonly object[] {
  const { document, warnings } = draft;
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
  if (kind === 'document' && text !== '') return [{ text: asPlainText(section, draft) }];
  const what = kind === 'thinking' ? 'Thinking' : `Block "${section.name}"`;
  warnings.push(lost(what, `Bedrock has no ${section.block?.type ?? 'such block'}`, section.id));
  return [];
}

function bedrockTool(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return loseGroup(tool, draft).flatMap((each) => bedrockTool(each, draft));
  const mark = draft.document.breakpoints.find((each) => each.after === tool.id);
  if (tool.kind !== undefined) {
    draft.warnings.push(lost(`Tool ${tool.name}`, `Bedrock has no tool of type ${tool.kind}`, tool.id));
    loseMark(draft, mark);
    return [];
  }
  loseToolKeys(draft, tool, ['strict']);
  const strict = strictOf(tool);
  const description = tool.description.map((leaf) => leaf.value).join('');
  return [
    {
      toolSpec: {
        name: tool.name,
        ...(description === '' ? {} : { description }),
        inputSchema: { json: spelled(tool.inputSchema) },
        ...(strict === undefined ? {} : { strict: spelled(strict) }),
      },
    },
    ...cachePoint(mark),
  ];
}
