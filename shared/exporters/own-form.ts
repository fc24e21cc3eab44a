import { layOutJson, knownJson } from '../document/json-text';
import type { PromptDocument, RequestForm } from '../document/types';
import { finding } from '../sources/findings';
import type { Exported, Exporter } from './types';

/** Exports the exact bytes that were sent. */
export const exportSent: Exporter = (document) => {
  const text = document.sent?.text;
  if (text !== undefined) return { mediaType: 'application/json', body: text, warnings: [] };
  const why =
    document.sent === undefined
      ? 'this prompt was built, not sent. Choose the form of a provider'
      : 'this is a part of a request. Choose the form of a provider';
  return {
    mediaType: 'application/json',
    body: '',
    warnings: [finding('error', 'export-refused', `Not exported: ${why}.`)],
  };
};

/** Exports a whole request in its original form: the same JSON with the same literals, indented. */
export function ownForm({ sent }: PromptDocument, form: RequestForm): Exported | undefined {
  if (sent?.form !== form || sent.text === undefined) return undefined;
  return { mediaType: 'application/json', body: `${layOutJson(knownJson(sent.text))}\n`, warnings: [] };
}
