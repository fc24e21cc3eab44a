/** Random bodies of every request form that Strata reads, as property-test generators. */
import type fc from 'fast-check';
import { formOf } from '../../shared/requests/form';
import { parseBody, plainBody, type Body } from '../../shared/requests/body';
import { toDocument, type ReadDocument } from '../../shared/requests/document/to-document';
import { sourceId } from '../../shared/document/builders';
import type { SourceFile } from '../../shared/sources/types';
import { anthropicBody, invokeModelBody } from './request-bodies/anthropic';
import { chatBodyArbitrary, openrouterBody, responsesBody } from './request-bodies/openai';
import { bedrockBody, geminiBody } from './request-bodies/others';
import type { MadeBody } from './request-bodies/types';

export const forms: Readonly<
  Record<string, { readonly form: MadeBody['form']; readonly body: fc.Arbitrary<MadeBody> }>
> = {
  'Anthropic Messages': { form: 'anthropic', body: anthropicBody },
  'Bedrock InvokeModel': { form: 'anthropic', body: invokeModelBody },
  'OpenAI Chat': { form: 'openai-chat', body: chatBodyArbitrary },
  OpenRouter: { form: 'openai-chat', body: openrouterBody },
  'OpenAI Responses': { form: 'openai-responses', body: responsesBody },
  Gemini: { form: 'gemini', body: geminiBody },
  'Bedrock Converse': { form: 'bedrock', body: bedrockBody },
};

export interface OpenedBody extends ReadDocument {
  readonly body: Body;
  readonly sources: ReadonlyMap<SourceFile['id'], string>;
}

/** Opens a body as a separate file; undefined if it is not a request. */
export function openBody(text: string, address?: string): OpenedBody | undefined {
  const source: SourceFile = { id: sourceId('a.json'), path: '/w/a.json', as: 'files', text };
  const { root } = parseBody(source);
  if (root === undefined) return undefined;
  const body: Body = { ...plainBody(source, root, 'a.json'), address };
  const form = formOf(body);
  if (form === undefined) return undefined;
  return { ...toDocument(body, form), body, sources: new Map([[source.id, text]]) };
}
