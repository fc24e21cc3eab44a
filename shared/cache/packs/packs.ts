import { modelRuleSchema, type ModelRow } from '../../models/row';
import { modelSources, modelTable } from '../../models/table';
import { rulePackSchema, type ModelRule, type RulePack } from './rule-pack';
import anthropic from '../rules/anthropic.json';
import azure from '../rules/azure.json';
import bedrock from '../rules/bedrock.json';
import deepseek from '../rules/deepseek.json';
import gemini from '../rules/gemini.json';
import openai from '../rules/openai.json';
import openrouter from '../rules/openrouter.json';
import others from '../rules/others.json';
import vertex from '../rules/vertex.json';

const ruleKeys = new Set(Object.keys(modelRuleSchema.shape));

function ruleOf(row: ModelRow): ModelRule {
  return modelRuleSchema.parse(Object.fromEntries(Object.entries(row).filter(([key]) => ruleKeys.has(key))));
}

interface Citing {
  readonly sources: object;
  readonly notes: readonly object[];
}

/** A cloud has the rules of the vendor but for what it says itself. */
function like(vendor: Citing, cloud: Citing & { readonly provider: string }) {
  const sources = { ...vendor.sources, ...cloud.sources };
  return { ...vendor, ...cloud, sources, notes: [...cloud.notes, ...vendor.notes] };
}

/** The rules of each provider with the models of the table. A shipped pack that does not fit its schema throws. */
export const shippedPacks: readonly RulePack[] = [
  anthropic,
  openai,
  gemini,
  deepseek,
  bedrock,
  like(openai, azure),
  like(anthropic, vertex),
  openrouter,
  ...others,
].map((pack) => {
  const models = modelTable.filter(({ provider }) => provider === pack.provider).map(ruleOf);
  const cited = new Set(models.map(({ source }) => source));
  const sources = Object.fromEntries(Object.entries(modelSources).filter(([id]) => cited.has(id)));
  return rulePackSchema.parse({ ...pack, models, sources: { ...pack.sources, ...sources } });
});
