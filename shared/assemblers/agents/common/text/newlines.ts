import type { PromptNode, TextNode } from '../../../../document/types';
import { sliceRope, type Rope } from '../../../../sources/text/rope';

/** At most `most` newlines in a row, over all leaves in order; what is kept keeps its place in its file. */
export function fewerNewlines(nodes: readonly PromptNode[], most: number): readonly PromptNode[] {
  let run = 0;
  const kept = (leaf: TextNode): Rope => {
    const pieces: Rope[] = [];
    let start = 0;
    for (let at = 0; at < leaf.value.length; at += 1) {
      run = leaf.value[at] === '\n' ? run + 1 : 0;
      if (run <= most) continue;
      pieces.push(sliceRope([leaf], start, at));
      start = at + 1;
    }
    return start === 0 ? [leaf] : [...pieces.flat(), ...sliceRope([leaf], start)];
  };
  const walk = (node: PromptNode): readonly PromptNode[] => {
    if (node.type === 'text') return kept(node);
    return node.type === 'section' ? [{ ...node, children: node.children.flatMap(walk) }] : [node];
  };
  return nodes.flatMap(walk);
}
