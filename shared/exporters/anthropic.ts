import { spelled } from '../document/json-text';
import type { Analysis } from '../analysis/types';
import type { PromptDocument, ToolNode } from '../document/types';
import { append } from '../sources/text/append';
import { finding, type Finding } from '../sources/findings';
import { bodyModel, incomplete } from './incomplete';
import { jsonBody } from './losses';
import { cacheControl, limitBreakpoints, partsOf, partsText, type ContentPart, type MessageParts } from './parts';
import type { Exported, Exporter } from './types';

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * The Messages API's body: `tools`, `system` blocks, `messages`, each with its `cache_control`. `max_tokens` is no part
 * of a prompt.
 */
export const exportAnthropic: Exporter = (document, analysis) => anthropicRequest(document, analysis);

export function anthropicRequest(document: PromptDocument, analysis?: Analysis, maxTokens?: number): Exported {
  const warnings: Finding[] = [];
  const limited = limitBreakpoints(document);
  const split = partsOf(
    document,
    limited.kept.filter((each) => !document.tools.some((tool) => tool.id === each.after)),
  );
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
      if (each.parts.every((part) => part.type === 'text' && part.text === ''))
        warnings.push(
          finding(
            'warning',
            'export-empty-message',
            `${each.message.id} is empty; the provider refuses empty messages`,
            undefined,
            { node: each.message.id },
          ),
        );
      return { role: each.message.role, content: each.list ? blocks(each, warnings) : partsText(each.parts) };
    });
  const { model, missing } = bodyModel(analysis, 'anthropic');
  const body = {
    ...(model === undefined ? {} : { model }),
    ...(document.tools.length === 0 ? {} : { tools: document.tools.map((tool) => anthropicTool(tool, document)) }),
    ...(system.length === 0 ? {} : { system }),
    messages,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
  const hasUser = messages.some(({ role }) => role === 'user');
  const gaps = incomplete([
    ...(hasUser
      ? []
      : [
          messages.length === 0
            ? '`messages` is empty (the prompt has no user message)'
            : '`messages` has no user message',
        ]),
    ...missing,
    ...(maxTokens === undefined ? ['`max_tokens` is not set'] : []),
  ]);
  return { mediaType: 'application/json', body: jsonBody(body), warnings: [...gaps, ...warnings] };
}

function blocks({ message, parts }: MessageParts, warnings: Finding[]): readonly Readonly<Record<string, unknown>>[] {
  return parts.flatMap((part: ContentPart): readonly Readonly<Record<string, unknown>>[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text, ...cacheControl(part.mark) }];
    const { image } = part;
    if (message.role === 'user' && imageTypes.includes(image.mediaType)) {
      return [{ type: 'image', source: { type: 'base64', media_type: image.mediaType, data: image.data } }];
    }
    const why =
      message.role === 'user'
        ? `anthropic takes no ${image.mediaType}`
        : `anthropic takes images in user messages only`;
    warnings.push(
      finding('warning', 'export-loses-images', `Image ${image.source ?? image.id} left out: ${why}`, undefined, {
        node: image.id,
      }),
    );
    return [];
  });
}

function movedUp({ message }: MessageParts): Finding {
  return finding(
    'warning',
    'export-system-moved',
    `${message.id} stands in the middle; anthropic sends all system text first`,
    undefined,
    { node: message.id },
  );
}

function anthropicTool(tool: ToolNode, document: PromptDocument): Readonly<Record<string, unknown>> {
  const mark = document.breakpoints.find((each) => each.after === tool.id);
  return {
    name: tool.name,
    description: tool.description.map((leaf) => leaf.value).join(''),
    input_schema: spelled(tool.inputSchema),
    ...cacheControl(mark),
  };
}
