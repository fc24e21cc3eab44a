/**
 * What a form's reader returns: the parts of a body in one common shape, still as located JSON. `to-document.ts` turns
 * it into a document.
 */
import { knownJson, writeJson, type JsonText } from '../document/json-text';
import type { BlockKind, Parameter, Role } from '../document/types';
import { configAt, configJson, type ConfigEntry, type ConfigNode } from '../sources/config/config-node';
import { itemsAt, textAt } from './body';
import { isMarker } from './marker-keys';

export type Lifetime = '5m' | '1h';

/** The pieces of a block's text, in order. */
export type ReadContent =
  /** The characters of a string. */
  | { readonly text: ConfigNode }
  /** Raw JSON; for a block, without markers. */
  | { readonly raw: ConfigNode; readonly isBlock?: true }
  | { readonly block: ReadBlock }
  /** A separator between two pieces. */
  | { readonly frame: string };

export interface ReadBlock {
  readonly kind: BlockKind;
  /** The provider's type name. */
  readonly type: string;
  /** The name shown to people: the tool of a call, the title of a document. */
  readonly name: string;
  readonly node: ConfigNode;
  readonly content: readonly ReadContent[];
  readonly fields: JsonText;
  readonly image?: { readonly mediaType: string; readonly data: string };
  readonly mark?: Lifetime;
}

export interface ReadMessage {
  readonly role: Role;
  readonly node: ConfigNode;
  readonly blocks: readonly ReadBlock[];
  readonly fields?: JsonText;
  /** Outside the conversation: `system`, `instructions`, `systemInstruction`. */
  readonly isPreamble?: true;
}

export interface ReadTool {
  readonly name: string;
  readonly kind?: string;
  readonly node: ConfigNode;
  /** The node is one key and value of an object that holds several tools. */
  readonly isEntry?: true;
  readonly description: ConfigNode | undefined;
  readonly schema: JsonText;
  readonly tools?: readonly ReadTool[];
  readonly mark?: Lifetime;
}

export interface ReadParts {
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly tools: readonly ReadTool[];
  readonly messages: readonly ReadMessage[];
  /** The request lets the provider place a breakpoint. */
  readonly automatic?: Lifetime;
}

export function lifetimeOf(control: ConfigNode | undefined): Lifetime | undefined {
  if (control?.kind !== 'object') return undefined;
  return textAt(control, 'ttl') === '1h' ? '1h' : '5m';
}

export function markOf(node: ConfigNode): { readonly mark?: Lifetime } {
  const mark = lifetimeOf(configAt(node, ['cache_control']) ?? configAt(node, ['prompt_cache_breakpoint']));
  return mark === undefined ? {} : { mark };
}

/** Returns the object without some keys, as written. */
export function fieldsExcept(node: ConfigNode | undefined, ...keys: readonly string[]): JsonText {
  if (node?.kind !== 'object') return noFields;
  const isShown = ({ key, value }: ConfigEntry): boolean =>
    keys.includes(key) && (key !== 'type' || value.kind === 'string');
  const kept = node.entries.filter((entry) => !isShown(entry) && !isMarker(entry));
  return kept.length === 0 ? noFields : configJson({ ...node, entries: kept });
}

/** Keys whose values are shown elsewhere: if it is a text, whatever it is, or these keys of it. */
export interface ShownKeys {
  readonly [key: string]: 'text' | 'all' | ShownKeys;
}

/** Returns the object without what is shown elsewhere, as written. */
export function fieldsBesides(node: ConfigNode | undefined, shown: ShownKeys): JsonText {
  const rest = besides(node, shown);
  return rest === undefined ? noFields : configJson(rest);
}

