/**
 * What `cache`, `diff`, `matrix`, `check`, `rules` and `volatile` print as JSON. Published as JSON schemas: keep
 * changes compatible, or raise `version`.
 */
import { z } from 'zod';
import { lossReasons } from '../../cache/simulate/outcome';
import { rulePackSchema, ttls } from '../../cache/packs/rule-pack';
import { tried } from '../cache/cache-panel';
import { reportSchema } from './report-schema';

const tokenCount = reportSchema.shape.total;
const { calibration } = reportSchema.shape;
const range = z.strictObject({ low: z.number(), high: z.number() });
const dollars = z.number().nullable().describe('US dollars; null if a price is unknown');
const ttl = z.enum(ttls);
const findings = z.array(
  z.looseObject({
    ruleId: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    note: z.string().optional(),
    node: z.string().optional(),
    place: z.looseObject({ source: z.string() }).optional(),
    at: z.looseObject({ line: z.int(), column: z.int() }).optional(),
  }),
);
const nullableNumber = z.number().nullable();

const source = z
  .strictObject({
    title: z.string(),
    url: z.string(),
    date: z.string(),
    grade: z.enum(['official', 'third-party', 'conflict']),
  })
  .nullable();

const rules = z.strictObject({
  provider: z.string(),
  title: z.string(),
  asOf: z.string(),
  model: z.string(),
  listed: z.boolean().describe('False: the model is not listed, so its figures are unknown'),
  minimum: nullableNumber,
  inputPrice: nullableNumber.describe('US dollars per million tokens'),
  readMultiplier: nullableNumber,
  markerLimit: nullableNumber,
  lookback: nullableNumber,
  source,
  notes: z.array(z.strictObject({ text: z.string(), source })),
  overriddenBy: z.array(z.string()).describe('Files of the workspace that changed these rules'),
});

const split = z.strictObject({
  read: z.number(),
  written: z.partialRecord(ttl, z.number()).describe('By lifetime'),
  uncached: z.number(),
});

const outcome = {
  total: z.number(),
  worst: split.describe('What the provider promises'),
  best: split.describe('What is possible'),
  known: z.boolean(),
  rejected: z.string().nullable().describe('Why the provider would refuse it'),
  lostAt: z.string().nullable(),
  markers: z.array(
    z.strictObject({
      node: z.string(),
      ttl,
      state: z.enum(['kept', 'written', 'below-minimum', 'borderline', 'looked-up', 'illegal']),
      tokens: z.number().describe('Up to here'),
      why: z.string(),
      cost: dollars,
      isUnsure: z.literal(true).optional().describe('Too short by the estimate, but perhaps long enough'),
    }),
  ),
  reasons: z.array(
    z.strictObject({
      reason: z.enum(lossReasons),
      text: z.string(),
      source,
    }),
  ),
  warnings: z.array(z.string()),
  cost: dollars.describe('US dollars if no more is read than promised'),
  bestCost: dollars,
};

const run = z.strictObject({
  rules,
  breakpoints: z
    .enum(['sent', 'suggested', 'tried', 'none'])
    .describe('Suggested ones are in no request: Strata shows what they would do. Tried ones come from --breakpoints'),
  turns: z.array(
    z.strictObject({
      ...outcome,
      line: z.int().describe('Of its send in the script'),
      at: z.number().describe('Seconds since the start of the script'),
      requests: z.int().describe('Sent at the same moment; the figures are their sum'),
      since: z.array(z.string()),
    }),
  ),
  hitRate: range.describe('Tokens read over tokens sent, from 0 to 1'),
  cost: dollars,
  bestCost: dollars,
  uncachedCost: dollars,
});

const breakpoint = z.strictObject({
  id: z.string(),
  after: z.string(),
  tier: z.enum(['L0', 'L1', 'L2', 'L3']),
  ttl: z.enum(['5m', '1h']),
  automatic: z.literal(true).optional(),
});

export const cacheReportSchema = z.strictObject({
  version: z.literal(1),
  start: z.enum(['cold', 'warm']),
  without: reportSchema.shape.without,
  calibration,
  findings: findings.describe('Mistakes of the script'),
  runs: z.array(
    z.strictObject({
      run,
      optimum: z
        .strictObject({
          breakpoints: z.array(breakpoint),
          end: z.enum(['5m', '1h', 'off']).describe('One more that moves with the end of the request'),
          run,
          saving: nullableNumber.describe('Share of the present cost; null if the current breakpoints are refused'),
          savedCost: dollars,
        })
        .nullable()
        .describe('The best breakpoints, suggested. Null without --optimize, or where there is nothing to place'),
    }),
  ),
});

