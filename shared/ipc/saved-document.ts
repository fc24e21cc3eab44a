/** Reads back what `--format document` wrote. The file may be anybody's, so it is checked before it is believed. */
import { z } from 'zod';
import { sourceId } from '../document/builders';
import { checkDocument } from '../document/check';
import { writeJson } from '../document/json-text';
import type { PromptDocument } from '../document/types';
import { parseJson } from '../sources/config/json';

const id = z.string();
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
  z.object({ kind: z.literal('frame'), layout: z.literal(true).optional() }),
]);
const text = z.object({ type: z.literal('text'), value: z.string(), origin });
const image = z.object({
  type: z.literal('image'),
  id,
  source: id.optional(),
  mediaType: z.string(),
  data: z.string(),
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
const node: z.ZodType<unknown> = z.lazy(() => z.discriminatedUnion('type', [text, image, omitted, section]));
const section = z.object({
  type: z.literal('section'),
  id,
  name: z.string(),
  tier,
  condition: z.string().optional(),
  note: z.string().optional(),
  part: z.literal(true).optional(),
  children: z.array(node),
});
const message = z.object({
  type: z.literal('message'),
  id,
  role: z.enum(['system', 'user', 'assistant']),
  tier,
  purpose: z.enum(['system', 'block', 'acknowledgement', 'history', 'prompt']),
  children: z.array(node),
});
const tool = z.object({
  type: z.literal('tool'),
  id,
  name: z.string(),
  tier,
  description: z.array(text),
  inputSchema: z.string().refine(isObjectText, 'not a JSON object'),
  source: id.optional(),
});
const breakpoint = z.object({ id, after: id, tier: z.enum(['L0', 'L1', 'L2', 'L3']), ttl: z.enum(['5m', '1h']) });
const document = z.object({
  irVersion: z.literal(1),
  architecture: z.string(),
  variant: z.string(),
  tools: z.array(tool),
  messages: z.array(message),
  breakpoints: z.array(breakpoint),
  aside: z.array(omitted),
});

const maxDepth = 200;

export function parseDocument(source: string): {
  readonly document: PromptDocument | undefined;
  readonly problem: string;
} {
  const refuse = (problem: string): ReturnType<typeof parseDocument> => ({ document: undefined, problem });
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return refuse('it is no JSON');
  }
  if (isTooDeep(value)) return refuse('it is nested too deep');
  value = withSchemaTexts(value);
  if (!isDocument(value)) {
    const [issue] = document.safeParse(value).error?.issues ?? [];
    return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a document'}`);
  }
  const [broken] = checkDocument(value);
  return broken === undefined ? { document: value, problem: '' } : refuse(broken);
}

/** A document saved before schemas were text holds them as objects. */
function withSchemaTexts(value: unknown): unknown {
  const saved = z.looseObject({ tools: z.array(z.looseObject({})) }).safeParse(value);
  if (!saved.success) return value;
  const asText = (schema: unknown): unknown => (typeof schema === 'object' ? writeJson(schema) : schema);
  return {
    ...saved.data,
    tools: saved.data.tools.map((each) => ({ ...each, inputSchema: asText(each['inputSchema']) })),
  };
}

function isObjectText(text: string): boolean {
  const { root, findings } = parseJson({ id: sourceId('inputSchema'), text });
  return root?.kind === 'object' && findings.length === 0;
}

/** The schema is the shape of `PromptDocument`, which has brands on its ids that no schema can check. */
function isDocument(value: unknown): value is PromptDocument {
  return document.safeParse(value).success;
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
