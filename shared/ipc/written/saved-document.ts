/** Reads what `--format document` wrote. The file is untrusted, so it is validated. */
import { z } from 'zod';
import { sourceId } from '../../document/builders';
import { checkDocument } from '../../document/check';
import { writeJson } from '../../document/json-text';
import type { PromptDocument } from '../../document/types';
import { scanJson } from '../../sources/config/scan-json';

const id = z.string();
const jsonObject = z.string().refine(isObjectText, 'not a JSON object');
const tier = z.enum(['L0', 'L1', 'L2', 'L3', 'active']);
const span = z.object({ start: z.int().min(0), end: z.int().min(0) });
const path = z.array(z.union([z.string(), z.number()]));
const origin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    source: id,
    span,
    path: path.optional(),
    change: z.enum(['escaped', 'interpolated', 'truncated', 'replaced']).optional(),
  }),
  z.object({ kind: z.literal('setting'), name: z.string() }),
  z.object({ kind: z.literal('builtin'), name: z.string() }),
  z.object({ kind: z.literal('environment'), key: z.string() }),
  z.object({ kind: z.literal('derived'), by: z.string(), from: z.array(id) }),
  z.object({
    kind: z.literal('learned'),
    agent: z.string(),
    version: z.string().nullable(),
    session: z.string(),
  }),
  z.object({ kind: z.literal('frame'), layout: z.literal(true).optional() }),
]);
const text = z.object({ type: z.literal('text'), value: z.string(), origin });
const image = z.object({
  type: z.literal('image'),
  id,
  source: id.optional(),
  mediaType: z.string(),
  data: z.string(),
  fields: jsonObject.optional(),
  width: z.number().optional(),
  height: z.number().optional(),
});
const omitted = z.object({
  type: z.literal('omitted'),
  id,
  name: z.string(),
  tier,
  omission: z.looseObject({ reason: z.string() }),
  would: z.array(text).optional(),
});
const block = z.object({
  kind: z.enum(['text', 'image', 'document', 'tool-call', 'tool-result', 'thinking', 'opaque']),
  type: z.string(),
  fields: jsonObject,
});
const node: z.ZodType<unknown> = z.lazy(() => z.discriminatedUnion('type', [text, image, omitted, section]));
const section = z.object({
  type: z.literal('section'),
  id,
  name: z.string(),
  tier,
  condition: z.string().optional(),
  note: z.string().optional(),
  block: block.optional(),
  children: z.array(node),
});
const message = z.object({
  type: z.literal('message'),
  id,
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  tier,
  purpose: z.enum(['system', 'block', 'acknowledgement', 'history', 'prompt']),
  fields: jsonObject.optional(),
  children: z.array(node),
});
const tool: z.ZodType<unknown> = z.lazy(() => toolShape);
const toolShape = z.object({
  type: z.literal('tool'),
  id,
  name: z.string(),
  tier,
  description: z.array(text),
  inputSchema: jsonObject,
  kind: z.string().optional(),
  definition: z.array(text).optional(),
  tools: z.array(tool).optional(),
  source: id.optional(),
});
const breakpoint = z.object({
  id,
  after: id,
  tier: z.enum(['L0', 'L1', 'L2', 'L3']),
  ttl: z.enum(['5m', '1h']),
  automatic: z.literal(true).optional(),
});
const sent = z.object({
  form: z.enum(['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'bedrock', 'messages']),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  at: z.string().nullable(),
  address: z.string().nullable(),
  rebuiltFrom: z.string().optional(),
  text: z.string().optional(),
});
/** Published as `build/schemas/document.schema.json`. */
export const savedDocumentSchema = z.object({
  irVersion: z.literal(2),
  architecture: z.string(),
  variant: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string().refine(isJson, 'not JSON') })),
  tools: z.array(tool),
  messages: z.array(message),
  breakpoints: z.array(breakpoint),
  aside: z.array(omitted),
  sent: sent.optional(),
});

const maxDepth = 200;

export interface ParsedDocument {
  readonly document: PromptDocument | undefined;
  readonly problem: string;
  /** Set if an earlier version saved it. */
  readonly note?: string;
}

export function parseDocument(source: string): ParsedDocument {
  const refuse = (problem: string): ParsedDocument => ({ document: undefined, problem });
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return refuse('it is not JSON');
  }
  if (isTooDeep(value)) return refuse('it is nested too deep');
  const isFirst = versionOf(value) === 1;
  if (isFirst) value = fromVersion1(value);
  if (!isDocument(value)) {
    const [issue] = savedDocumentSchema.safeParse(value).error?.issues ?? [];
    return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a document'}`);
  }
  const [broken] = checkDocument(value);
  if (broken !== undefined) return refuse(broken);
  return { document: value, problem: '', ...(isFirst ? { note: firstVersionNote } : {}) };
}

const firstVersionNote = 'it was saved by an earlier version of Strata, without the parameters of the request';

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'irVersion' in value ? value.irVersion : undefined;
}

/** Version 1 had no parameters, `part: true` instead of blocks and, early on, schemas as objects. */
function fromVersion1(value: unknown): unknown {
  const loose = z.looseObject({});
  const saved = z.looseObject({ tools: z.array(loose), messages: z.array(loose) }).safeParse(value);
  if (!saved.success) return value;
  const asText = (schema: unknown): unknown => (typeof schema === 'object' ? writeJson(schema) : schema);
  return {
    ...saved.data,
    irVersion: 2,
    parameters: [],
    tools: saved.data.tools.map((each) => ({ ...each, inputSchema: asText(each['inputSchema']) })),
    messages: saved.data.messages.map(withBlocks),
  };
}

function withBlocks(node: unknown): unknown {
  const saved = z.looseObject({ children: z.array(z.unknown()), part: z.unknown().optional() }).safeParse(node);
  if (!saved.success) return node;
  const { part, children, ...rest } = saved.data;
  const block = part === true ? { block: { kind: 'text', type: 'text', fields: '{}' } } : {};
  return { ...rest, ...block, children: children.map(withBlocks) };
}

function isJson(text: string): boolean {
  return scanJson({ id: sourceId('value'), text }) !== undefined;
}

function isObjectText(text: string): boolean {
  return scanJson({ id: sourceId('object'), text })?.kind === 'object';
}

/** The schema has the shape of `PromptDocument`; the brands of its ids cannot be checked. */
function isDocument(value: unknown): value is PromptDocument {
  return savedDocumentSchema.safeParse(value).success;
}

function isTooDeep(value: unknown): boolean {
  const open: { readonly node: unknown; readonly depth: number }[] = [{ node: value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.node !== 'object' || next.node === null) continue;
    if (next.depth > maxDepth) return true;
    for (const inner of Object.values(next.node)) open.push({ node: inner, depth: next.depth + 1 });
  }
  return false;
}
