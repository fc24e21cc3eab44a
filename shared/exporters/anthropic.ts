import { spelled } from '../document/json-text';
import type { PromptDocument, ToolNode } from '../document/types';
import { append } from '../sources/append';
import { finding, type Finding } from '../sources/findings';
import { jsonBody } from './losses';
import { cacheControl, limitBreakpoints, partsOf, partsText, type ContentPart, type MessageParts } from './parts';
import type { Exporter } from './types';

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The Messages API's body: `tools`, `system` blocks, `messages`, each with its `cache_control`. `max_tokens` is the caller's. */
export const exportAnthropic: Exporter = (document, analysis) => {
  const warnings: Finding[] = [];
  const limited = limitBreakpoints(document);
  const split = partsOf(document, limited.kept.filter((each) => !document.tools.some((tool) => tool.id === each.after)));
  append(warnings, limited.warnings, split.warnings);
  const firstSpoken = split.messages.findIndex(({ message }) => message.role !== 'system');
  const system = split.messages.flatMap((each, index) => {
    if (each.message.role !== 'system') return [];
    if (firstSpoken !== -1 && index > firstSpoken) warnings.push(movedUp(each));
    return blocks(each, warnings);
  });
  const messages = split.messages
    .filter(({ message }) => message.role !== 'system')
    .map((each) => {
      if (each.parts.length === 0) warnings.push(finding('warning', 'export-empty-message', `${each.message.id} is empty; the provider refuses empty messages`, undefined, { node: each.message.id }));
      return { role: each.message.role, content: each.list ? blocks(each, warnings) : partsText(each.parts) };
    });
  const body = {
    ...(analysis === undefined ? {} : { model: analysis.model.id }),
    ...(document.tools.length === 0 ? {} : { tools: document.tools.map((tool) => anthropicTool(tool, document)) }),
    ...(system.length === 0 ? {} : { system }),
    messages,
  };
  return { mediaType: 'application/json', body: jsonBody(body), warnings };
};

function blocks({ message, parts }: MessageParts, warnings: Finding[]): readonly Readonly<Record<string, unknown>>[] {
  return parts.flatMap((part: ContentPart): readonly Readonly<Record<string, unknown>>[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text, ...cacheControl(part.mark) }];
    const { image } = part;
    if (message.role === 'user' && imageTypes.includes(image.mediaType)) {
      return [{ type: 'image', source: { type: 'base64', media_type: image.mediaType, data: image.data } }];
    }
    const why = message.role === 'user' ? `anthropic takes no ${image.mediaType}` : `anthropic takes images in user messages only`;
    warnings.push(finding('warning', 'export-loses-images', `Image ${image.source ?? image.id} left out: ${why}`, undefined, { node: image.id }));
    return [];
  });
}

function movedUp({ message }: MessageParts): Finding {
  return finding('warning', 'export-system-moved', `${message.id} stands in the middle; anthropic sends all system text first`, undefined, { node: message.id });
}

function anthropicTool(tool: ToolNode, document: PromptDocument): Readonly<Record<string, unknown>> {
  const mark = document.breakpoints.find((each) => each.after === tool.id);
  return { name: tool.name, description: tool.description.map((leaf) => leaf.value).join(''), input_schema: spelled(tool.inputSchema), ...cacheControl(mark) };
}
