/**
 * Provider caching rules as dated, sourced data: the JSON files in `rules/`, in this schema. An unpublished figure is
 * null: unknown, never guessed.
 */
import { z } from 'zod';
import { isRegional } from '../../models/ids';
import { priceOf, type Price, type PriceMoment } from '../../models/price';
import {
  algorithms,
  modelRuleSchema,
  sourceSchema,
  ttls,
  type Algorithm,
  type ModelRule,
  type Ttl,
} from '../../models/row';
import { findRow, isIdOf } from '../../models/table';

export { modelRuleSchema, ttls, type Algorithm, type ModelRule, type Ttl };

const sourceRef = z.string().describe('Id of an entry of "sources"');
const kept = z.enum(['kept', 'lost', 'model-specific']);

const lifetime = z.strictObject({
  ttl: z.enum(ttls),
  seconds: z.int().positive().nullable().describe('null: not published'),
  writeMultiplier: z.number().min(0).describe('Price of a written token, as a multiple of the base input price'),
  source: sourceRef,
});

export const rulePackSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  provider: z.string(),
  title: z.string(),
  asOf: z.iso.date(),
  sources: z.record(z.string(), sourceSchema),
  algorithm: z.enum(algorithms),
  order: z.array(z.enum(['tools', 'system', 'messages'])).length(3),
  markers: z
    .strictObject({
      limit: z.int().positive(),
      lookback: z
        .int()
        .positive()
        .describe('Positions looked at backwards from a breakpoint, the breakpoint itself counted as the first'),
      approximate: z.boolean().optional().describe('The lookback is published as about so many'),
      toolRuns: z
        .boolean()
        .nullable()
        .optional()
        .describe('A run of tool calls, or of tool results, is one position; null: not published'),
      minimumPerIncrement: z.boolean().describe('The n-th breakpoint needs n times the minimum'),
      source: sourceRef,
    })
    .nullable(),
  lifetimes: z.array(lifetime),
  readMultiplier: z.number().min(0).nullable(),
  models: z.array(modelRuleSchema),
  invalidation: z.array(
    z.strictObject({ change: z.string(), tools: kept, system: kept, messages: kept, source: sourceRef }),
  ),
  factors: z
    .array(z.strictObject({ parameter: z.string(), value: z.string(), times: z.number().min(0), source: sourceRef }))
    .optional()
    .describe('What a parameter of the request does to all prices'),
  forwardsTo: z.array(z.string()).optional(),
  notes: z.array(z.strictObject({ text: z.string(), source: sourceRef })),
  overriddenBy: z.array(z.string()).optional().describe('Set by Strata: the files of the user that changed this pack'),
});

export type RulePack = z.infer<typeof rulePackSchema>;

/** The rules for one model; `listed` is false for a model the pack does not know. */
export interface ModelRules {
  readonly pack: RulePack;
  readonly model: ModelRule;
  readonly listed: boolean;
  readonly algorithm: Algorithm;
  readonly readMultiplier: number | null;
  /** Seconds since 1970: when a request is priced that has no time of its own. */
  readonly at?: number;
}

/** True if the request says where to cache. Other models cache by themselves and ignore breakpoints. */
export function takesBreakpoints({ algorithm }: Pick<ModelRules, 'algorithm'>): boolean {
  return algorithm === 'markers' || algorithm === 'openai';
}

/** Into which blocks a request is cut to be compared with those before it. */
export function cutOf(rules: Pick<ModelRules, 'algorithm'> | undefined): 'at-breakpoints' | 'at-sections' {
  return rules === undefined || takesBreakpoints(rules) ? 'at-breakpoints' : 'at-sections';
}

/**
 * The rules of a provider for a model by any id it appears under. A forwarding pack takes the rules of the first
 * provider behind it that lists the model. If none does, anything may be read and nothing is promised.
 */
export function rulesFor(packs: readonly RulePack[], provider: string, modelId: string): ModelRules | undefined {
  const pack = packs.find((each) => each.provider === provider);
  if (pack === undefined) return undefined;
  if (pack.algorithm === 'forward') {
    const behind = (pack.forwardsTo ?? [])
      .filter((name) => name !== provider)
      .flatMap((name) => rulesFor(packs, name, modelId) ?? []);
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
  const row = findRow(modelId, provider)?.id;
  const found =
    pack.models.find(({ id }) => id === modelId) ??
    pack.models.find(({ id }) => id === row) ??
    pack.models.find((model) => isIdOf(model, modelId, provider));
  const model = found ?? unlisted(modelId);
  return {
    pack,
    model: model.regional === undefined || !isRegional(modelId, provider) ? model : atRegion(model, model.regional),
    listed: found !== undefined,
    algorithm: model.algorithm ?? pack.algorithm,
    readMultiplier: model.readMultiplier === undefined ? pack.readMultiplier : model.readMultiplier,
  };
}

function unlisted(id: string): ModelRule {
  return { id, minimum: null, inputPrice: null, source: '' };
}

/** Each kind of price rises by the same factor. */
function atRegion(model: ModelRule, factor: number): ModelRule {
  const raised = (price: number | null | undefined): number | null => (price == null ? null : price * factor);
  return {
    ...model,
    inputPrice: raised(model.inputPrice),
    outputPrice: raised(model.outputPrice),
    ...(model.bands === undefined
      ? {}
      : {
          bands: model.bands.map((band) => ({
            ...band,
            ...(band.inputPrice === undefined ? {} : { inputPrice: band.inputPrice * factor }),
            ...(band.outputPrice === undefined ? {} : { outputPrice: band.outputPrice * factor }),
          })),
        }),
  };
}

/** A write costs as the row says, else as the provider says of the lifetime. */
export function writeMultiplier({ pack, model }: ModelRules, ttl: Ttl): number {
  return (
    model.writeMultipliers?.[ttl] ??
    model.writeMultiplier ??
    pack.lifetimes.find((each) => each.ttl === ttl)?.writeMultiplier ??
    1
  );
}

/** Prices for one request: by its size, date and hour. */
export function pricesFor({ model, pack, at }: ModelRules, moment: PriceMoment = {}): Price {
  return priceOf(model, at === undefined ? moment : { at, ...moment }, pack.readMultiplier);
}

/** The rules with the prices of a moment, ISO 8601: for a prompt that is built and not sent yet. */
export function rulesAt(rules: ModelRules, now: string): ModelRules {
  const at = Date.parse(now) / 1000;
  if (Number.isNaN(at)) return rules;
  return { ...rules, at, readMultiplier: pricesFor(rules, { at }).read };
}

/** Prices may change while a script waits. */
export function rulesLater(rules: ModelRules, seconds: number): ModelRules {
  return rules.at === undefined ? rules : { ...rules, at: rules.at + seconds };
}

export function lifetimeSeconds({ pack }: ModelRules, ttl: Ttl): number | null {
  return pack.lifetimes.find((each) => each.ttl === ttl)?.seconds ?? null;
}
