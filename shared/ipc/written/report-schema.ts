import { z } from 'zod';

/** What `strata inspect --json` prints. Published as a JSON schema: keep changes compatible, or raise `version`. */
const tokenCount = z.object({
  tokens: z.int(),
  low: z.int(),
  high: z.int(),
  method: z.enum(['exact', 'assumed', 'estimated', 'formula', 'reported']),
  encoding: z.string(),
});

const words = {
  words: z
    .enum(['yours', 'template', 'part template', 'agent', 'part agent'])
    .optional()
    .describe(
      'Whose: from the user’s files, settings and machine, of the design’s template, or an agent’s own, from a capture',
    ),
  template: tokenCount
    .optional()
    .describe(
      'Of its tokens, those of the design’s template: wording that Strata supplies, tags, headings, separators',
    ),
};

export const reportSchema = z.object({
  version: z.literal(1),
  workspace: z.string(),
  architecture: z.string(),
  variant: z.string(),
  model: z.object({ id: z.string(), label: z.string(), provider: z.string(), contextWindow: z.int().nullable() }),
  settings: z.record(z.string(), z.json()).describe('Effective values, defaults included'),
  total: tokenCount,
  overhead: tokenCount.describe('Request framing, role markers and tool preamble: part of the total, of no section'),
  overheads: z
    .array(z.object({ name: z.string(), tokens: tokenCount }))
    .describe('What the overhead is made of; the tool preamble stands once, however many tools'),
  earlierThinking: z
    .object({ fate: z.enum(['left-out', 'unknown']), blocks: z.array(z.string()), count: tokenCount })
    .optional()
    .describe('Thinking of earlier turns: left out of the prompt and of every sum, or nobody published which'),
  calibration: z
    .object({ ratio: z.number(), low: z.number(), high: z.number(), samples: z.int() })
    .optional()
    .describe(
      'What the provider reported for this workspace, by what was estimated; the estimates are corrected by it',
    ),
  cacheable: tokenCount.describe(
    'Everything before the first `active` text, for any model: what a provider caches of it is `strata cache`',
  ),
  yours: tokenCount.describe('Text from the user’s files, settings and machine'),
  template: tokenCount.describe(
    'Text of the design’s template, which Strata supplies; with yours, the agent’s and the overhead it is the total',
  ),
  without: z.string().optional().describe('What the total leaves out because nobody knows it: an agent’s own prompt'),
  agent: tokenCount.optional().describe('An agent’s own prompt, learned from a capture; absent if there is none'),
  parameters: z
    .array(z.object({ name: z.string(), value: z.string().describe('JSON, as it was sent') }))
    .optional()
    .describe('Of a request that was sent: its fields that are no content'),
  sent: z
    .object({
      form: z.string(),
      model: z.string().nullable(),
      provider: z.string().nullable(),
      at: z.string().nullable(),
      address: z.string().nullable(),
      rebuiltFrom: z.string().optional().describe('The kind of log that the request was rebuilt from'),
    })
    .optional()
    .describe('Of a request that was sent: what is known of it; null is not known'),
  tools: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        depth: z.int().describe('0 is a tool of the request, 1 one inside a group'),
        kind: z.string().optional().describe('As the provider spells its type; absent for a plain function'),
        tier: z.string(),
        tokens: tokenCount.nullable(),
        ...words,
      }),
    )
    .describe('In the order they are sent; those inside a group come after it and are counted apart'),
  sections: z
    .array(
      z.object({
        id: z.string(),
        type: z.enum(['message', 'section', 'image', 'omitted']),
        name: z.string(),
        depth: z.int().describe('0 is a message'),
        tier: z.string(),
        role: z.string().optional(),
        condition: z.string().optional(),
        note: z.string().optional(),
        block: z
          .object({ kind: z.string(), type: z.string().describe('As the provider spells it') })
          .optional()
          .describe('It is a content block of its own'),
        tokens: tokenCount.nullable().describe('Of an omitted section: what it would cost, where known'),
        own: tokenCount
          .optional()
          .describe('Of a message or section with parts: its text outside them, so that own and parts sum to tokens'),
        ...words,
        omitted: z.object({ reason: z.string(), text: z.string() }).optional(),
      }),
    )
    .describe('In the order they are sent; an omitted section stands where it would have stood'),
  breakpoints: z.array(z.object({ after: z.string(), tier: z.string(), ttl: z.string() })),
  aside: z
    .array(z.object({ id: z.string(), name: z.string(), purpose: z.string(), tokens: tokenCount.nullable() }))
    .describe('Prompts of the design that this request does not carry'),
  catalog: z
    .object({
      version: z.string(),
      estimatedTokens: z.int().describe("The design's own estimate of the system prompt: bytes ÷ 4"),
      parts: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.enum(['system', 'tool', 'agent', 'reminder']),
          included: z.boolean(),
          declaredTokens: z.int().describe('What the design says the part costs'),
          tokens: tokenCount.nullable().describe('What it costs here, or would cost where that is known'),
        }),
      ),
    })
    .optional()
    .describe(
      'Of a design with a catalogue of parts: each part, sent or not, with its declared tokens beside ' +
        'the measured ones',
    ),
  findings: z.array(
    z.object({
      rule: z.string(),
      severity: z.enum(['error', 'warning', 'info']),
      message: z.string(),
      note: z.string().optional(),
      file: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      section: z.string().optional(),
    }),
  ),
});

export type Report = z.infer<typeof reportSchema>;
