import type { ModelRules } from '../packs/rule-pack';
import type { BillRules } from './types';

/** Names the rules a request was judged by. */
export function billRules(rules: ModelRules | undefined): BillRules | null {
  if (rules === undefined) return null;
  const { pack, model, listed } = rules;
  return { provider: pack.provider, title: pack.title, asOf: pack.asOf, model: model.id, listed };
}
