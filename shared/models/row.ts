/**
 * One model as dated, sourced data: how it is counted, its window, its caching figures and its prices. An unpublished
 * figure is null: unknown, never guessed.
 */
import { z } from 'zod';

export const ttls = ['5m', '30m', '1h', '24h'] as const;
export type Ttl = (typeof ttls)[number];

/** `none`: the model has no cache that anybody lists. */
export const algorithms = ['markers', 'openai', 'openai-interval', 'best-effort', 'units', 'forward', 'none'] as const;
export type Algorithm = (typeof algorithms)[number];

const multiplier = z.number().min(0);
const dollars = z.number().min(0).describe('US dollars per million tokens');

/** Prices that replace the row's own while all conditions hold. Later bands win over earlier ones. */
const bandSchema = z.strictObject({
  above: z.int().positive().optional().describe('Input tokens of the whole request, cached or not'),
  from: z.iso.date().optional(),
  until: z.iso.date().optional().describe('The first day on which it no longer holds'),
  hours: z
    .array(z.string().regex(/^\d\d:\d\d-\d\d:\d\d$/))
    .optional()
    .describe('UTC'),
  days: z.array(z.int().min(0).max(6)).optional().describe('0 is Sunday'),
  inputPrice: dollars.optional(),
  outputPrice: dollars.optional(),
  readMultiplier: multiplier.optional(),
});
export type PriceBand = z.infer<typeof bandSchema>;

/** What caching rules say of a model; also what a user's own pack may change. */
export const modelRuleSchema = z.strictObject({
  id: z.string(),
  ids: z.array(z.string()).optional().describe('Anchored patterns of the ids that mean this model'),
  minimum: z.int().positive().nullable().describe('Shortest cacheable prefix in tokens; null: unknown'),
  inputPrice: z.number().min(0).nullable().describe('US dollars per million input tokens; null: unknown'),
  outputPrice: z.number().min(0).nullable().optional().describe('US dollars per million output tokens; null: unknown'),
  readMultiplier: multiplier
    .nullable()
    .optional()
    .describe('Price of a read token, as a multiple of the input price; null: unknown'),
  writeMultiplier: multiplier.optional(),
  writeMultipliers: z.partialRecord(z.enum(ttls), multiplier).optional(),
  bands: z.array(bandSchema).optional(),
  fast: z
    .strictObject({ inputPrice: dollars, outputPrice: dollars })
    .optional()
    .describe('Prices with the parameter speed set to fast'),
  regional: z.number().min(1).optional().describe('Factor on all prices outside the global endpoint'),
  interval: z.int().positive().nullable().optional().describe('Tokens between implicit breakpoints; null: unknown'),
  rounding: z.int().positive().optional().describe('Reported cached tokens are rounded down to a multiple'),
  algorithm: z.enum(algorithms).optional(),
  ttls: z.array(z.enum(ttls)).optional().describe('The lifetimes it offers, if not those of its provider'),
  defaultEffort: z.string().optional().describe('Setting the effort to this equals leaving it out'),
  keepsThinking: z
    .boolean()
    .optional()
    .describe('Thinking of earlier turns stays in the prompt when the user speaks again'),
  perMessageEffort: z.boolean().optional(),
  source: z.string().describe('Id of an entry of "sources"'),
});
export type ModelRule = z.infer<typeof modelRuleSchema>;

export const modelRowSchema = modelRuleSchema.extend({
  ids: z.array(z.string()),
  label: z.string(),
  provider: z.string(),
  base: z.string().optional().describe('Its id at its own vendor, if this row is another provider’s'),
  count: z.enum(['claude-4.7', 'claude-3', 'o200k_base', 'o200k_base assumed', 'cl100k_base', 'gemini', 'unknown']),
  images: z.enum(['tiles-70', 'tiles-85', 'crops', 'by-resolution']).optional(),
  window: z.int().positive().nullable().describe('Context window in tokens; null: unknown'),
  maxOutput: z.int().positive().optional(),
  toolPrompt: z
    .strictObject({ auto: z.int().nullable(), any: z.int().nullable() })
    .optional()
    .describe('Hidden tokens of a request with tools, by tool choice'),
  status: z.enum(['gated', 'deprecated', 'retired', 'legacy']).optional(),
  note: z.string().optional(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;

export const sourceSchema = z.strictObject({
  title: z.string(),
  url: z.url(),
  date: z.string().describe('When it was read, or the date it bears'),
  grade: z.enum(['official', 'third-party', 'conflict']),
});
export type RuleSource = z.infer<typeof sourceSchema>;
