import type { Analysis } from '../analysis/types';
import type { PromptDocument, RequestForm } from '../document/types';
import { finding, type Finding } from '../sources/findings';
import { anthropicWriter } from './providers/anthropic';
import { bedrockWriter } from './providers/bedrock';
import { geminiWriter } from './providers/gemini';
import { openaiChatWriter } from './providers/openai-chat';
import { openaiResponsesWriter } from './providers/openai-responses';
import { exportSent } from './own-form';
import { writeRequest, type FormWriter } from './body/provider-request';
import type { Exporter } from './types';

interface Endpoint {
  readonly writer: FormWriter;
  url(model: string): string;
  /** In double quotes, so that the shell inserts the key. The key itself is never in the text. */
  readonly headers: readonly string[];
  /** Other curl options. */
  readonly options?: readonly string[];
}

const bearer = ['authorization: Bearer $OPENAI_API_KEY'];

const endpoints: Readonly<Record<Exclude<RequestForm, 'messages'>, Endpoint>> = {
  anthropic: {
    writer: anthropicWriter,
    url: () => 'https://api.anthropic.com/v1/messages',
    headers: ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'],
  },
  'openai-chat': {
    writer: openaiChatWriter,
    url: () => 'https://api.openai.com/v1/chat/completions',
    headers: bearer,
  },
  'openai-responses': {
    writer: openaiResponsesWriter,
    url: () => 'https://api.openai.com/v1/responses',
    headers: bearer,
  },
  gemini: {
    writer: geminiWriter,
    url: (model) =>
      `https://generativelanguage.googleapis.com/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: ['x-goog-api-key: $GEMINI_API_KEY'],
  },
  bedrock: {
    writer: bedrockWriter,
    url: (model) => `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(model)}/converse`,
    headers: [],
    options: ['--aws-sigv4 "aws:amz:us-east-1:bedrock"', '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"'],
  },
};

/**
 * Linux limits a single argument to 128 KiB; a longer body goes through standard input. In UTF-16 units, at most three
 * bytes each.
 */
const longestArgument = 40_000;

/** Cannot occur as a line of the body: JSON strings contain no line ends. */
const ending = 'STRATA_BODY';

/**
 * Writes a POSIX shell command that sends the request. A sent request is sent unchanged. A built prompt uses the form
 * of its model's provider, or else the chat form that most providers accept.
 */
export const exportCurl: Exporter = (document, analysis) => {
  const form = formFor(document, analysis);
  const endpoint = endpoints[form];
  const { body, warnings } =
    document.sent?.form === form ? exportSent(document) : writeRequest(endpoint.writer, document, analysis);
  if (body === '') return { mediaType: 'text/plain', body: '', warnings };
  const json = body.trimEnd();
  const flags = [
    ...[...endpoint.headers, 'content-type: application/json'].map((header) => `-H "${header}"`),
    ...(endpoint.options ?? []),
  ].map((flag) => `  ${flag} \\`);
  const data =
    json.length <= longestArgument
      ? `  --data-raw ${quoted(json)}\n`
      : `  --data-binary @- <<'${ending}'\n${json}\n${ending}\n`;
  const url = document.sent?.address ?? endpoint.url(document.sent?.model ?? analysis?.model.id ?? 'MODEL');
  return {
    mediaType: 'text/plain',
    body: `${[`curl ${url.includes(' ') ? quoted(url) : url} \\`, ...flags].join('\n')}\n${data}`,
    warnings: [...warnings, ...elsewhere(document, analysis)],
  };
};

function formFor(document: PromptDocument, analysis: Analysis | undefined): Exclude<RequestForm, 'messages'> {
  const own = document.sent?.form;
  if (own !== undefined && own !== 'messages' && document.sent?.text !== undefined) return own;
  switch (analysis?.model.provider ?? 'anthropic') {
    case 'anthropic':
      return 'anthropic';
    case 'google':
      return 'gemini';
    case 'bedrock':
      return 'bedrock';
    default:
      return 'openai-chat';
  }
}

/** Wraps the text in single quotes; closes, escapes and reopens them for a quote inside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function elsewhere({ sent }: PromptDocument, analysis: Analysis | undefined): readonly Finding[] {
  const provider = analysis?.model.provider ?? 'anthropic';
  if (sent !== undefined || ['anthropic', 'openai', 'google', 'bedrock'].includes(provider)) return [];
  return [
    finding(
      'info',
      'export-curl-provider',
      `Strata knows no address for "${provider}": the command sends OpenAI's chat form to OpenAI`,
    ),
  ];
}
