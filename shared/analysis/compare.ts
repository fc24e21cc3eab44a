import type { Analysis } from './types';
import { layoutMessage, type LeafSpan, type MessageLayout } from '../document/layout';
import type { ImageNode, NodeId, Origin, PromptDocument, PromptMessage, PromptNode, Tier } from '../document/types';
import { nodeText } from '../document/walk';

export type ChangeKind = 'same' | 'changed' | 'added' | 'removed';

export interface SectionChange {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly kind: ChangeKind;
  /** Tokens after minus tokens before, where both were counted. */
  readonly tokens: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** It stands in the newer build as an omission. */
  readonly omitted: boolean;
}

/** Where two requests part: the cached prefix ends here. */
export interface Divergence {
  /** The message, or the tool. */
  readonly message: NodeId;
  /** UTF-16 offset in the message, in both versions. */
  readonly offset: number;
  /** UTF-8 bytes of everything before it in the request. */
  readonly bytes: number;
  readonly node: NodeId;
  /** What made the text at that place after (or before, when nothing follows). */
  readonly origin: Origin | undefined;
  /** Offset in the origin's file, when it is one and the text is verbatim. */
  readonly sourceOffset: number | undefined;
}

export interface Comparison {
  readonly changes: readonly SectionChange[];
  readonly first: Divergence | undefined;
  readonly tokens: number;
}

export interface Unit {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly text: string;
  readonly omitted: boolean;
}

/** Leaf sections (no section inside), omitted nodes, images and tools: the rows that together are the whole request. */
export function unitsOf(document: PromptDocument): readonly Unit[] {
  const units: Unit[] = document.tools.map((tool) => ({
    id: tool.id,
    name: tool.name,
    tier: tool.tier,
    text: JSON.stringify([tool.description.map((leaf) => leaf.value).join(''), tool.inputSchema]),
    omitted: false,
  }));
  const add = (node: PromptNode, owner: { readonly id: NodeId; readonly name: string; readonly tier: Tier }): void => {
    switch (node.type) {
      case 'text':
        return;
      case 'image':
        units.push({ id: node.id, name: node.source ?? node.mediaType, tier: owner.tier, text: node.data, omitted: false });
        return;
      case 'omitted':
        units.push({ id: node.id, name: node.name, tier: node.tier, text: '', omitted: true });
        return;
      case 'section':
        if (node.children.some((child) => child.type === 'section')) for (const child of node.children) add(child, node);
        else units.push({ id: node.id, name: node.name, tier: node.tier, text: nodeText(node), omitted: false });
    }
  };
  for (const message of document.messages) {
    const owner = { id: message.id, name: message.purpose, tier: message.tier };
    if (message.children.some((child) => child.type === 'section')) for (const child of message.children) add(child, owner);
    else units.push({ ...owner, text: nodeText(message), omitted: false });
  }
  return units;
}

/** Compares two builds section by section, keyed by id, in the order of the newer one. */
export function compareDocuments(before: PromptDocument, after: PromptDocument, counts?: { readonly before: Analysis; readonly after: Analysis }): Comparison {
  const old = new Map(unitsOf(before).map((unit) => [unit.id, unit]));
  const tokensOf = (analysis: Analysis | undefined, unit: Unit | undefined): number =>
    unit === undefined || unit.omitted ? 0 : (analysis?.tokens[unit.id]?.tokens ?? 0);
  const changes: SectionChange[] = [];
  const seen = new Set<NodeId>();
  for (const unit of unitsOf(after)) {
    seen.add(unit.id);
    const was = old.get(unit.id);
    changes.push({
      id: unit.id,
      name: unit.name,
      tier: unit.tier,
      kind: kindOf(was, unit),
      tokens: tokensOf(counts?.after, unit) - tokensOf(counts?.before, was),
      before: was === undefined || was.omitted ? undefined : was.text,
      after: unit.omitted ? undefined : unit.text,
      omitted: unit.omitted,
    });
  }
  for (const was of old.values()) {
    if (seen.has(was.id) || was.omitted) continue;
    changes.push({ id: was.id, name: was.name, tier: was.tier, kind: 'removed', tokens: -tokensOf(counts?.before, was), before: was.text, after: undefined, omitted: false });
  }
  const tokens = counts === undefined ? 0 : counts.after.total.tokens - counts.before.total.tokens;
  return { changes, first: firstDivergence(before, after), tokens };
}

function kindOf(was: Unit | undefined, now: Unit): ChangeKind {
  if (was === undefined || was.omitted) return now.omitted ? 'same' : 'added';
  if (now.omitted) return 'removed';
  return was.text === now.text ? 'same' : 'changed';
}

const sliceSize = 4096;

