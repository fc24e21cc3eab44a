/**
 * An exporter writes a document for another program or for people. `shared/exporters` may import `document`, `sources`
 * and the types of `analysis`. Whatever a format cannot express becomes a warning; nothing is dropped silently.
 */
import type { Analysis } from '../analysis/types';
import type { PromptDocument } from '../document/types';
import type { Finding } from '../sources/findings';

export const exportFormats = [
  'text',
  'markdown',
  'messages',
  'sent',
  'anthropic',
  'openai-chat',
  'openai-responses',
  'gemini',
  'bedrock',
  'curl',
  'document',
] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Shorter names that the command also accepts. */
export const formatAliases: Readonly<Record<string, ExportFormat>> = { openai: 'openai-chat' };

export interface Exported {
  readonly mediaType: 'text/plain' | 'text/markdown' | 'application/json';
  /** Write it byte for byte: JSON ends in a newline, `text` adds none. Empty if refused. */
  readonly body: string;
  /** An error among them means that the export was refused. */
  readonly warnings: readonly Finding[];
}

/** `analysis` gives the model's name and, for `markdown`, the token counts. Every format works without it. */
export type Exporter = (document: PromptDocument, analysis?: Analysis) => Exported;
