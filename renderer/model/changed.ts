import { nodeText, visit } from '../../shared/document/walk';
import type { PromptDocument } from '../../shared/document/types';

/** Ids of what reads differently than in the build before; what is new counts, what is gone cannot be named. */
export function changedNodes(before: PromptDocument, after: PromptDocument): ReadonlySet<string> {
  const texts = new Map<string, string>();
  visit(before, (node) => texts.set(node.id, signature(node)));
  for (const tool of before.tools) texts.set(tool.id, JSON.stringify(tool));
  const changed = new Set<string>();
  visit(after, (node) => {
    if (texts.get(node.id) !== signature(node)) changed.add(node.id);
  });
  for (const tool of after.tools) if (texts.get(tool.id) !== JSON.stringify(tool)) changed.add(tool.id);
  return changed;
}

function signature(node: Parameters<Parameters<typeof visit>[1]>[0]): string {
  if (node.type === 'omitted') return `omitted ${JSON.stringify(node.omission)}`;
  return node.type === 'image' ? node.data : nodeText(node);
}
