/**
 * Provider caching rules as dated, sourced data: the JSON files in `rules/`, in this schema. `shared/cache` may import
 * document, analysis, sources and exporters. An unpublished figure is null: unknown, never guessed.
 */
import { z } from 'zod';

const grade = z.enum(['official', 'third-party', 'conflict']);
const sourceRef = z.string().describe('Id of an entry of "sources"');
const kept = z.enum(['kept', 'lost', 'model-specific']);

export const ttls = ['5m', '30m', '1h', '24h'] as const;
export type Ttl = (typeof ttls)[number];

const lifetime = z.strictObject({
  ttl: z.enum(ttls),
  seconds: z.int().positive().nullable().describe('null: not published'),
  writeMultiplier: z.number().min(0).describe('Price of a written token, as a multiple of the base input price'),
  source: sourceRef,
});

export const modelRuleSchema = z.strictObject({
  id: z.string(),
  minimum: z.int().positive().nullable().describe('Shortest cacheable prefix in tokens; null: unknown'),
  inputPrice: z.number().min(0).nullable().describe('US dollars per million input tokens; null: unknown'),
  readMultiplier: z.number().min(0).optional(),
  writeMultiplier: z.number().min(0).optional(),
  interval: z.int().positive().nullable().optional().describe('Tokens between implicit breakpoints; null: unknown'),
  rounding: z.int().positive().optional().describe('Reported cached tokens are rounded down to a multiple'),
  algorithm: z.enum(['markers', 'openai', 'openai-interval', 'best-effort', 'units', 'forward']).optional(),
  source: sourceRef,
});

export const rulePackSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  provider: z.string(),
  title: z.string(),
  asOf: z.iso.date(),
  sources: z.record(z.string(), z.strictObject({ title: z.string(), url: z.url(), date: z.string(), grade })),
  algorithm: z.enum(['markers', 'openai', 'openai-interval', 'best-effort', 'units', 'forward']),
  order: z.array(z.enum(['tools', 'system', 'messages'])).length(3),
  markers: z
    .strictObject({
      limit: z.int().positive(),
      lookback: z
        .int()
        .positive()
        .describe('Positions looked at from a marker backwards, the marker itself counted as the first'),
      toolRuns: z.boolean().optional().describe('A run of tool calls, or of tool results, is one position'),
      minimumPerIncrement: z.boolean().describe('The n-th marker needs n times the minimum'),
      source: sourceRef,
    })
    .nullable(),
  lifetimes: z.array(lifetime),
  readMultiplier: z.number().min(0).nullable(),
  models: z.array(modelRuleSchema),
  invalidation: z.array(
    z.strictObject({ change: z.string(), tools: kept, system: kept, messages: kept, source: sourceRef }),
  ),
  forwardsTo: z.array(z.string()).optional(),
  notes: z.array(z.strictObject({ text: z.string(), source: sourceRef })),
  overriddenBy: z.array(z.string()).optional().describe('Set by Strata: the files of the user that changed this pack'),
});

export type RulePack = z.infer<typeof rulePackSchema>;
export type ModelRule = RulePack['models'][number];
export type Algorithm = RulePack['algorithm'];

/** The rules for one model; `listed` is false for a model the pack does not know. */
export interface ModelRules {
  readonly pack: RulePack;
  readonly model: ModelRule;
  readonly listed: boolean;
  readonly algorithm: Algorithm;
  readonly readMultiplier: number | null;
}

/** True if the request says where to cache. Other models cache by themselves and ignore breakpoints. */
export function takesBreakpoints({ algorithm }: Pick<ModelRules, 'algorithm'>): boolean {
  return algorithm === 'markers' || algorithm === 'openai';
}

/**
 * A dated id such as `claude-sonnet-4-5-20250929` resolves to its model; any other unlisted id is unknown. A forwarding
 * pack takes the rules of the first provider behind it that lists the model. If none does, anything may be read and
 * nothing is promised.
 */
export function rulesFor(packs: readonly RulePack[], provider: string, modelId: string): ModelRules | undefined {
  const pack = packs.find((each) => each.provider === provider);
  if (pack === undefined) return undefined;
  if (pack.algorithm === 'forward') {
    const behind = (pack.forwardsTo ?? [])
      .filter((name) => name !== provider)
      .flatMap((name) => rulesFor(packs, name, modelId.replace(/^[\w-]+\//, '')) ?? []);
    return (
      behind.find(({ listed }) => listed) ?? {
        pack,
        model: unlisted(modelId),
        listed: false,
        algorithm: 'best-effort',
        readMultiplier: null,
      }
    );
  }
  const plain = modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
  const found = pack.models.find(({ id }) => id === modelId || id === plain);
  const model = found ?? unlisted(modelId);
  return {
    pack,
    model,
    listed: found !== undefined,
    algorithm: model.algorithm ?? pack.algorithm,
    readMultiplier: model.readMultiplier ?? pack.readMultiplier,
  };
}

function unlisted(id: string): ModelRule {
  return { id, minimum: null, inputPrice: null, source: '' };
}

export function writeMultiplier({ pack, model }: ModelRules, ttl: Ttl): number {
  return model.writeMultiplier ?? pack.lifetimes.find((each) => each.ttl === ttl)?.writeMultiplier ?? 1;
}

export function lifetimeSeconds({ pack }: ModelRules, ttl: Ttl): number | null {
  return pack.lifetimes.find((each) => each.ttl === ttl)?.seconds ?? null;
}
