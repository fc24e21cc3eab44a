import { writeJson, type JsonText } from './json-text';
import type {
  CacheBreakpoint,
  ImageNode,
  MessagePurpose,
  NodeId,
  OmittedNode,
  Omission,
  Origin,
  PromptMessage,
  PromptNode,
  Role,
  SectionNode,
  SourceId,
  Tier,
  TextNode,
  ToolNode,
} from './types';

/** Only builders turn a plain string into an id. */
export function nodeId(...parts: readonly string[]): NodeId {
  return parts.join('/') as NodeId;
}

export function sourceId(path: string): SourceId {
  return path as SourceId;
}

export function text(value: string, origin: Origin): TextNode {
  return { type: 'text', value, origin };
}

export function frame(value: string): TextNode {
  return { type: 'text', value, origin: { kind: 'frame' } };
}

/** Tags and separators from a layout that the user wrote. */
export function layoutFrame(value: string): TextNode {
  return { type: 'text', value, origin: { kind: 'frame', layout: true } };
}

export function builtin(name: string, value: string): TextNode {
  return { type: 'text', value, origin: { kind: 'builtin', name } };
}

export function environment(key: string, value: string): TextNode {
  return { type: 'text', value, origin: { kind: 'environment', key } };
}

export function setting(name: string, value: string): TextNode {
  return { type: 'text', value, origin: { kind: 'setting', name } };
}

export interface SectionOptions {
  readonly condition?: string | undefined;
  readonly note?: string | undefined;
}

export function section(
  id: NodeId,
  name: string,
  tier: Tier,
  children: readonly PromptNode[],
  options: SectionOptions = {},
): SectionNode {
  return {
    type: 'section',
    id,
    name,
    tier,
    ...(options.condition === undefined ? {} : { condition: options.condition }),
    ...(options.note === undefined ? {} : { note: options.note }),
    children: children.filter((child) => child.type !== 'text' || child.value !== ''),
  };
}

/** Makes a section a text content block: its text is sent as a separate part. */
export function textBlock(made: SectionNode): SectionNode {
  return { ...made, block: { kind: 'text', type: 'text', fields: writeJson({}) } };
}

export function omitted(
  id: NodeId,
  name: string,
  tier: Tier,
  omission: Omission,
  would?: readonly TextNode[],
): OmittedNode {
  return { type: 'omitted', id, name, tier, omission, ...(would === undefined || would.length === 0 ? {} : { would }) };
}

export function message(
  id: NodeId,
  role: Role,
  tier: Tier,
  purpose: MessagePurpose,
  children: readonly PromptNode[],
): PromptMessage {
  return {
    type: 'message',
    id,
    role,
    tier,
    purpose,
    children: children.filter((child) => child.type !== 'text' || child.value !== ''),
  };
}

export function image(
  id: NodeId,
  mediaType: string,
  data: string,
  rest: Pick<ImageNode, 'source' | 'width' | 'height' | 'fields'> = {},
): ImageNode {
  return { type: 'image', id, mediaType, data, ...rest };
}

export function tool(
  id: NodeId,
  name: string,
  tier: Tier,
  description: readonly TextNode[],
  inputSchema: JsonText,
  source?: SourceId,
): ToolNode {
  return { type: 'tool', id, name, tier, description, inputSchema, ...(source === undefined ? {} : { source }) };
}

export function breakpoint(
  after: NodeId,
  tier: CacheBreakpoint['tier'],
  ttl: CacheBreakpoint['ttl'] = '5m',
): CacheBreakpoint {
  return { id: nodeId('breakpoint', after), after, tier, ttl };
}

/**
 * Puts `separator` between neighbours that have text. Omitted nodes keep their position without a separator, so
 * removing them does not change the text.
 */
export function joinWith(
  separator: string,
  nodes: readonly PromptNode[],
  between: TextNode = frame(separator),
): readonly PromptNode[] {
  const joined: PromptNode[] = [];
  let needsSeparator = false;
  for (const node of nodes) {
    if (node.type === 'omitted') {
      joined.push(node);
      continue;
    }
    if (needsSeparator) joined.push(between);
    joined.push(node);
    needsSeparator = true;
  }
  return joined;
}
