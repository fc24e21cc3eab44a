import { spelled } from '../../document/json-text';
import type { SectionNode, ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { finding } from '../../sources/findings';
import { definitionJson, fieldOf, opaqueJson } from '../body/block-fields';
import { cacheControl, plainText, type Content, type MessageContent } from '../body/content';
import { lost } from '../losses';
import {
  loseInnerMarks,
  loseKeys,
  loseMark,
  loseToolKeys,
  type Draft,
  type FormWriter,
} from '../body/provider-request';
import { loseGroup, objectInput, takeFailed } from '../body/shared-blocks';
import { strictOf } from '../body/tool-fields';
import { standInMaxTokens } from '../body/sendable';

type Json = object;

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Writes the body of the Messages API: `tools`, `system`, `messages`, each block with its `cache_control`. */
export const anthropicWriter: FormWriter = {
  form: 'anthropic',
  title: 'Anthropic',
  hasBreakpoints: true,
  hasAutomatic: true,
  body(draft) {
    const { document, model, messages, parameters, standIn, filled } = draft;
    const system = messages.filter((each) => each.isPreamble).flatMap((each) => blocks(each, draft));
    const spoken = messages.filter((each) => !each.isPreamble).map((each) => spokenMessage(each, draft));
    const automatic = document.breakpoints.find((each) => each.automatic === true);
    const maxTokens = parameters.get('max_tokens');
    if (maxTokens === undefined) filled.push(`\`max_tokens\` ${standInMaxTokens}`);
    const rest = Object.fromEntries(
      [...parameters].filter(([name]) => name !== 'max_tokens').map(([name, value]) => [name, spelled(value)]),
    );
    return {
      ...(model === undefined ? {} : { model }),
      max_tokens: maxTokens === undefined ? standInMaxTokens : spelled(maxTokens),
      ...rest,
      ...cacheControl(automatic),
      ...(document.tools.length === 0 ? {} : { tools: document.tools.flatMap((tool) => anthropicTool(tool, draft)) }),
      ...(system.length === 0 ? {} : { system }),
      messages: [...spoken, ...(standIn === undefined ? [] : [{ role: 'user', content: standIn }])],
    };
  },
};

function spokenMessage(each: MessageContent, draft: Draft): Json {
  const { message, content, isList } = each;
  const role = message.role === 'developer' ? 'system' : message.role === 'tool' ? 'user' : message.role;
  if (content.every((block) => block.kind === 'text' && block.text === ''))
    draft.warnings.push(
      finding(
        'warning',
        'export-empty-message',
        `${message.id} is empty; the provider refuses empty messages`,
        undefined,
        { node: message.id },
      ),
    );
  return { role, content: isList ? blocks(each, draft) : plainText(content) };
}

function blocks({ message, content }: MessageContent, draft: Draft): readonly Json[] {
  return content.flatMap((each) => {
    const written = block(each, message, draft);
    if (written.length === 0) loseMark(draft, each.mark);
    return written;
  });
}

function block(content: Content, message: MessageContent['message'], draft: Draft): readonly Json[] {
  const mark = cacheControl(content.mark);
  switch (content.kind) {
    case 'text':
      return [{ type: 'text', text: content.text, ...mark }];
    case 'image':
      return imageBlock(content.image, message, draft).map((each) => ({ ...each, ...mark }));
    case 'tool-call': {
      const { name, input } = objectInput(content.section, draft);
      return [{ type: 'tool_use', id: draft.calls.ofCall(content.section), name, input, ...mark }];
    }
    case 'tool-result': {
      const failed = takeFailed(content.section, draft);
      return [
        {
          type: 'tool_result',
          tool_use_id: draft.calls.ofResult(content.section),
          content: resultOf(content.inner, message, draft),
          ...(failed === undefined ? {} : { is_error: failed }),
          ...mark,
        },
      ];
    }
    case 'thinking':
      return thinkingBlock(content.section, draft);
    case 'document':
    case 'opaque':
      loseInnerMarks(draft, content.inner);
      return otherBlock(content.section, draft).map((each) => ({ ...each, ...mark }));
  }
}

function resultOf(inner: readonly Content[], message: MessageContent['message'], draft: Draft): unknown {
  const isPlain = inner.every((each) => each.kind === 'text' && each.mark === undefined);
  return isPlain && inner.length <= 1
    ? plainText(inner)
    : inner.flatMap((each) => {
        const written = block(each, message, draft);
        if (written.length === 0) loseMark(draft, each.mark);
        return written;
      });
}

function imageBlock(
  image: Extract<Content, { kind: 'image' }>['image'],
  message: MessageContent['message'],
  draft: Draft,
): readonly Json[] {
  const isUser = message.role === 'user' || message.role === 'tool';
  if (isUser && imageTypes.includes(image.mediaType)) {
    loseKeys(draft, image.fields);
    return [{ type: 'image', source: { type: 'base64', media_type: image.mediaType, data: image.data } }];
  }
  const why = isUser ? `Anthropic takes no ${image.mediaType}` : 'Anthropic takes images in user messages only';
  draft.warnings.push(
    finding('warning', 'export-loses-images', `Image ${image.source ?? image.id} left out: ${why}`, undefined, {
      node: image.id,
    }),
  );
  return [];
}

/** Anthropic accepts thinking only with its own signature. */
function thinkingBlock(section: SectionNode, { document, warnings }: Draft): readonly Json[] {
  const [signature, data] = [fieldOf(section, 'signature'), fieldOf(section, 'data')];
  if (document.sent?.form === 'anthropic' && data !== undefined)
    return [{ type: 'redacted_thinking', data: spelled(data) }];
  if (document.sent?.form === 'anthropic' && signature !== undefined)
    return [{ type: 'thinking', thinking: nodeText(section), signature: spelled(signature) }];
  warnings.push(lost('Thinking', 'Anthropic takes back only what it signed itself', section.id));
  return [];
}

function otherBlock(section: SectionNode, draft: Draft): readonly Json[] {
  const { document, warnings } = draft;
  const isOwn = document.sent?.form === 'anthropic';
  if (section.block?.kind === 'document') {
    const source = fieldOf(section, 'source');
    const title = { title: section.name };
    if (isOwn && source !== undefined) return [{ type: section.block.type, ...title, source: spelled(source) }];
    const text = nodeText(section);
    loseKeys(draft, text === '' ? undefined : section.block.fields);
    if (text !== '')
      return [{ type: 'document', ...title, source: { type: 'text', media_type: 'text/plain', data: text } }];
  } else if (isOwn) return [spelled(opaqueJson(section))];
  warnings.push(lost(`Block "${section.name}"`, `Anthropic has no ${section.block?.type ?? 'such block'}`, section.id));
  return [];
}

/** The tools of a group become plain tools. */
function anthropicTool(tool: ToolNode, draft: Draft): readonly Json[] {
  const { document, warnings } = draft;
  if (tool.tools !== undefined) return loseGroup(tool, draft).flatMap((each) => anthropicTool(each, draft));
  const mark = document.breakpoints.find((each) => each.after === tool.id);
  if (document.sent?.form === 'anthropic' && tool.kind !== undefined && tool.definition !== undefined)
    return [spelled(definitionJson(tool.definition))];
  if (tool.kind !== undefined) {
    warnings.push(lost(`Tool ${tool.name}`, `Anthropic has no tool of type ${tool.kind}`, tool.id));
    loseMark(draft, mark);
    return [];
  }
  loseToolKeys(draft, tool, ['strict']);
  const [description, strict] = [tool.description.map((leaf) => leaf.value).join(''), strictOf(tool)];
  return [
    {
      name: tool.name,
      ...(description === '' ? {} : { description }),
      input_schema: spelled(tool.inputSchema),
      ...(strict === undefined ? {} : { strict: spelled(strict) }),
      ...cacheControl(mark),
    },
  ];
}
