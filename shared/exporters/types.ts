/**
 * An exporter writes a document down for somebody else. `shared/exporters` may import `document`, `analysis/types`,
 * `analysis/show-count` and `sources/findings`. What a format cannot express becomes a warning; nothing is dropped
 * without one.
 */
import type { Analysis } from '../analysis/types';
import type { PromptDocument } from '../document/types';
import type { Finding } from '../sources/findings';

export const exportFormats = ['text', 'markdown', 'messages', 'anthropic', 'openai', 'curl', 'document'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface Exported {
  readonly mediaType: 'text/plain' | 'text/markdown' | 'application/json';
  /** To be written byte for byte: JSON ends in a newline, `text` has none of its own. */
  readonly body: string;
  readonly warnings: readonly Finding[];
}

/** `analysis` supplies the model's name and, for `markdown`, the token counts; every format works without it. */
export type Exporter = (document: PromptDocument, analysis?: Analysis) => Exported;
