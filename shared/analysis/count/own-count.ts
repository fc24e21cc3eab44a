import type { NodeId, PromptMessage, SectionNode } from '../../document/types';
import { countOf, difference, sumOf } from './counts';
import type { TokenCount } from '../types';

/**
 * The count of a message's or section's own text, outside all its parts; undefined if it has no parts or was not
 * counted.
 */
export function ownCount(
  node: PromptMessage | SectionNode,
  count: (id: NodeId) => TokenCount | null | undefined,
): TokenCount | undefined {
  const whole = count(node.id);
  const parts = node.children.flatMap((child) =>
    child.type === 'section' || child.type === 'image' ? [count(child.id)] : [],
  );
  if (whole === null || whole === undefined || parts.length === 0) return undefined;
  const counts = parts.filter((part) => part !== null && part !== undefined);
  return countOf(difference(sumOf(counts), whole), whole.method, whole.encoding);
}