function besides(node: ConfigNode | undefined, shown: ShownKeys): ConfigNode | undefined {
  if (node?.kind !== 'object') return undefined;
  const entries = node.entries.flatMap((entry) => {
    const own = Object.hasOwn(shown, entry.key) ? shown[entry.key] : undefined;
    if (own === 'all' || isMarker(entry)) return [];
    if (own === 'text') return entry.value.kind === 'string' ? [] : [entry];
    if (own === undefined || entry.value.kind !== 'object') return [entry];
    const value = besides(entry.value, own);
    return value === undefined ? [] : [{ ...entry, value }];
  });
  return entries.length === 0 ? undefined : { ...node, entries };
}

/** Merges the fields of several objects into one. */
export function joinFields(...all: readonly JsonText[]): JsonText {
  const full = all.filter((each) => each !== noFields);
  return full.length < 2 ? (full[0] ?? noFields) : knownJson(`{${full.map((each) => each.slice(1, -1)).join(',')}}`);
}

/** Returns the keys whose value is a string. */
export function textKeys(node: ConfigNode | undefined, ...keys: readonly string[]): readonly string[] {
  return keys.filter((key) => configAt(node, [key])?.kind === 'string');
}

/** Returns the keys whose value is a list. */
export function listKeys(node: ConfigNode | undefined, ...keys: readonly string[]): readonly string[] {
  return keys.filter((key) => configAt(node, [key])?.kind === 'array');
}

export const noFields = writeJson({});

/** Undefined if no fields remain: most messages have only role and content. */
export function messageFields(node: ConfigNode, ...keys: readonly string[]): { readonly fields?: JsonText } {
  if (node.kind !== 'object') return {};
  const kept = node.entries.filter(({ key }) => !keys.includes(key));
  return kept.length === 0 ? {} : { fields: configJson({ ...node, entries: kept }) };
}

/** Returns every field of the body that is not content. */
export function parametersExcept(root: ConfigNode, ...keys: readonly string[]): readonly Parameter[] {
  if (root.kind !== 'object') return [];
  return root.entries
    .filter(({ key, value }) => !keys.includes(key) || !isReadable(key, value))
    .map(({ key, value }) => ({ name: key, value: configJson(value) }));
}

/** Content of a shape that no reader takes is kept as a parameter. */
function isReadable(key: string, node: ConfigNode): boolean {
  const { kind } = node;
  if (isNull(node)) return true;
  switch (key) {
    case 'messages':
    case 'contents':
    case 'tools':
    case 'functions':
      return kind === 'array';
    case 'input':
    case 'instructions':
      return kind === 'array' || kind === 'string';
    case 'toolConfig':
      return kind === 'object';
    default:
      return true;
  }
}

/** What stands where a message should, and is none; a null says nothing. */
export function strayMessage(node: ConfigNode): ReadMessage {
  return { role: 'user', node, blocks: isNull(node) ? [] : [opaque(node)] };
}

