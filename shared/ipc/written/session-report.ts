/** What `explain --json` prints about a captured session. Published as `build/schemas/session-report.schema.json`. */
import { z } from 'zod';
import { agentFolder } from './bill-report';
import { missCauses } from '../../cache/session/types';

const tokens = z.number().int().min(0);
const dollars = z.number().nullable().describe('US dollars; null: a price is not known');
const range = z.object({ low: z.number(), high: z.number() });
const verdict = z
  .enum(['hit', 'first', 'explained', 'open', 'provider', 'unseen', 'unknown'])
  .describe(
    'hit: all that could be read was read. first: nothing was there to be read. explained: one explanation is left. ' +
      'open: several are left. provider: none is left. unseen: more was read than the session wrote. ' +
      'unknown: nothing is reported, or no rules are known.',
  );
const cause = z.enum(missCauses);
const explained = z.object({ cause, fact: z.string() });

const row = z.object({
  number: z.number().int().min(1),
  at: z.iso.datetime(),
  kind: z.string(),
  isSide: z.boolean().describe('Not part of the conversation'),
  isSubagent: z.boolean(),
  thread: z.string().nullable(),
  model: z.string().nullable(),
  tokens: z
    .object({ tokens: z.number(), low: z.number(), high: z.number(), method: z.string(), encoding: z.string() })
    .nullable(),
  predicted: z.object({ read: range, written: range, uncached: range }).nullable(),
  reported: z
    .object({
      read: tokens.nullable(),
      written: tokens.nullable(),
      uncached: tokens.nullable(),
      context: tokens.nullable(),
      output: tokens.nullable(),
    })
    .nullable(),
  cost: dollars,
  firstByte: z.number().nullable().describe('Milliseconds'),
  ended: z.number().nullable().describe('Milliseconds'),
  status: z.number().nullable(),
  verdict,
  text: z.string(),
  lost: z.number().describe('Tokens that could have been read and were not'),
  lostCost: dollars,
  error: z.string().nullable(),
  notes: z.array(z.string()),
});

const answer = z.object({
  number: z.number().int().min(1),
  file: z.string().nullable().describe('Of the request, in the folder of the session; null if none was kept'),
  row,
  answer: z.object({
    verdict,
    text: z.string(),
    left: z.array(z.array(explained)).describe('Explanations that fit; several in one list act together'),
    struck: z.array(explained).describe('Explanations that the numbers rule out'),
    lost: z.number(),
    lostCost: dollars,
    edit: z
      .looseObject({ node: z.string(), name: z.string(), before: z.string(), after: z.string() })
      .nullable()
      .describe('Where the request first differs from the one before'),
  }),
  line: z.number().nullable().describe('Line of the edit in its file'),
  unread: z.string().optional().describe('Why no file of the agent’s folder is named'),
  markers: z.array(z.object({ node: z.string(), tokens: z.number(), isReported: z.boolean() })),
  stretches: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        nodes: z.array(z.string()).describe('The tool, message or section it is; empty for a sum of several'),
        ends: z.array(z.string()).describe('What it ends with, the smallest first'),
        blocks: z.number(),
        tokens: z.number(),
        isReported: z.boolean().describe('False after the last place that is reported'),
      }),
    )
    .describe('The request between the places whose tokens are reported'),
});

const loss = { tokens: z.number(), cost: dollars, requests: z.array(z.number()) };

export const sessionReport = z.object({
  version: z.literal(1),
  session: z.object({ id: z.string(), agent: z.string().nullable(), folder: z.string().nullable(), wayIn: z.string() }),
  agentFolder,
  requests: z.array(row),
  bill: z.object({
    requests: z.number(),
    unreported: z.number(),
    read: z.number(),
    written: z.number(),
    uncached: z.number(),
    output: z.number(),
    hitRate: z.number().nullable().describe('All tokens read over all tokens sent'),
    inputCost: dollars,
    outputCost: dollars,
    lost: z.object(loss),
    byCause: z.array(z.object({ cause: z.enum([...missCauses, 'provider', 'several']), ...loss })),
    bySection: z.array(z.object({ node: z.string(), name: z.string(), ...loss })),
  }),
  waste: z.array(
    z.object({
      kind: z.enum(['unused-tool', 'repeated', 'large-result', 'outdated']),
      name: z.string(),
      first: z.number(),
      node: z.string(),
      requests: z.number(),
      tokens: z.number(),
      cost: dollars,
    }),
  ),
  counts: z.array(
    z.object({
      modelId: z.string(),
      ratio: z.number().describe('Real tokens per estimated token'),
      low: z.number(),
      high: z.number(),
      stretches: z.number(),
      reportedTokens: z.number(),
    }),
  ),
  request: answer.nullable().describe('The request that was asked for'),
  found: z
    .object({
      first: z.number(),
      node: z.string(),
      role: z.string(),
      excerpt: z.string(),
      requests: z.array(z.number()),
    })
    .nullable()
    .describe('Where the text of --find first appeared'),
});
