import type { Analysis } from './types';
import { layoutMessage, type LeafSpan, type MessageLayout } from '../document/layout';
import type { NodeId, Origin, PromptDocument, PromptNode, Tier } from '../document/types';
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

interface Unit {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly text: string;
  readonly omitted: boolean;
}

/** Leaf sections (no section inside), omitted nodes, images and tools: the rows that together are the whole request. */
function unitsOf(document: PromptDocument): readonly Unit[] {
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
  const count = Math.max(before.messages.length, after.messages.length);
  let bytes = 0;
  for (let index = 0; index < count; index += 1) {
    const [was, now] = [before.messages[index], after.messages[index]];
    const known = now ?? was;
    if (known === undefined) return undefined;
    const wasText = was === undefined ? '' : nodeText(was);
    const nowText = now === undefined ? '' : nodeText(now);
    const sameRole = was?.role === now?.role;
    const offset = sameRole ? firstDifference(wasText, nowText) : 0;
    if (sameRole && was !== undefined && now !== undefined && wasText.length === nowText.length && offset === nowText.length) {
      bytes += utf8Length(nowText);
      continue;
    }
    return describeDivergence(layoutMessage(offset < nowText.length || was === undefined ? known : was), offset, bytes + utf8Length(nowText.slice(0, offset)));
  }
  return undefined;
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

function utf8Length(text: string): number {
  let length = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return length;
}
