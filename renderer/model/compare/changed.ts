import { allTools, toolText } from '../../../shared/document/tool-text';
import type { PromptDocument, PromptMessage, PromptNode } from '../../../shared/document/types';

type Node = PromptMessage | PromptNode;

/** Ids of nodes that are new or whose text differs from the build before. Where the text comes from does not matter. */
export interface NodeChanges {
  /** Other text at the same place. */
  readonly changed: ReadonlySet<string>;
  /** There was nothing at this place. */
  readonly added: ReadonlySet<string>;
}

interface Found {
  readonly changed: Set<string>;
  readonly added: Set<string>;
}

export function changedNodes(before: PromptDocument, after: PromptDocument): NodeChanges {
  const found: Found = { changed: new Set(), added: new Set() };
  compareAll(before.messages, after.messages, found);
  if (before.tools !== after.tools) {
    const tools = new Map(allTools(before.tools).map((tool) => [tool.id, toolText(tool)]));
    for (const tool of allTools(after.tools)) {
      const earlier = tools.get(tool.id);
      if (earlier === undefined) found.added.add(tool.id);
      else if (earlier !== toolText(tool)) found.changed.add(tool.id);
    }
  }
  return found;
}

/** Compares nodes at the same place, or by id where the lists differ. Returns true if anything differs. */
function compareAll(before: readonly Node[], after: readonly Node[], found: Found): boolean {
  if (before === after) return false;
  let different = before.length !== after.length;
  let byId: Map<string, Node> | undefined;
  after.forEach((node, index) => {
    const beside = before[index];
    let earlier = sameNode(beside, node) ? beside : undefined;
    if (earlier === undefined && node.type !== 'text') {
      byId ??= new Map(before.flatMap((each) => (each.type === 'text' ? [] : [[each.id, each]])));
      earlier = byId.get(node.id);
    }
    different = compare(earlier, node, found) || different;
  });
  return different;
}

function sameNode(a: Node | undefined, b: Node): boolean {
  if (a === undefined || a.type !== b.type) return false;
  return a.type === 'text' || b.type === 'text' || a.id === b.id;
}

function compare(before: Node | undefined, after: Node, found: Found): boolean {
  if (before === after) return false;
  if (after.type === 'text') return before?.type !== 'text' || before.value !== after.value;
  const different =
    after.type === 'section' || after.type === 'message'
      ? compareAll(before?.type === after.type ? before.children : [], after.children, found) ||
        before?.type !== after.type ||
        fieldsOf(before) !== fieldsOf(after)
      : before?.type !== after.type || asRead(before) !== asRead(after);
  if (before === undefined) found.added.add(after.id);
  else if (different) found.changed.add(after.id);
  return different;
}

/** What a block has besides its text. */
function fieldsOf(node: Node): string | undefined {
  return node.type === 'section' ? node.block?.fields : undefined;
}

/** The content of a node without its origin. */
function asRead(node: Node): string {
  if (node.type === 'image') return `${node.mediaType} ${node.fields ?? ''} ${node.data}`;
  return node.type === 'omitted'
    ? JSON.stringify([node.name, node.omission, node.would?.map(({ value }) => value).join('')])
    : '';
}
