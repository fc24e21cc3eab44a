/**
 * What a request body lacks before a provider takes it. An export says so in one warning; it never fills a gap in
 * silence.
 */
import type { Analysis } from '../analysis/types';
import { finding, type Finding } from '../sources/findings';

export type RequestForm = 'anthropic' | 'openai';

const formNames: Readonly<Record<RequestForm, string>> = { anthropic: 'Anthropic', openai: 'OpenAI' };

/** The model's name if this provider has such a model; else why the body names none. */
export function bodyModel(
  analysis: Analysis | undefined,
  form: RequestForm,
): { readonly model?: string; readonly missing: readonly string[] } {
  if (analysis === undefined) return { missing: ['`model` is not set'] };
  const { id, provider } = analysis.model;
  // An id that Strata does not know is the user's own choice.
  if (provider === form || provider === 'unknown') return { model: id, missing: [] };
  const isModel = provider !== 'rule of thumb' && provider !== 'workspace';
  return {
    missing: [
      `\`model\` is left out (${id} is ${isModel ? `no model of ${formNames[form]}` : 'a way to count, no model'})`,
    ],
  };
}

export function incomplete(missing: readonly string[]): readonly Finding[] {
  return missing.length === 0
    ? []
    : [finding('warning', 'export-incomplete', `Cannot be sent as it is: ${missing.join('; ')}`)];
}

const refused: readonly string[] = ['export-incomplete', 'export-empty-message'];

/** Whether a provider would take the body as it stands, as far as is known here. */
export function isSendable(warnings: readonly Finding[]): boolean {
  return !warnings.some(({ ruleId }) => refused.includes(ruleId));
}
