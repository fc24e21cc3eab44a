/**
 * The extension that `strata capture` gives to pi for one run (`pi -e`). pi calls it before each request with the body
 * it is about to send, and after each answer. It writes both into a folder and changes nothing:
 *
 *     events.jsonl             {"type":"request","call":"812-1","at":1794995857386,"api":"anthropic-messages",…}
 *     812-1.request.json       the body, as pi gives it to the provider's library
 *     812-1.response.json      the finished message, in pi's own form
 *
 * A body is written before its event. Of headers only the status is kept.
 */
import type { Vendor } from '../../relay/routes';
import { writeWatched } from '../watched-folders';

export const piEvents = 'events.jsonl';
const extensionName = 'strata-capture.mjs';

/** Returns the path of the extension. */
export function writePiExtension(folder: string): Promise<string> {
  return writeWatched(folder, extensionName, piExtension(folder));
}

/** For a relay: pi takes no base addresses from the environment, but from an extension. Holds the relay's secret. */
export function writePiRedirect(folder: string, base: (vendor: Vendor) => string): Promise<string> {
  const addresses = {
    anthropic: base('anthropic'),
    openai: base('openai'),
    google: `${base('gemini')}/v1beta`,
    openrouter: base('openrouter'),
    deepseek: base('deepseek'),
  };
  const lines = Object.entries(addresses).map(
    ([provider, baseUrl]) => `  pi.registerProvider('${provider}', { baseUrl: ${JSON.stringify(baseUrl)} });\n`,
  );
  const about = '// Written by "strata capture" for one run of pi.';
  const text = `${about}\nexport default function (pi) {\n${lines.join('')}}\n`;
  return writeWatched(folder, extensionName, text);
}

function piExtension(folder: string): string {
  return `// Written by "strata capture" for one run of pi. It keeps a copy of what pi sends and changes nothing.
import { appendFileSync, writeFileSync } from 'node:fs';

const folder = ${JSON.stringify(folder)};
const only = { mode: 0o600 };

export default function (pi) {
  let [calls, call] = [0, ''];
  const keep = (event, name, body) => {
    try {
      if (name !== undefined) writeFileSync(folder + '/' + name, JSON.stringify(body), only);
      appendFileSync(folder + '/${piEvents}', JSON.stringify({ ...event, call, at: Date.now() }) + '\\n', only);
    } catch {
      // A failed copy must not stop pi.
    }
  };
  pi.on('before_provider_request', ({ payload }, context) => {
    calls += 1;
    call = process.pid + '-' + calls;
    const { id, api, provider, baseUrl } = context?.model ?? {};
    const origin = URL.canParse(baseUrl ?? '') ? new URL(baseUrl).origin : undefined;
    const session = context?.sessionManager?.getSessionId?.();
    keep({ type: 'request', session, model: id, api, provider, origin }, call + '.request.json', payload);
  });
  pi.on('after_provider_response', ({ status }) => keep({ type: 'status', status }));
  pi.on('message_end', ({ message }) => {
    if (message?.role === 'assistant' && call !== '') keep({ type: 'response' }, call + '.response.json', message);
  });
}
`;
}