/** The file that `--take-out breakpoints` prints and `--breakpoints` reads. */
export const breakpointsFileSchema = z.object({
  version: z.literal(1),
  suggested: z.literal(true).describe('Strata suggests them; they are in no request'),
  provider: z.string(),
  model: z.string(),
  breakpoints: tried.shape.breakpoints,
  end: tried.shape.end.describe('One more that moves with the end of the request'),
});

export const diffReportSchema = z.strictObject({
  version: z.literal(1),
  model: z.string(),
  tokens: z.number().describe('By how many the second has more: the sum of the changes and the overhead'),
  overhead: z.number().describe('By how many the role markers, request framing and tool preamble have more'),
  changes: z.array(
    z.strictObject({
      id: z.string().describe('A section, tool or image; a node with parts has its own text listed by its id'),
      name: z.string(),
      tier: z.enum(['L0', 'L1', 'L2', 'L3', 'active']),
      kind: z
        .enum(['changed', 'added', 'removed', 'same'])
        .describe('same: it reads the same, but a token at its edge belongs to it on one side only'),
      tokens: z.number(),
      omitted: z.boolean(),
    }),
  ),
  first: z
    .looseObject({
      message: z.string(),
      offset: z.int(),
      bytes: z.int(),
      node: z.string(),
      file: z.string().nullable(),
      line: z.int().nullable(),
      column: z.int().nullable(),
    })
    .nullable()
    .describe('Where the two diverge'),
  cost: z
    .strictObject({
      start: z.literal('warm').describe('As if the first was sent just before'),
      rules,
      outcome: z.strictObject(outcome),
      survived: z.int(),
      rewritten: z.number(),
      lost: range,
      unchangedCost: dollars,
    })
    .nullable(),
});

export const matrixReportSchema = z.strictObject({
  version: z.literal(1),
  architecture: z.string(),
  model: z.string(),
  calibration,
  axes: z.array(z.strictObject({ name: z.string(), values: z.array(z.json()) })),
  rows: z.array(
    z.strictObject({
      settings: z.record(z.string(), z.json()),
      usable: z.boolean(),
      tokens: tokenCount,
      findings: z.strictObject({ error: z.int(), warning: z.int(), info: z.int() }),
      shared: z.int().describe('Characters of the longest start in common with another row'),
      hash: z.string().describe('Equal requests have equal hashes'),
      isShown: z.boolean().describe('True for the build that the options give without --over'),
    }),
  ),
  combinations: z.int(),
  sharedByAll: z.int(),
  stopped: z.boolean(),
});

export const checkReportSchema = z.strictObject({
  version: z.literal(1),
  workspace: z.string(),
  architecture: z.string(),
  variant: z.string(),
  model: z.string(),
  findings,
});

export const rulesReportSchema = z.union([
  z.strictObject({
    version: z.literal(1),
    lint: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        severity: z.enum(['error', 'warning', 'info']),
        about: z.string(),
      }),
    ),
    packs: z.array(rulePackSchema),
  }),
  z
    .strictObject({
      version: z.literal(1),
      today: z.string(),
      olderThan: z.int(),
      old: z.array(
        z.strictObject({
          provider: z.string(),
          what: z.string(),
          source: z.string().nullable(),
          date: z.string().nullable(),
          days: z.int().nullable(),
        }),
      ),
    })
    .describe('With --check'),
]);

const cause = z.strictObject({ kind: z.enum(['clock', 'environment', 'key-order', 'setting']), name: z.string() });

/** Of a folder; of a log it is the differed report. */
export const volatileReportSchema = z.strictObject({
  version: z.literal(1),
  calibration,
  tried: z.array(cause),
  skipped: z.array(cause),
  untried: z.array(z.string()),
  movers: z.array(
    z.strictObject({
      cause,
      ranges: z.array(z.strictObject({ message: z.string(), owner: z.string(), start: z.int(), end: z.int() })),
      sections: z.array(z.string()),
      behind: z.number(),
      stableBehind: z.number(),
      moveBehind: z.string().nullable(),
    }),
  ),
  findings,
});
