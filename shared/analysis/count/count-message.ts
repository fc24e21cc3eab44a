import { memoByIdentity } from '../../basics/memo';
import type { OmittedNode, NodeId, PromptMessage, PromptNode, TextNode } from '../../document/types';
import { layoutMessage } from '../../document/layout';
import type { Parent } from '../../document/extent';
import { append } from '../../sources/text/append';
import type { Encoded } from '../../tokenizers/types';
import { ratioOf, countText, type Counting } from './counting';
import { countOf, Sum, sumOf, weaker, type Interval, type Ratio } from './counts';
import { imageTokens } from './estimates/images';
import { characterEnds, leafEnds, noEnds, sameLeaves, type LeafEnds, type SameLeaves } from '../compare/leaf-ends';
import { sameMessage, sameTexts } from '../compare/same-message';
import type { TokenCount } from '../types';

/**
 * A counted message: encoded whole, each token assigned to the leaf with its first character, each node rounded by
 * itself.
 */
export interface CountedMessage {
  readonly message: PromptMessage;
  readonly counting: Counting;
  readonly encoded: Encoded;
  readonly leaves: readonly TextNode[];
  readonly ends: LeafEnds;
  readonly ratios: readonly Ratio[];
  /** What was left out of it, and what that would cost. */
  readonly absent: ReadonlyMap<NodeId, AbsentCount>;
  /** The message and everything in it. */
  readonly counts: readonly (readonly [NodeId, TokenCount])[];
  readonly total: TokenCount;
  /** Tokens before the first `active` text; undefined if there is none. */
  readonly beforeActive: Interval | undefined;
}

export interface AbsentCount {
  readonly node: OmittedNode;
  readonly count: TokenCount | undefined;
}

/** `previous` is the same message of an earlier build, `seed` its text as encoded elsewhere. Both only save work. */
export function countMessage(
  message: PromptMessage,
  counting: Counting,
  previous?: CountedMessage,
  seed?: Encoded,
): CountedMessage {
  if (previous?.counting === counting && previous.message === message) return previous;
  const texts = leavesIn(message).leaves;
  const same = sameLeaves(previous?.leaves ?? [], texts, previous?.ends ?? noEnds);
  if (previous?.counting === counting && same.all && sameMessage(previous.message, message)) return previous;
  const layout = layoutMessage(message);
  const before = previous?.counting.encoding === counting.encoding ? previous : undefined;
  const isSeeded = seed !== undefined && seed.text.length === layout.length && seed.text.toString() === layout.text;
  const encoded = isSeeded ? seed : counting.encoding.encode(layout, before?.encoded, same.characters);
  const ratios = ratiosOf(counting, texts, previous?.counting === counting ? previous : undefined, same);
  const previousEnds =
    isSeeded || before === undefined || encoded === before.encoded
      ? undefined
      : { ends: before.ends, total: before.encoded.total };
  const ends = leafEnds(characterEnds(texts, previous?.ends ?? noEnds, same), encoded, previousEnds, same);

  const counts: (readonly [NodeId, TokenCount])[] = [];
  const absent = new Map<NodeId, AbsentCount>();
  let [leaf, images] = [0, 0];
  let imagesBy: TokenCount['method'] = 'formula';
  /** The message and the sections around the current node. */
  const open: Sum[] = [];
  let beforeActive: Interval | undefined;
  const activeHere = (): void => {
    beforeActive ??= sumOf(open.map((each) => each.rounded));
  };
  const addLeaves = (sum: Sum, count: number): void => {
    for (const until = leaf + count; leaf < until; leaf += 1) {
      sum.addText(
        (ends.tokens[leaf] ?? 0) - (leaf === 0 ? 0 : (ends.tokens[leaf - 1] ?? 0)),
        ratios[leaf] ?? counting.overall,
      );
    }
  };

  const walk = (node: PromptNode, tier: PromptMessage['tier'], around: Sum): void => {
    switch (node.type) {
      case 'text': {
        if (tier === 'active') activeHere();
        addLeaves(around, 1);
        return;
      }
      case 'image': {
        const cost = imageTokens(counting.model.image, node);
        around.add(cost);
        images += 1;
        imagesBy = weaker(imagesBy, cost.method);
        counts.push([node.id, countOf(cost, cost.method, cost.label)]);
        return;
      }
      case 'omitted': {
        if (node.would === undefined) return;
        const last = previous?.counting === counting ? previous.absent.get(node.id) : undefined;
        const count =
          last !== undefined && sameTexts(last.node.would, node.would) ? last.count : countAbsent(node, counting);
        absent.set(node.id, { node, count });
        if (count !== undefined) counts.push([node.id, count]);
        return;
      }
      case 'section':
        around.add(counted(node));
    }
  };
  const counted = (node: Parent): TokenCount => {
    const [sum, imagesBefore, below] = [new Sum(), images, leavesIn(node)];
    if (below.isPlain) {
      if (node.tier === 'active' && below.leaves.length > 0) activeHere();
      addLeaves(sum, below.leaves.length);
    } else {
      open.push(sum);
      for (const child of node.children) walk(child, node.tier, sum);
      open.pop();
    }
    const count = countOf(
      sum.rounded,
      images > imagesBefore ? weaker(counting.method, imagesBy) : counting.method,
      counting.label,
    );
    counts.push([node.id, count]);
    return count;
  };
  if (message.tier === 'active') activeHere();
  const total = counted(message);
  return { message, counting, encoded, leaves: texts, ends, ratios, absent, counts, total, beforeActive };
}

interface Leaves {
  readonly leaves: readonly TextNode[];
  /** True if it contains only text. */
  readonly isPlain: boolean;
}

const leavesIn = memoByIdentity((node: Parent): Leaves => {
  const found: TextNode[] = [];
  let isPlain = true;
  for (const child of node.children) {
    if (child.type === 'text') found.push(child);
    else isPlain = false;
    if (child.type === 'section') append(found, leavesIn(child).leaves);
  }
  return { leaves: found, isPlain };
});

/** What an omitted node would cost: counted alone, and part of no sum. */
export function countAbsent(node: OmittedNode, counting: Counting): TokenCount | undefined {
  if (node.would === undefined) return undefined;
  return countOf(countText(counting, node.would.map((leaf) => leaf.value).join('')), counting.method, counting.label);
}

/** Leaves before and after the change keep their ratios. */
function ratiosOf(
  counting: Counting,
  now: readonly TextNode[],
  previous: CountedMessage | undefined,
  same: SameLeaves,
): readonly Ratio[] {
  if (counting.byClass === undefined) return [];
  const [start, end] = previous === undefined ? [0, 0] : [same.start, same.end];
  const ratios = previous?.ratios ?? [];
  const middle = now.slice(start, now.length - end).map((leaf) => ratioOf(counting, leaf.value));
  return [...ratios.slice(0, start), ...middle, ...ratios.slice(ratios.length - end)];
}
