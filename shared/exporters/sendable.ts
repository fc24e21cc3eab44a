/**
 * What a built prompt lacks before a provider takes it as a request. A gap is filled with a stand-in that the export
 * names; a model of another provider is refused.
 */
import type { Analysis } from '../analysis/types';
import type { PromptDocument, RequestForm } from '../document/types';
import { finding, type Finding } from '../sources/findings';

export const standInMessage = '(your message)';
export const standInMaxTokens = 1024;

const formNames: Readonly<Record<RequestForm, string>> = {
  anthropic: 'Anthropic',
  'openai-chat': 'OpenAI',
  'openai-responses': 'OpenAI',
  gemini: 'Gemini',
  bedrock: 'Bedrock',
  messages: 'messages',
};

/** Providers whose models a form does not reach. Many others take OpenAI's chat form. */
const foreign: Readonly<Record<RequestForm, RegExp>> = {
  anthropic: /^(?!anthropic$)/,
  'openai-chat': /^(?:anthropic|google|gemini|bedrock)$/,
  'openai-responses': /^(?!openai$)/,
  gemini: /^(?!google$|gemini$)/,
  bedrock: /^(?!bedrock$)/,
  messages: /^$/,
};

export interface BodyModel {
  /** Undefined: the body names none. */
  readonly model?: string;
  readonly problem?: string;
}

/** The model's name if this form reaches it; else why not. A request keeps the model it was sent to in its own form. */
export function bodyModel(document: PromptDocument, analysis: Analysis | undefined, form: RequestForm): BodyModel {
  const own = document.sent;
  if (own?.form === form && own.model !== null) return { model: own.model };
  if (analysis === undefined) return { problem: 'no model is chosen' };
  const { id, provider } = analysis.model;
  if (provider === 'rule of thumb' || provider === 'workspace') return { problem: `${id} is a way to count, no model` };
  // An id that Strata does not know is the user's own choice.
  if (provider === 'unknown' || !foreign[form].test(provider)) return { model: id };
  return { problem: `${id} is no model of ${formNames[form]}` };
}

/** One finding for all that the export put there itself. */
export function standIns(filled: readonly string[]): readonly Finding[] {
  return filled.length === 0
    ? []
    : [finding('info', 'export-stand-in', `Put there by Strata, change it before you send: ${filled.join('; ')}`)];
}

export function refusal(problem: string): Finding {
  return finding('error', 'export-refused', `Not exported: ${problem}. Choose another model or another format.`);
}

const refused: readonly string[] = ['export-refused', 'export-empty-message'];

/** Whether a provider would take the body as it stands, as far as is known here. */
export function isSendable(warnings: readonly Finding[]): boolean {
  return !warnings.some(({ ruleId }) => refused.includes(ruleId));
}
