import type { PromptDocument } from '../document/types';
import type { Finding } from '../sources/findings';
import { jsonBody, lossesOf } from './losses';
import { nodeText } from '../document/walk';
import { cacheControl, contentOf, limitBreakpoints, plainText, type Content } from './body/content';
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

/** The message array of tiered-messages: strings, or lists if there is an image or a `cache_control`. */
function neutralMessages(document: PromptDocument): {
  readonly messages: readonly NeutralMessage[];
  readonly warnings: readonly Finding[];
} {
  const limited = limitBreakpoints(document);
  const split = contentOf(document, limited.kept);
  const messages = split.messages.map(({ message, content, isList }) => ({
    role: message.role,
    content: isList ? content.map(neutralPart) : plainText(content),
  }));
  return {
    messages,
    warnings: [...limited.warnings, ...split.warnings, ...lossesOf(document, 'A message array', ['tools'])],
  };
}

/** The neutral array has only text, so calls, results and documents become text. */
function neutralPart(content: Content): NeutralPart {
  if (content.kind === 'image')
    return { type: 'image_url', image_url: { url: `data:${content.image.mediaType};base64,${content.image.data}` } };
  const text = content.kind === 'text' ? content.text : nodeText(content.section);
  return { type: 'text', text, ...cacheControl(content.mark) };
}

export const exportMessages: Exporter = (document) => {
  const { messages, warnings } = neutralMessages(document);
  return { mediaType: 'application/json', body: jsonBody(messages), warnings };
};
