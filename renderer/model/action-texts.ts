/** What the user is told after an action. */
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

/** How many tokens, in which format, and what the format cannot express. */
export function describeCopied({ tokens, format, masked, warnings }: Copied): string {
  const [first, ...more] = warnings;
  const lost =
    first === undefined ? '' : `. ${first}${more.length === 0 ? '' : `. ${more.length} more: see “Copy or export…”`}`;
  return (
    `${formatNumber(tokens.tokens)} ${markOf(tokens)} tokens as ` +
    `${formatNames[format]}${masked === 0 ? '' : `, ${masked} secret${masked === 1 ? '' : 's'} masked`}${lost}`
  );
}

/** A format that was refused has no text, and the clipboard keeps what it had. */
export function copiedText(copied: Copied): string {
  return copied.characters === 0 && !copied.sendable
    ? `Nothing was copied. ${copied.warnings[0] ?? ''}`
    : `Copied ${describeCopied(copied)}`;
}

/** Shown when the user leaves a folder with unsaved edits. */
export function keptText(folder: string, files: number): string {
  const name = folder.split(/[\\/]/).at(-1) ?? folder;
  const [what, are] = files === 1 ? ['file', 'is'] : ['files', 'are'];
  return `${files} unsaved ${what} of ${name} ${are} kept. Open that folder again to go on.`;
}
