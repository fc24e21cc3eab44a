import type { PromptDocument } from '../document/types';
import type { Finding } from '../sources/findings';
import { jsonBody, lossesOf } from './losses';
import { cacheControl, limitBreakpoints, partsOf, partsText, type ContentPart } from './parts';
import type { Exporter } from './types';

export type NeutralPart =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '1h' };
    }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface NeutralMessage {
  readonly role: string;
  readonly content: string | readonly NeutralPart[];
}

/** The message array of tiered-messages: plain strings, and lists where there is an image or a `cache_control`. */
function neutralMessages(document: PromptDocument): {
  readonly messages: readonly NeutralMessage[];
  readonly warnings: readonly Finding[];
} {
  const limited = limitBreakpoints(document);
  const split = partsOf(document, limited.kept);
  const messages = split.messages.map(({ message, parts, list }) => ({
    role: message.role,
    content: list ? parts.map(neutralPart) : partsText(parts),
  }));
  return { messages, warnings: [...limited.warnings, ...split.warnings, ...lossesOf(document, 'messages', ['tools'])] };
}

function neutralPart(part: ContentPart): NeutralPart {
  if (part.type === 'text') return { type: 'text', text: part.text, ...cacheControl(part.mark) };
  return { type: 'image_url', image_url: { url: `data:${part.image.mediaType};base64,${part.image.data}` } };
}

export const exportMessages: Exporter = (document) => {
  const { messages, warnings } = neutralMessages(document);
  return { mediaType: 'application/json', body: jsonBody(messages), warnings };
};
