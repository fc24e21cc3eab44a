import { spelled } from '../document/json-text';
import { finding } from '../sources/findings';
import { bodyModel, incomplete } from './incomplete';
import { jsonBody } from './losses';
import { partsOf, partsText } from './parts';
import type { Exporter } from './types';

/**
 * A Chat Completions body. It has no breakpoints (each is a warning) and asks for usage, from which cache hits are
 * read.
 */
export const exportOpenai: Exporter = (document, analysis) => {
  const split = partsOf(document, []);
  const warnings = document.breakpoints.map((each) =>
    finding(
      'warning',
      'export-loses-breakpoints',
      `openai has no cache breakpoints: the one after ${each.after} (${each.tier}) is left out`,
      undefined,
      { node: each.id },
    ),
  );
  const messages = split.messages.map(({ message, parts, list }) => {
    if (!list) return { role: message.role, content: partsText(parts) };
    const content = parts.flatMap((part): readonly Readonly<Record<string, unknown>>[] => {
      if (part.type === 'text') return [{ type: 'text', text: part.text }];
      if (message.role === 'user')
        return [{ type: 'image_url', image_url: { url: `data:${part.image.mediaType};base64,${part.image.data}` } }];
      const what = `Image ${part.image.source ?? part.image.id} left out: openai takes images in user messages only`;
      warnings.push(finding('warning', 'export-loses-images', what, undefined, { node: part.image.id }));
      return [];
    });
    return { role: message.role, content };
  });
  const tools = document.tools.map((tool) => ({
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description.map((leaf) => leaf.value).join(''),
      parameters: spelled(tool.inputSchema),
    },
  }));
  const { model, missing } = bodyModel(analysis, 'openai');
  const body = {
    ...(model === undefined ? {} : { model }),
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    stream: true,
    stream_options: { include_usage: true },
  };
  const gaps = incomplete([...(messages.length === 0 ? ['`messages` is empty'] : []), ...missing]);
  return { mediaType: 'application/json', body: jsonBody(body), warnings: [...gaps, ...warnings] };
};
