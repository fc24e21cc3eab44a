import type { Copied, ExportFormat } from '../../shared/ipc/contract';
import { formatNumber, markOf } from './counts';

export const formatNames: Readonly<Record<ExportFormat, string>> = {
  text: 'plain text',
  markdown: 'Markdown',
  messages: 'message array',
  sent: 'JSON as sent',
  anthropic: 'Anthropic JSON',
  'openai-chat': 'OpenAI Chat JSON',
  'openai-responses': 'OpenAI Responses JSON',
  gemini: 'Gemini JSON',
  bedrock: 'Bedrock JSON',
  curl: 'cURL command',
  document: 'document JSON',
};

/** How many tokens, as what, and what the format had no words for. */
export function describeCopied({ tokens, format, masked, warnings }: Copied): string {
  const [first, ...more] = warnings;
  const lost =
    first === undefined
      ? ''
      : `. ${first}${more.length === 0 ? '' : `. ${more.length} more: see Copy or export with options…`}`;
  return (
    `${formatNumber(tokens.tokens)} ${markOf(tokens)} tokens as ` +
    `${formatNames[format]}${masked === 0 ? '' : `, ${masked} secret${masked === 1 ? '' : 's'} masked`}${lost}`
  );
}
