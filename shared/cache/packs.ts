import { finding, placeOf, type Finding } from '../sources/findings';
import { configValue } from '../sources/config-node';
import { parseJson } from '../sources/json';
import type { SourceFile } from '../sources/types';
import { rulePackSchema, type RulePack } from './rule-pack';
import anthropic from './rules/anthropic.json';
import bedrock from './rules/bedrock.json';
import deepseek from './rules/deepseek.json';
import gemini from './rules/gemini.json';
import openai from './rules/openai.json';
import openrouter from './rules/openrouter.json';

/** Checked when first loaded: a shipped pack that does not fit its schema is a bug and throws. */
export const shippedPacks: readonly RulePack[] = [anthropic, openai, gemini, deepseek, bedrock, openrouter].map((pack) => rulePackSchema.parse(pack));

/** A user's pack replaces the figures it names: its models by id, its other fields as a whole. */
export function mergePack(packs: readonly RulePack[], user: Partial<RulePack> & { readonly provider: string }): readonly RulePack[] {
  const base = packs.find(({ provider }) => provider === user.provider);
  if (base === undefined) {
    const whole = rulePackSchema.safeParse(user);
    return whole.success ? [...packs, whole.data] : packs;
  }
  const models = [...(user.models ?? []), ...base.models.filter(({ id }) => user.models?.some((own) => own.id === id) !== true)];
  const merged: RulePack = { ...base, ...user, models, sources: { ...base.sources, ...user.sources } };
  return packs.map((pack) => (pack === base ? merged : pack));
}

const userPackSchema = rulePackSchema.partial().required({ provider: true });

/** Reads a user's pack from a file; a broken one is a finding at its line and changes nothing. */
export function readUserPack(source: SourceFile, packs: readonly RulePack[]): { readonly packs: readonly RulePack[]; readonly findings: readonly Finding[] } {
  const { root, findings } = parseJson(source, 'rule-pack-syntax');
  if (root === undefined || findings.length > 0) return { packs, findings };
  const parsed = userPackSchema.safeParse(configValue(root));
  if (parsed.success) return { packs: mergePack(packs, parsed.data), findings: [] };
  const [issue] = parsed.error.issues;
  return { packs, findings: [finding('warning', 'rule-pack', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a rule pack'}; the shipped rules are used`, placeOf(source.id, root.span.start, root.span.end))] };
}
