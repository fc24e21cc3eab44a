import { spelled } from '../document/json-text';
import type { SectionNode, ToolNode } from '../document/types';
import { nodeText } from '../document/walk';
import { finding } from '../sources/findings';
import { answeredCall, callOf } from './block-fields';
import { plainText, type Content, type MessageContent } from './content';
import { lost } from './losses';
import type { Draft, FormWriter } from './provider-request';

/** A Chat Completions body. It asks for usage, from which cache hits are read. */
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
      stream: true,
      stream_options: { include_usage: true },
    };
  },
};

/** Each result is a message of its own here; calls stand beside the content. */
function chatMessages({ message, content, isList }: MessageContent, draft: Draft): readonly object[] {
  const results = content.flatMap((each) => (each.kind === 'tool-result' ? [each.section] : []));
  const spoken = content.filter((each) => each.kind !== 'tool-result' && each.kind !== 'tool-call');
  const calls = content.flatMap((each) => (each.kind === 'tool-call' ? [chatCall(each.section)] : []));
  const answers = results.map((section) => ({
    role: 'tool',
    tool_call_id: answeredCall(section, message.fields) ?? section.id,
    content: nodeText(section),
  }));
  const isSpoken = spoken.length > 0 || calls.length > 0 || results.length === 0;
  const parts = spoken.flatMap((each) => chatPart(each, message, draft));
  const said = calls.length > 0 && parts.length === 0 ? null : isList ? parts : plainText(content);
  return [
    ...answers,
    ...(isSpoken ? [{ role: message.role, content: said, ...(calls.length === 0 ? {} : { tool_calls: calls }) }] : []),
  ];
}

function chatPart(content: Content, message: MessageContent['message'], { warnings }: Draft): readonly object[] {
  switch (content.kind) {
    case 'text':
      return [{ type: 'text', text: content.text }];
    case 'image': {
      const { image } = content;
      if (message.role === 'user')
        return [{ type: 'image_url', image_url: { url: `data:${image.mediaType};base64,${image.data}` } }];
      const what = `Image ${image.source ?? image.id} left out: openai takes images in user messages only`;
      warnings.push(finding('warning', 'export-loses-images', what, undefined, { node: image.id }));
      return [];
    }
    case 'document': {
      const text = nodeText(content.section);
      if (text !== '') return [{ type: 'text', text }];
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

function chatCall(section: SectionNode): object {
  const { id, name, input, text } = callOf(section);
  return { id: id ?? section.id, type: 'function', function: { name, arguments: input ?? text } };
}

function chatTool(tool: ToolNode, draft: Draft): readonly object[] {
  if (tool.tools !== undefined) return tool.tools.flatMap((each) => chatTool(each, draft));
  if (tool.kind !== undefined) {
    draft.warnings.push(lost(`Tool ${tool.name}`, `Chat Completions has no tool of type ${tool.kind}`, tool.id));
    return [];
  }
  return [
    {
      type: 'function',
      function: {
        name: tool.name,
        description: tool.description.map((leaf) => leaf.value).join(''),
        parameters: spelled(tool.inputSchema),
      },
    },
  ];
}
