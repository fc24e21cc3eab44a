import type { Analysis } from '../analysis/types';
import type { PromptDocument } from '../document/types';
import { anthropicWriter } from './providers/anthropic';
import { bedrockWriter } from './providers/bedrock';
import { exportCurl } from './curl';
import { geminiWriter } from './providers/gemini';
import { jsonBody } from './losses';
import { exportMarkdown } from './markdown';
import { exportMessages } from './messages';
import { openaiChatWriter } from './providers/openai-chat';
import { openaiResponsesWriter } from './providers/openai-responses';
import { exportSent, ownForm } from './own-form';
import { writeRequest, type FormWriter } from './body/provider-request';
import { exportText } from './text';
import type { Exported, Exporter, ExportFormat } from './types';

function requestIn(writer: FormWriter): Exporter {
  return (document, analysis) => ownForm(document, writer.form) ?? writeRequest(writer, document, analysis);
}

const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  text: exportText,
  markdown: exportMarkdown,
  messages: exportMessages,
  sent: exportSent,
  anthropic: requestIn(anthropicWriter),
  'openai-chat': requestIn(openaiChatWriter),
  'openai-responses': requestIn(openaiResponsesWriter),
  gemini: requestIn(geminiWriter),
  bedrock: requestIn(bedrockWriter),
  curl: exportCurl,
  document: (document) => ({ mediaType: 'application/json', body: jsonBody(document), warnings: [] }),
};

export function exportDocument(document: PromptDocument, format: ExportFormat, analysis?: Analysis): Exported {
  return exporters[format](document, analysis);
}
