import type { Analysis } from '../../analysis/types';
import type { PromptDocument } from '../../document/types';
import { findRow } from '../../models/table';
import { rulesFor, type ModelRules, type RulePack } from './rule-pack';

/** Providers that have rules of their own for the models of others, also for those that nobody lists. */
const hosts = ['bedrock', 'openrouter'];

/** The rules for one request: by the provider it was sent to, if that has rules of its own, else by its model. */
export function rulesOfRequest(
  packs: readonly RulePack[],
  { sent }: PromptDocument,
  { model }: Analysis,
): ModelRules | undefined {
  const named = sent?.model ?? '';
  const id = named === '' ? model.id : named;
  const host = hosts.find((each) => each === sent?.provider) ?? cloudOf(id, sent?.provider);
  return rulesFor(packs, host ?? model.provider, host === 'vertex' ? placed(id, sent?.address) : id);
}

/** A cloud that is listed with this model. Names that somebody gave a deployment are not. */
function cloudOf(id: string, provider: string | null | undefined): string | undefined {
  const cloud = findRow(id, provider ?? undefined)?.provider;
  return cloud === 'azure' || cloud === 'vertex' ? cloud : undefined;
}

/** On Google Cloud the address has the region, on which the price depends. */
function placed(id: string, address: string | null | undefined): string {
  const location = /\/locations\/[^/]+\//.exec(address ?? '')?.[0];
  return location === undefined || id.includes('/') ? id : `projects/-${location}publishers/anthropic/models/${id}`;
}
