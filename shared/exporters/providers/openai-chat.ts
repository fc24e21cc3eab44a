import { spelled } from '../../document/json-text';
import type { SectionNode, ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { finding } from '../../sources/findings';
import { callOf, isCustomCall } from '../body/block-fields';
import { customTool, isCustom } from '../body/custom-tools';
import { plainText, type Content, type MessageContent } from '../body/content';
import { lost } from '../losses';
import { loseKeys, loseToolKeys, type Draft, type FormWriter } from '../body/provider-request';
import { asPlainText, loseCallKeys, loseGroup, loseResultKeys, resultText } from '../body/shared-blocks';
import { strictOf } from '../body/tool-fields';

/** Writes a Chat Completions body. For a built prompt it asks for usage, which reports cache hits. */
export const openaiChatWriter: FormWriter = {
  form: 'openai-chat',
  title: 'openai',
  hasBreakpoints: false,
  body(draft) {
    const { document, model, messages, parameters, standIn } = draft;
    const tools = document.tools.flatMap((tool) => chatTool(tool, draft));
    return {
      ...(model === undefined ? {} : { model }),
      ...Object.fromEntries([...parameters].map(([name, value]) => [name, spelled(value)])),
      messages: [
        ...messages.flatMap((each) => chatMessages(each, draft)),
        ...(standIn === undefined ? [] : [{ role: 'user', content: standIn }]),
      ],
      ...(tools.length === 0 ? {} : { tools }),
      ...(document.sent === undefined ? { stream: true, stream_options: { include_usage: true } } : {}),
    };
  },
};

/** Each result becomes a separate message; calls are beside the content. */
function chatMessages({ message, content, isList }: MessageContent, draft: Draft): readonly object[] {
  const results = content.flatMap((each) => (each.kind === 'tool-result' ? [each] : []));
  const inMessage = content.filter((each) => each.kind !== 'tool-result' && each.kind !== 'tool-call');
  const calls = content.flatMap((each) => (each.kind === 'tool-call' ? [chatCall(each.section, draft)] : []));
  const answers = results.map((each) => {
    loseResultKeys(each.section, draft);
    return {
      role: 'tool',
      tool_call_id: draft.calls.ofResult(each.section),
      content: resultText(each, 'Chat Completions', draft),
    };
  });
  const hasContent = inMessage.length > 0 || calls.length > 0 || results.length === 0;
  const parts = inMessage.flatMap((each) => chatPart(each, message, draft));
  const value = calls.length > 0 && parts.length === 0 ? null : isList ? parts : plainText(content);
  return [
    ...answers,
    ...(hasContent
      ? [{ role: message.role, content: value, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
      : []),
  ];
}

function chatPart(content: Content, message: MessageContent['message'], draft: Draft): readonly object[] {
  const { warnings } = draft;
  switch (content.kind) {
    case 'text':
      return [{ type: 'text', text: content.text }];
    case 'image': {
      const { image } = content;
      if (message.role === 'user') loseKeys(draft, image.fields);
      if (message.role === 'user')
        return [{ type: 'image_url', image_url: { url: `data:${image.mediaType};base64,${image.data}` } }];
      const what = `Image ${image.source ?? image.id} left out: OpenAI takes images in user messages only`;
      warnings.push(finding('warning', 'export-loses-images', what, undefined, { node: image.id }));
      return [];
    }
    case 'document': {
      if (nodeText(content.section) !== '') return [{ type: 'text', text: asPlainText(content.section, draft) }];
      warnings.push(lost(`Document "${content.section.name}"`, 'its bytes are not carried over', content.section.id));
      return [];
    }
    default:
      warnings.push(
        lost(
          content.kind === 'thinking' ? 'Thinking' : `Block "${content.section.name}"`,
          `Chat Completions has no ${content.section.block?.type ?? 'such block'}`,
          content.section.id,
        ),
      );
      return [];
  }
}

function chatCall(section: SectionNode, draft: Draft): object {
  loseCallKeys(section, draft);
  const { name, input, text } = callOf(section);
  if (isCustomCall(section)) return { id: draft.calls.ofCall(section), type: 'custom', custom: { name, input: text } };
  return {
    id: draft.calls.ofCall(section),
    type: 'function',
    function: { name, arguments: text === '' ? input : text },
  };
}

function chatTool(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return loseGroup(tool, draft).flatMap((each) => chatTool(each, draft));
  if (isCustom(tool)) {
    const { fields, format } = customTool(tool, draft);
    const hasGrammar = Object.keys(format?.grammar ?? {}).length > 0;
    const shape = { type: format?.type, ...(hasGrammar ? { grammar: format?.grammar } : {}) };
    return [{ type: 'custom', custom: { ...fields, ...(format === undefined ? {} : { format: shape }) } }];
  }
  if (tool.kind !== undefined) {
    draft.warnings.push(lost(`Tool ${tool.name}`, `Chat Completions has no tool of type ${tool.kind}`, tool.id));
    return [];
  }
  loseToolKeys(draft, tool, ['strict']);
  const [description, strict] = [tool.description.map((leaf) => leaf.value).join(''), strictOf(tool)];
  return [
    {
      type: 'function',
      function: {
        name: tool.name,
        ...(description === '' ? {} : { description }),
        parameters: spelled(tool.inputSchema),
        ...(strict === undefined ? {} : { strict: spelled(strict) }),
      },
    },
  ];
}