function isNull(node: ConfigNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

export function typeOf(node: ConfigNode): string {
  return textAt(node, 'type') ?? (node.kind === 'object' ? (node.entries[0]?.key ?? 'unknown') : 'unknown');
}

/** A block of unknown type: shown, counted and hashed as written. */
export function opaque(node: ConfigNode, kind: BlockKind = 'opaque'): ReadBlock {
  const type = typeOf(node);
  return { kind, type, name: type, node, content: [{ raw: node, isBlock: true }], fields: noFields, ...markOf(node) };
}

export function textBlock(node: ConfigNode, text: ConfigNode | undefined, type = typeOf(node)): ReadBlock {
  if (text?.kind !== 'string') return opaque(node);
  const fields = text === node ? noFields : fieldsExcept(node, 'type', ...keysOf(node, text));
  return { kind: 'text', type, name: 'text', node, content: [{ text }], fields, ...markOf(node) };
}

function keysOf(node: ConfigNode, value: ConfigNode): readonly string[] {
  return node.kind === 'object' ? node.entries.flatMap((entry) => (entry.value === value ? [entry.key] : [])) : [];
}

export interface CallParts {
  /** The object that has `name`. */
  readonly holder: ConfigNode | undefined;
  /** Keys of the arguments; the first one present counts. */
  readonly inputs: readonly string[];
  /** The block's fields besides the holder. */
  readonly outer?: JsonText;
}

/** A call has a tool name and arguments: an object, or a string of JSON. */
export function callBlock(node: ConfigNode, { holder, inputs, outer = noFields }: CallParts): ReadBlock {
  const type = typeOf(node);
  const name = configAt(holder, ['name']);
  const inputKey = inputs.find((key) => configAt(holder, [key]) !== undefined);
  const input = inputKey === undefined ? undefined : configAt(holder, [inputKey]);
  const shownKeys = [...textKeys(holder, 'name'), ...(inputKey === undefined ? [] : [inputKey])];
  const fields = joinFields(outer, fieldsExcept(holder, ...(holder === node ? ['type'] : []), ...shownKeys));
  const called = name?.kind === 'string' ? name.value : type;
  const content: ReadContent[] = [
    ...(name?.kind === 'string' ? [{ text: name }] : []),
    ...(input === undefined ? [] : [...(name?.kind === 'string' ? [{ frame: ' ' }] : []), contentOf(input)]),
  ];
  return { kind: 'tool-call', type, name: called, node, content, fields, ...markOf(node) };
}

export function contentOf(node: ConfigNode): ReadContent {
  return node.kind === 'string' ? { text: node } : { raw: node };
}

/** A result is a string, a list of blocks, or any other JSON. */
export function resultContent(
  content: ConfigNode | undefined,
  block: (node: ConfigNode) => ReadBlock,
): readonly ReadContent[] {
  if (content === undefined) return [];
  if (content.kind === 'array') return content.items.map((item) => ({ block: block(item) }));
  return [contentOf(content)];
}

/** Reads content that is a string or a list of blocks. */
export function contentBlocks(
  content: ConfigNode | undefined,
  block: (node: ConfigNode) => ReadBlock,
): readonly ReadBlock[] {
  if (content === undefined || isNull(content)) return [];
  if (content.kind === 'string') return [textBlock(content, content, 'text')];
  return content.kind === 'array' ? content.items.map(block) : [opaque(content)];
}

export function toolOf(node: ConfigNode, holder: ConfigNode, schemaKeys: readonly string[], kind?: string): ReadTool {
  const schema = schemaKeys.map((key) => configAt(holder, [key])).find((each) => each?.kind === 'object');
  return {
    name: textAt(holder, 'name') ?? textAt(holder, 'server_label') ?? textAt(holder, 'mcp_server_name') ?? typeOf(node),
    ...(kind === undefined ? {} : { kind }),
    node,
    description: configAt(holder, ['description']),
    schema: schema === undefined ? noFields : configJson(schema),
    ...markOf(node),
  };
}

/** `data:image/png;base64,…` */
export function dataUrl(url: string | undefined): { readonly mediaType: string; readonly data: string } | undefined {
  const match = /^data:([\w/+.-]+);base64,/.exec(url ?? '');
  return match?.[1] === undefined || url === undefined
    ? undefined
    : { mediaType: match[1], data: url.slice(match[0].length) };
}

/** An image with its bytes becomes an image; one by URL or id is shown as written. */
export function imageBlock(
  node: ConfigNode,
  image: { readonly mediaType: string | undefined; readonly data: string | undefined } | undefined,
  fields: JsonText = noFields,
): ReadBlock {
  if (image?.mediaType === undefined || image.data === undefined) return { ...opaque(node, 'image'), name: 'image' };
  const { mediaType, data } = image;
  const type = typeOf(node);
  const bytes = { mediaType, data };
  return { kind: 'image', type, name: 'image', node, content: [], fields, image: bytes, ...markOf(node) };
}

/** Returns the items of a list that may be absent. */
export function listAt(node: ConfigNode | undefined, ...keys: readonly string[]): readonly ConfigNode[] {
  return keys.flatMap((key) => itemsAt(node, key));
}