/** Index of the first differing code unit, or the shorter length; slices are compared first because that is many times faster. */
export function firstDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.slice(at, at + sliceSize) === b.slice(at, at + sliceSize)) at += sliceSize;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return Math.min(at, shorter);
}

export function firstDivergence(before: PromptDocument, after: PromptDocument): Divergence | undefined {
  const tools = firstTool(before, after);
  if (tools.found !== undefined) return tools.found;
  const count = Math.max(before.messages.length, after.messages.length);
  let { bytes } = tools;
  for (let index = 0; index < count; index += 1) {
    const [was, now] = [before.messages[index], after.messages[index]];
    const known = now ?? was;
    if (known === undefined) return undefined;
    const wasText = was === undefined ? '' : nodeText(was);
    const nowText = now === undefined ? '' : nodeText(now);
    const sameRole = was?.role === now?.role;
    const offset = sameRole ? firstDifference(wasText, nowText) : 0;
    if (sameRole && was !== undefined && now !== undefined && wasText.length === nowText.length && offset === nowText.length) {
      const image = firstImage(was, now);
      if (image !== undefined) return describeImage(layoutMessage(now), image, bytes);
      bytes += utf8Length(nowText);
      continue;
    }
    return describeDivergence(layoutMessage(offset < nowText.length || was === undefined ? known : was), offset, bytes + utf8Length(nowText.slice(0, offset)));
  }
  return undefined;
}

/** Tools stand before everything else; those that are equal count for the bytes before the first message. */
function firstTool(before: PromptDocument, after: PromptDocument): { readonly bytes: number; readonly found?: Divergence } {
  let bytes = 0;
  for (let index = 0; index < Math.max(before.tools.length, after.tools.length); index += 1) {
    const [was, now] = [before.tools[index], after.tools[index]];
    const [wasText, nowText] = [was, now].map((tool) => (tool === undefined ? '' : toolText(tool)));
    if (wasText !== nowText) {
      const tool = now ?? was;
      const offset = firstDifference(wasText ?? '', nowText ?? '');
      if (tool === undefined) break;
      const origin = tool.description[0]?.origin;
      return { bytes, found: { message: tool.id, offset, bytes: bytes + utf8Length((nowText ?? '').slice(0, offset)), node: tool.id, origin, sourceOffset: origin?.kind === 'file' ? origin.span.start : undefined } };
    }
    bytes += utf8Length(nowText ?? '');
  }
  return { bytes };
}

function toolText({ name, description, inputSchema }: PromptDocument['tools'][number]): string {
  return JSON.stringify({ name, description: description.map((leaf) => leaf.value).join(''), input_schema: inputSchema });
}

/** The first image that is another one, was added or is gone. */
function firstImage(was: PromptMessage, now: PromptMessage): NodeId | undefined {
  const [before, after] = [imagesOf(was), imagesOf(now)];
  const at = Array.from({ length: Math.max(before.length, after.length) }).findIndex((_, index) => before[index]?.data !== after[index]?.data);
  return at === -1 ? undefined : (after[at] ?? before[at])?.id;
}

function imagesOf(node: PromptMessage | PromptNode): readonly ImageNode[] {
  if (node.type === 'image') return [node];
  return node.type === 'section' || node.type === 'message' ? node.children.flatMap(imagesOf) : [];
}

function describeImage(layout: MessageLayout, image: NodeId, bytes: number): Divergence {
  const offset = layout.nodes.find(({ id }) => id === image)?.start ?? 0;
  return { message: layout.message, offset, bytes: bytes + utf8Length(layout.text.slice(0, offset)), node: image, origin: undefined, sourceOffset: undefined };
}

function describeDivergence(layout: MessageLayout, offset: number, bytes: number): Divergence {
  const leaf = leafNear(layout, offset);
  const origin = leaf?.origin;
  const verbatim = origin?.kind === 'file' && origin.change === undefined && leaf !== undefined;
  return {
    message: layout.message,
    offset,
    bytes,
    node: leaf?.owner ?? layout.message,
    origin,
    sourceOffset: verbatim ? origin.span.start + Math.max(0, offset - leaf.start) : origin?.kind === 'file' ? origin.span.start : undefined,
  };
}

function leafNear(layout: MessageLayout, offset: number): LeafSpan | undefined {
  return layout.leaves.find((leaf) => offset < leaf.end) ?? layout.leaves.at(-1);
}

export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Both halves of a pair are counted, two bytes each.
    length += code < 0x800 || (code >= 0xd800 && code <= 0xdfff && isPair(text, at)) ? 1 : 2;
  }
  return length;
}

function isPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const other = text.charCodeAt(code < 0xdc00 ? at + 1 : at - 1);
  return code < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other < 0xdc00;
}
