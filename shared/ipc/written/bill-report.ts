/** What `sequence`, `explain` and `lint` print as JSON. Published as JSON schemas: keep changes compatible. */
import { z } from 'zod';
import { changeKinds } from '../../cache/bill/change-kind';
import { lossReasons } from '../../cache/simulate/outcome';
import { reportSchema } from './report-schema';

const range = z
  .strictObject({ low: z.number(), high: z.number() })
  .describe('From the promised to the possible; equal if it is known');
const dollars = range.nullable().describe('US dollars; null if a price is unknown');
const tokenCount = reportSchema.shape.total;

const figures = {
  tokens: range,
  read: range,
  written: range,
  uncached: range,
  hitRate: range.describe('Tokens read over all tokens, from 0 to 1'),
  cost: dollars,
};

const blamed = z
  .strictObject({ file: z.string(), line: z.int(), column: z.int(), isExact: z.boolean() })
  .describe('The file of the folder that the agent worked in; not exact if the file has other words there now');

/** The folder in which changed words are looked for. */
export const agentFolder = z
  .strictObject({ folder: z.string().nullable(), why: z.string().nullable().describe('Why none is read') })
  .optional();

const lossCause = z.enum([...lossReasons, 'model', 'parameter', 'unexplained']);

const nullableCount = z.int().nullable();
const usage = z.strictObject({
  form: z.enum(['anthropic', 'openai', 'gemini', 'deepseek', 'bedrock']),
  read: nullableCount,
  written: nullableCount,
  written5m: nullableCount,
  written1h: nullableCount,
  uncached: nullableCount,
  context: nullableCount.describe('All input tokens of the request'),
  output: nullableCount,
  diagnosis: z.strictObject({ reason: z.string().nullable(), missedTokens: nullableCount }).nullable(),
});

const lineColumn = z.strictObject({ line: z.int(), column: z.int() });
const changeKind = z.enum(['same', 'changed', 'added', 'removed']);

