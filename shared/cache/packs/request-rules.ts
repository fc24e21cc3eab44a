import type { Analysis } from '../../analysis/types';
import type { PromptDocument } from '../../document/types';
import { rulesFor, type ModelRules, type RulePack } from './rule-pack';

/** Providers that have rules of their own for the models of others. */
const hosts = ['bedrock', 'openrouter'];

/** The rules for one request: by the provider it was sent to, if that has rules of its own, else by its model. */
export function rulesOfRequest(
  packs: readonly RulePack[],
  { sent }: PromptDocument,
  { model }: Analysis,
): ModelRules | undefined {
  const host = hosts.find((each) => each === sent?.provider);
  const named = sent?.model ?? model.id;
  return rulesFor(packs, host ?? model.provider, named === '' ? model.id : named);
}
