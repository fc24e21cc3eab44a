import { allTools, toolText } from '../../../shared/document/tool-text';
import type { PromptDocument, PromptMessage, PromptNode } from '../../../shared/document/types';

type Node = PromptMessage | PromptNode;

/**
 * Ids of nodes whose text differs from the build before, whatever their source. Includes new nodes; removed nodes have
 * no id here.
 */
export function changedNodes(before: PromptDocument, after: PromptDocument): ReadonlySet<string> {
  const changed = new Set<string>();
  compareAll(before.messages, after.messages, changed);
  if (before.tools !== after.tools) {
    const tools = new Map(allTools(before.tools).map((tool) => [tool.id, toolText(tool)]));
    for (const tool of allTools(after.tools)) if (tools.get(tool.id) !== toolText(tool)) changed.add(tool.id);
  }
  return changed;
}

/** Compares pairwise while both lists have the same nodes, then by id. Returns true if anything differs. */
function compareAll(before: readonly Node[], after: readonly Node[], changed: Set<string>): boolean {
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
    different = compare(earlier, node, changed) || different;
  });
  return different;
}

function sameNode(a: Node | undefined, b: Node): boolean {
  if (a === undefined || a.type !== b.type) return false;
  return a.type === 'text' || b.type === 'text' || a.id === b.id;
}

function compare(before: Node | undefined, after: Node, changed: Set<string>): boolean {
  if (before === after) return false;
  if (after.type === 'text') return before?.type !== 'text' || before.value !== after.value;
  const different =
    after.type === 'section' || after.type === 'message'
      ? compareAll(before?.type === after.type ? before.children : [], after.children, changed) ||
        before?.type !== after.type
      : before?.type !== after.type || asRead(before) !== asRead(after);
  if (different) changed.add(after.id);
  return different;
}

/** The content of a node, without its origin. */
function asRead(node: Node): string {
  if (node.type === 'image') return `${node.mediaType} ${node.data}`;
  return node.type === 'omitted'
    ? JSON.stringify([node.name, node.omission, node.would?.map(({ value }) => value).join('')])
    : '';
}
