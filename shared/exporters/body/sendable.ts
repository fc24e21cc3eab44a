/**
 * Checks what a built prompt lacks for a provider to accept it. Gaps are filled with stand-ins that the export reports;
 * a model of another provider is refused.
 */
import type { Analysis } from '../../analysis/types';
import type { PromptDocument, RequestForm } from '../../document/types';
import { modelIdAt } from '../../models/table';
import { finding, type Finding } from '../../sources/findings';

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

/** Providers whose models a form cannot reach. Many others accept OpenAI's chat form. */
const foreign: Readonly<Record<RequestForm, RegExp>> = {
  anthropic: /^(?!anthropic$)/,
  'openai-chat': /^(?:anthropic|google|gemini|bedrock)$/,
  'openai-responses': /^(?!openai$)/,
  gemini: /^(?!google$|gemini$)/,
  bedrock: /^(?!bedrock$)/,
  messages: /^$/,
};

export interface BodyModel {
  /** Undefined if the body has no model field. */
  readonly model?: string;
  readonly problem?: string;
}

/**
 * Returns the model's name if this form reaches it, or else why not. A sent request keeps its model in its own form.
 */
export function bodyModel(document: PromptDocument, analysis: Analysis | undefined, form: RequestForm): BodyModel {
  const own = document.sent;
  if (own?.form === form && own.model !== null) return { model: own.model };
  if (analysis === undefined) return { problem: 'no model is chosen' };
  const { id, provider } = analysis.model;
  if (provider === 'rule of thumb' || provider === 'workspace')
    return { problem: `${id} is a way to count, not a model` };
  // An unknown model id is the user's own choice.
  if (provider === 'unknown' || !foreign[form].test(provider)) return { model: id };
  const there = form === 'bedrock' ? modelIdAt(id, 'bedrock') : undefined;
  const hint = there === undefined ? '' : `, where it is called ${there}`;
  return { problem: `${id} is not a model of ${formNames[form]}${hint}` };
}

/** One finding for everything that the export added. */
export function standIns(filled: readonly string[]): readonly Finding[] {
  return filled.length === 0
    ? []
    : [finding('info', 'export-stand-in', `Added by Strata; change it before you send: ${filled.join('; ')}`)];
}

export function refusal(problem: string): Finding {
  return finding('error', 'export-refused', `Not exported: ${problem}. Choose another model or another format.`);
}

const refused: readonly string[] = ['export-refused', 'export-empty-message'];

/** Returns whether a provider would accept the body, as far as Strata can tell. */
export function isSendable(warnings: readonly Finding[]): boolean {
  return !warnings.some(({ ruleId }) => refused.includes(ruleId));
}
