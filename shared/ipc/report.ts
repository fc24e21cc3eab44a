import { z } from 'zod';
import { ownCount } from '../analysis/count/own-count';
import {
  charactersIn,
  charactersOf,
  documentShare,
  shareOf,
  splitCount,
  whoseText,
  type Whose,
} from '../analysis/count/template-share';
import type { Analysis, TokenCount } from '../analysis/types';
import { nodeId } from '../document/builders';
import { omissionText } from '../document/omission-text';
import type { PromptDocument, PromptMessage, PromptNode, SectionNode, ToolNode } from '../document/types';
import type { Inspection } from './inspection';
import { writtenFinding, writtenName } from './written-finding';

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
    .enum(['yours', 'template', 'part template'])
    .optional()
    .describe('Whose: from the user’s files, settings and machine, or of the design’s template'),
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
    'Text of the design’s template, which Strata supplies; with yours and the overhead it is the total',
  ),
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
    .describe('In the order they are sent; those inside a group stand behind it and are counted apart'),
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
type Row = Report['sections'][number];

export function reportOf(inspection: Inspection): Report {
  const { document, analysis } = inspection;
  const count = (id: keyof Analysis['tokens']): TokenCount | null => analysis.tokens[id] ?? null;
  return {
    version: 1,
    workspace: writtenName(inspection.workspace),
    architecture: inspection.architecture,
    variant: document.variant,
    model: analysis.model,
    settings: z
      .record(z.string(), z.json())
      .parse(Object.fromEntries(inspection.controls.map(({ name, value }) => [name, value]))),
    total: analysis.total,
    overhead: analysis.overhead,
    overheads: (analysis.overheads ?? []).map(({ name, count: tokens }) => ({ name, tokens })),
    ...correctionOf(analysis),
    cacheable: analysis.cacheable,
    ...documentShare(document, analysis),
    ...sentOf(document),
    tools: toolRows(document.tools, 0).map(({ tool, depth }) => ({
      id: tool.id,
      name: tool.name,
      depth,
      ...(tool.kind === undefined ? {} : { kind: tool.kind }),
      tier: tool.tier,
      tokens: count(tool.id),
      ...toolWords(tool, count(tool.id)),
    })),
    sections: document.messages.flatMap((message) => messageRows(message, analysis)),
    breakpoints: document.breakpoints.map(({ after, tier, ttl }) => ({ after, tier, ttl })),
    aside: document.aside.map(({ id, name, omission }) => ({
      id,
      name,
      purpose: omissionText(omission),
      tokens: count(id),
    })),
    ...catalogOf(inspection, count),
    findings: inspection.findings.map(writtenFinding).map(({ ruleId, severity, message, note, place, at, node }) => ({
      rule: ruleId,
      severity,
      message,
      ...(note === undefined ? {} : { note }),
      ...(place === undefined ? {} : { file: place.source }),
      ...(at === undefined ? {} : { line: at.line, column: at.column }),
      ...(node === undefined ? {} : { section: node }),
    })),
  };
}

function sentOf({ sent, parameters }: PromptDocument): Pick<Report, 'sent' | 'parameters'> {
  if (sent === undefined) return {};
  const { form, model, provider, at, address } = sent;
  return { sent: { form, model, provider, at, address }, parameters: parameters.map((each) => ({ ...each })) };
}

function toolRows(
  tools: readonly ToolNode[],
  depth: number,
): readonly { readonly tool: ToolNode; readonly depth: number }[] {
  return tools.flatMap((tool) => [{ tool, depth }, ...toolRows(tool.tools ?? [], depth + 1)]);
}

/** What corrected the counts, if anything. */
export function correctionOf({ calibration }: Analysis): Pick<Report, 'calibration'> {
  if (calibration === undefined) return {};
  const { ratio, low, high, samples } = calibration;
  return { calibration: { ratio, low, high, samples: samples.length } };
}

function catalogOf(
  { panels }: Inspection,
  count: (id: keyof Analysis['tokens']) => TokenCount | null,
): Pick<Report, 'catalog'> {
  const { catalog } = panels;
  if (catalog === undefined) return {};
  const parts = catalog.parts.map(({ id, name, kind, included, declaredTokens, node }) => {
    const places =
      node === undefined
        ? [nodeId('system', id), nodeId('agents', id), nodeId('reminders', id), nodeId('tools', name)]
        : [node];
    const tokens = places.map(count).find((each) => each !== null) ?? null;
    return { id, name, kind, included, declaredTokens, tokens };
  });
  return { catalog: { version: catalog.version, estimatedTokens: catalog.estimatedTokens, parts } };
}

function toolWords(
  { description, definition }: ToolNode,
  count: TokenCount | null,
): { readonly words?: Whose; readonly template?: TokenCount } {
  const characters = charactersOf(definition ?? description);
  const whose = whoseText(characters);
  return whose === undefined || count === null
    ? {}
    : { words: whose, template: splitCount(count, characters).template };
}

function messageRows(message: PromptMessage, analysis: Analysis): readonly Row[] {
  const count = (id: keyof Analysis['tokens']): TokenCount | null => analysis.tokens[id] ?? null;
  const counted = (node: PromptMessage | SectionNode): Pick<Row, 'tokens' | 'own' | 'words' | 'template'> => {
    const own = ownCount(node, count);
    const whose = whoseText(charactersIn(node));
    return {
      tokens: count(node.id),
      ...(own === undefined ? {} : { own }),
      ...(whose === undefined ? {} : { words: whose, template: shareOf(node, analysis).template }),
    };
  };
  const rows: Row[] = [
    {
      id: message.id,
      type: 'message',
      name: message.purpose,
      depth: 0,
      tier: message.tier,
      role: message.role,
      ...counted(message),
    },
  ];
  const add = (node: PromptNode, depth: number): void => {
    if (node.type === 'text') return;
    if (node.type === 'image')
      rows.push({
        id: node.id,
        type: 'image',
        name: node.source ?? node.mediaType,
        depth,
        tier: message.tier,
        tokens: count(node.id),
      });
    else if (node.type === 'omitted') {
      const omitted = { reason: node.omission.reason, text: omissionText(node.omission) };
      rows.push({
        id: node.id,
        type: 'omitted',
        name: node.name,
        depth,
        tier: node.tier,
        tokens: count(node.id),
        omitted,
      });
    } else {
      const extras = {
        ...(node.condition === undefined ? {} : { condition: node.condition }),
        ...(node.note === undefined ? {} : { note: node.note }),
        ...(node.block === undefined ? {} : { block: { kind: node.block.kind, type: node.block.type } }),
      };
      rows.push({ id: node.id, type: 'section', name: node.name, depth, tier: node.tier, ...counted(node), ...extras });
      for (const child of node.children) add(child, depth + 1);
    }
  };
  for (const child of message.children) add(child, 1);
  return rows;
}
