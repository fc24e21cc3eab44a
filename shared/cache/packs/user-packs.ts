/**
 * The user's own rules, merged over the shipped ones: `.strata/rules/*.json`, and `rules` in `strata.json` (one pack or
 * a list).
 */
import { z } from 'zod';
import { checkConfig, configChild, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { parseJson } from '../../sources/config/json';
import type { SourceId } from '../../document/types';
import type { SourceFile } from '../../sources/types';
import { modelRuleSchema, rulePackSchema, type ModelRule, type RulePack } from './rule-pack';

const ownModel = modelRuleSchema.partial().required({ id: true });

/** Everything but the provider may be left out if a shipped pack has it. */
export const userPackSchema = rulePackSchema
  .omit({ overriddenBy: true })
  .partial()
  .required({ provider: true })
  .extend({ models: z.array(ownModel).optional() });
export type UserPack = z.infer<typeof userPackSchema>;

export interface Merged {
  readonly packs: readonly RulePack[];
  readonly findings: readonly Finding[];
}

interface Origin {
  readonly source: SourceId;
  readonly node: ConfigNode;
}

/** Overrides what a user's pack names: models by id and figure, sources by id, any other field as a whole. */
function mergePack(packs: readonly RulePack[], user: UserPack, { source, node }: Origin): Merged {
  const base = packs.find(({ provider }) => provider === user.provider);
  if (base === undefined) {
    const whole = checkConfig(rulePackSchema, node, source, 'rule-pack', 'warning');
    if (whole.value !== undefined)
      return { packs: [...packs, { ...whole.value, overriddenBy: [source] }], findings: [] };
    const providers = packs.map(({ provider }) => provider).join(', ');
    const why = whole.findings[0]?.message ?? '';
    return {
      packs,
      findings: [
        finding(
          'warning',
          'rule-pack',
          `There is no shipped pack "${user.provider}", so it must be complete: ${why}`,
          { source, span: node.span },
          { note: `Shipped: ${providers}.` },
        ),
      ],
    };
  }
  const own = user.models ?? [];
  const changed = own.map(({ id, ...figures }): ModelRule => {
    const shipped = base.models.find((model) => model.id === id) ?? { id, minimum: null, inputPrice: null, source: '' };
    return { ...shipped, ...figures, source: figures.source ?? shipped.source };
  });
  const models = [...changed, ...base.models.filter(({ id }) => !own.some((model) => model.id === id))];
  const merged: RulePack = {
    ...base,
    ...user,
    models,
    sources: { ...base.sources, ...user.sources },
    overriddenBy: [...(base.overriddenBy ?? []), source],
  };
  return { packs: packs.map((pack) => (pack === base ? merged : pack)), findings: [] };
}

function mergeNode({ packs, findings }: Merged, source: SourceId, node: ConfigNode): Merged {
  const checked = checkConfig(userPackSchema, node, source, 'rule-pack', 'warning');
  const merged =
    checked.value === undefined ? { packs, findings: [] } : mergePack(packs, checked.value, { source, node });
  const ignored = checked.findings.map((each) => ({ ...each, note: 'The shipped rules are used.' }));
  return { packs: merged.packs, findings: [...findings, ...ignored, ...merged.findings] };
}

/** Files first, in order, then the manifest. A broken pack is a finding at its line and changes nothing. */
export function readUserPacks(
  packs: readonly RulePack[],
  files: readonly SourceFile[],
  manifest?: { readonly source: SourceId; readonly root: ConfigNode | undefined },
): Merged {
  let merged: Merged = { packs, findings: [] };
  for (const file of files) {
    const { root, findings } = parseJson(file, 'rule-pack-syntax');
    if (root === undefined || findings.length > 0)
      merged = {
        ...merged,
        findings: [...merged.findings, ...findings.map((each) => ({ ...each, severity: 'warning' as const }))],
      };
    else merged = mergeNode(merged, file.id, root);
  }
  const rules = configChild(manifest?.root, 'rules');
  if (manifest === undefined || rules === undefined) return merged;
  for (const node of rules.kind === 'array' ? rules.items : [rules]) merged = mergeNode(merged, manifest.source, node);
  return merged;
}
