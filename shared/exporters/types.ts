/**
 * An exporter writes a document down for somebody else. `shared/exporters` may import `document`, `sources` and the
 * types of `analysis`. What a format cannot express becomes a warning; nothing is dropped without one.
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

/** Shorter names that the command takes too. */
export const formatAliases: Readonly<Record<string, ExportFormat>> = { openai: 'openai-chat' };

export interface Exported {
  readonly mediaType: 'text/plain' | 'text/markdown' | 'application/json';
  /** To be written byte for byte: JSON ends in a newline, `text` has none of its own. Empty when refused. */
  readonly body: string;
  /** An error among them is a refusal. */
  readonly warnings: readonly Finding[];
}

/** `analysis` supplies the model's name and, for `markdown`, the token counts; every format works without it. */
export type Exporter = (document: PromptDocument, analysis?: Analysis) => Exported;
