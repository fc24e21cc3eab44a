import { layOutJson, knownJson } from '../document/json-text';
import type { PromptDocument, RequestForm } from '../document/types';
import { finding, type Finding } from '../sources/findings';
import type { Exported, Exporter } from './types';

/** Exports the exact bytes that were sent. */
export const exportSent: Exporter = (document) => {
  const { text, rebuiltFrom } = document.sent ?? {};
  if (text !== undefined && rebuiltFrom === undefined)
    return { mediaType: 'application/json', body: text, warnings: brokenBody(text) };
  const why =
    document.sent === undefined
      ? 'this prompt was built, not sent'
      : rebuiltFrom !== undefined
        ? `this request was rebuilt from a ${rebuiltFrom}, which does not hold all that was sent`
        : 'this is a part of a request';
  return {
    mediaType: 'application/json',
    body: '',
    warnings: [finding('error', 'export-refused', `Not exported: ${why}. Choose the form of a provider.`)],
  };
};

/**
 * Exports a whole request in its original form: the same JSON with the same literals, indented. A broken body stays as
 * it is.
 */
export function ownForm({ sent }: PromptDocument, form: RequestForm): Exported | undefined {
  if (sent?.form !== form || sent.text === undefined) return undefined;
  const warnings = brokenBody(sent.text);
  const body = warnings.length === 0 ? layOutJson(knownJson(sent.text)) : sent.text;
  return { mediaType: 'application/json', body: `${body}\n`, warnings };
}

function brokenBody(text: string): readonly Finding[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const what = 'The body is not valid JSON, so a provider would refuse it. It is copied as it is in the file.';
    return [finding('error', 'export-broken', what)];
  }
}