export const requestBillSchema = z.strictObject({
  number: z.int().min(1),
  label: z.string(),
  model: z.string(),
  rules: z
    .strictObject({
      provider: z.string(),
      title: z.string(),
      asOf: z.string(),
      model: z.string(),
      listed: z.boolean(),
    })
    .nullable(),
  failed: z
    .string()
    .nullable()
    .describe('How it failed; null if it did not. Without reported usage it is in no sum and wrote nothing'),
  at: z.number().nullable().describe('Seconds since 1970'),
  gap: z.number().nullable().describe('Seconds since the request it continues'),
  continues: z.int().nullable().describe('Number of the earlier request it continues or repeats'),
  total: tokenCount,
  overWindow: z
    .strictObject({ window: z.int(), certain: z.boolean().describe('False if the estimate may be too large') })
    .nullable()
    .describe('Larger than the context window, so that the provider may refuse it and it may cost nothing'),
  earlierThinking: z
    .strictObject({ fate: z.enum(['left-out', 'unknown']), blocks: z.int(), count: tokenCount })
    .nullable()
    .describe('Thinking of earlier turns that the model does not see, or of which that is not published'),
  changes: z
    .strictObject({
      counts: z.strictObject({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() }),
      named: z.array(z.strictObject({ id: z.string(), name: z.string(), kind: changeKind })),
    })
    .nullable(),
  first: z
    .looseObject({ message: z.string(), offset: z.int(), bytes: z.int(), node: z.string() })
    .nullable()
    .describe('Where it diverges from the request it continues'),
  changed: z
    .strictObject({
      node: z.string(),
      message: z.string().describe('The message or tool'),
      offset: z.int().describe('UTF-16, in its text'),
      name: z.string(),
      before: z.string(),
      after: z.string(),
      kind: z.enum(changeKinds).describe('What kind of words they are'),
      lineBefore: z.string(),
      lineAfter: z.string(),
      line: z.int(),
      place: z.strictObject({ source: z.string(), offset: z.int() }).nullable(),
      at: lineColumn.nullable(),
      inFolder: blamed.nullable(),
    })
    .nullable()
    .describe('The first words that changed; null if the conversation only grew'),
  parameters: z.array(
    z.strictObject({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  breakpoints: z
    .enum(['sent', 'suggested', 'none'])
    .describe('Suggested ones are not in the request: Strata shows what they would do'),
  markers: z.array(
    z.strictObject({
      node: z.string(),
      ttl: z.string(),
      state: z.enum(['kept', 'written', 'below-minimum', 'borderline', 'looked-up', 'illegal']),
      tokens: z.number(),
      why: z.string(),
    }),
  ),
  predicted: z.strictObject({ ...figures, known: z.boolean(), why: z.array(z.string()) }).nullable(),
  reported: usage.nullable(),
  billed: z.strictObject({ basis: z.enum(['reported', 'predicted']), ...figures }).nullable(),
  outputCost: z.number().nullable(),
  lost: z
    .strictObject({
      basis: z.enum(['reported', 'predicted']),
      cachedBy: z.int(),
      tokens: range,
      cost: dollars,
      cause: lossCause,
      why: z.string(),
    })
    .nullable(),
  scale: z.number().nullable().describe('Tokens reported for each token estimated'),
  disagreements: z.array(
    z.strictObject({
      what: z.enum(['read', 'written', 'uncached', 'total']),
      predicted: range,
      reported: nullableCount,
      agrees: z.boolean(),
      why: z.string(),
    }),
  ),
});

const totals = z.strictObject({
  ...figures,
  requests: z.int(),
  failed: z.int().describe('Not answered: in no sum'),
  refused: z.int().describe('Refused by the rules of the provider: in no sum'),
  reported: z.int(),
  unpriced: z.int().describe('Without a price for another reason: in no sum'),
  outputTokens: z.int(),
  outputCost: z.number().nullable(),
  uncachedCost: z.number().nullable(),
  lostTokens: range,
  lost: dollars,
  lostBy: z.array(z.strictObject({ cause: lossCause, tokens: range, cost: dollars, requests: z.array(z.int()) })),
  disagreements: z.int(),
});

const findings = z.array(
  z.looseObject({ ruleId: z.string(), severity: z.enum(['error', 'warning', 'info']), message: z.string() }),
);
const common = { model: z.string(), calibration: reportSchema.shape.calibration, findings };

export const sequenceReportSchema = z.strictObject({
  version: z.literal(2),
  ...common,
  agentFolder,
  steps: z.array(requestBillSchema),
  totals,
});

export const explainReportSchema = z.strictObject({
  version: z.literal(1),
  ...common,
  requests: z.int().describe('How many the file has'),
  request: requestBillSchema,
});

export const lintReportSchema = z.strictObject({
  version: z.literal(1),
  workspace: z.string(),
  architecture: z.string(),
  variant: z.string(),
  model: z.string(),
  findings: reportSchema.shape.findings,
});

/** What the tool `edit_cost` of `strata mcp` answers. */
export const editCostReportSchema = z.strictObject({
  version: z.literal(1),
  file: z.string(),
  changes: z.boolean().describe('False: the edit does not change the prompt'),
  rules: requestBillSchema.shape.rules,
  breakpoints: z.enum(['sent', 'suggested', 'none']),
  first: z
    .strictObject({ section: z.string(), source: z.string().nullable(), at: lineColumn.nullable() })
    .nullable()
    .describe('Where the prompt changes first: nothing after it is read from the cache'),
  tokensBefore: tokenCount,
  tokensAfter: tokenCount,
  lost: range.nullable().describe('Tokens that are read no longer; null if no rules are known'),
  written: z.number().nullable(),
  cost: z.number().nullable().describe('US dollars for the next request with the edit'),
  unchangedCost: z.number().nullable().describe('US dollars for the next request without it'),
});

/** What `volatile` prints of a log: what differed between its requests. */
export const differedReportSchema = z.strictObject({
  version: z.literal(1),
  requests: z.int(),
  differed: z.array(
    z.strictObject({
      kind: z.enum(changeKinds),
      name: z.string().describe('The section or tool'),
      before: z.string(),
      after: z.string(),
      requests: z.array(z.int()),
      lostTokens: range,
      lost: dollars,
    }),
  ),
});
