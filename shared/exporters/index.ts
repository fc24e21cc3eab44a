import type { Analysis } from '../analysis/types';
import type { PromptDocument } from '../document/types';
import { exportAnthropic } from './anthropic';
import { exportCurl } from './curl';
import { jsonBody } from './losses';
import { exportMarkdown } from './markdown';
import { exportMessages } from './messages';
import { exportOpenai } from './openai';
import { exportText } from './text';
import type { Exported, Exporter, ExportFormat } from './types';

const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  text: exportText,
  markdown: exportMarkdown,
  messages: exportMessages,
  anthropic: exportAnthropic,
  openai: exportOpenai,
  curl: exportCurl,
  document: (document) => ({ mediaType: 'application/json', body: jsonBody(document), warnings: [] }),
};

export function exportDocument(document: PromptDocument, format: ExportFormat, analysis?: Analysis): Exported {
  return exporters[format](document, analysis);
}
