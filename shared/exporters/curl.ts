import { finding, type Finding } from '../sources/findings';
import { anthropicRequest } from './anthropic';
import { exportOpenai } from './openai';
import type { Exporter } from './types';

interface Endpoint {
  readonly url: string;
  /** Headers in double quotes: the shell puts the key in, and it never stands in the text. */
  readonly headers: readonly string[];
  readonly exporter: Exporter;
}

/**
 * Anthropic refuses a request without `max_tokens`, which is no part of a prompt: the command says which limit it has.
 */
const maxTokens = 1024;
const ownLimit = finding(
  'info',
  'export-max-tokens',
  `\`max_tokens\` is ${maxTokens}, which Strata put there: change it to what you need`,
);

const anthropic: Endpoint = {
  url: 'https://api.anthropic.com/v1/messages',
  headers: ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'],
  exporter: (document, analysis) => {
    const exported = anthropicRequest(document, analysis, maxTokens);
    return { ...exported, warnings: [...exported.warnings, ownLimit] };
  },
};

const openai: Endpoint = {
  url: 'https://api.openai.com/v1/chat/completions',
  headers: ['authorization: Bearer $OPENAI_API_KEY'],
  exporter: exportOpenai,
};

/**
 * Linux takes no single argument of more than 128 KiB; a longer body comes by standard input. UTF-16 units, at most
 * three bytes each.
 */
const longestArgument = 40_000;

/** No line of JSON reads like this: its strings have no line ends. */
const ending = 'STRATA_BODY';

/**
 * A command for a POSIX shell that sends the request: Anthropic's for their models, else the chat form most providers
 * take.
 */
export const exportCurl: Exporter = (document, analysis) => {
  const provider = analysis?.model.provider ?? 'anthropic';
  const { url, headers, exporter } = provider === 'anthropic' ? anthropic : openai;
  const { body, warnings } = exporter(document, analysis);
  const json = body.trimEnd();
  const flags = [...headers, 'content-type: application/json'].map((header) => `  -H "${header}" \\`);
  const data =
    json.length <= longestArgument
      ? `  --data-raw ${quoted(json)}\n`
      : `  --data-binary @- <<'${ending}'\n${json}\n${ending}\n`;
  return {
    mediaType: 'text/plain',
    body: `${[`curl ${url} \\`, ...flags].join('\n')}\n${data}`,
    warnings: [...warnings, ...elsewhere(provider)],
  };
};

/** Single quotes keep everything as it is; one inside is closed, escaped and opened again. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function elsewhere(provider: string): readonly Finding[] {
  if (provider === 'anthropic' || provider === 'openai') return [];
  return [
    finding(
      'info',
      'export-curl-provider',
      `There is no address of "${provider}" here: the command sends OpenAI's chat form to OpenAI`,
    ),
  ];
}
