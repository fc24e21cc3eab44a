import type { OmittedNode, NodeId, PromptMessage, PromptNode, TextNode } from '../document/types';
import { layoutMessage } from '../document/layout';
import { leaves } from '../document/walk';
import type { CommonEnds } from '../tokenizers/common-ends';
import type { Encoded } from '../tokenizers/types';
import { ratioOf, countText, type Counting } from './counting';
import { countOf, difference, Position, weaker, type Interval, type Ratio } from './counts';
import { imageTokens } from './images';
import { sameMessage, sameTexts } from './same-message';
import type { TokenCount } from './types';

/** A message counted once: encoded whole, each token given to the leaf that holds its first character. */
export interface CountedMessage {
  readonly message: PromptMessage;
  readonly counting: Counting;
  readonly encoded: Encoded;
  readonly leaves: readonly TextNode[];
  /** Tokens from the start of the message to the end of each leaf. */
  readonly ends: Uint32Array;
  readonly ratios: readonly Ratio[];
  /** What was left out in it, and what that would cost. */
  readonly absent: ReadonlyMap<NodeId, AbsentCount>;
  /** The message and everything in it. */
  readonly counts: readonly (readonly [NodeId, TokenCount])[];
  readonly total: TokenCount;
  /** Up to the first text that is never cached; undefined when there is none. */
  readonly beforeActive: Interval | undefined;
}

export interface AbsentCount {
  readonly node: OmittedNode;
  readonly count: TokenCount | undefined;
}

/** `previous` is the same message of an earlier build, `seed` its text as encoded elsewhere; the result is the same without. */
export function countMessage(message: PromptMessage, counting: Counting, previous?: CountedMessage, seed?: Encoded): CountedMessage {
  if (previous?.counting === counting && sameMessage(previous.message, message)) return previous;
  const texts = leaves(message);
  const layout = layoutMessage(message);
  const same = sameLeaves(previous?.leaves ?? [], texts);
  const before = previous?.counting.encoding === counting.encoding ? previous : undefined;
  const seeded = seed !== undefined && seed.text.length === layout.length && seed.text.toString() === layout.text;
  const encoded = seeded ? seed : counting.encoding.encode(layout, before?.encoded, same.characters);
  const ends = tokensAtEnds(texts, encoded, seeded ? undefined : before, same);
  const ratios = ratiosOf(counting, texts, previous?.counting === counting ? previous : undefined, same);

  const position = new Position();
  const counts: (readonly [NodeId, TokenCount])[] = [];
  const absent = new Map<NodeId, AbsentCount>();
  let beforeActive: Interval | undefined = message.tier === 'active' ? position.here : undefined;
  let [leaf, tokens, images] = [0, 0, 0];
  let imagesBy: TokenCount['method'] = 'formula';
  const counted = (from: Interval, imagesBefore: number): TokenCount =>
    countOf(difference(from, position.here), images > imagesBefore ? weaker(counting.method, imagesBy) : counting.method, counting.label);

  const walk = (node: PromptNode, tier: PromptMessage['tier']): void => {
    switch (node.type) {
      case 'text': {
        if (tier === 'active') beforeActive ??= position.here;
        const until = ends[leaf] ?? 0;
        position.advance(until - tokens, ratios[leaf] ?? counting.overall);
        tokens = until;
        leaf += 1;
        return;
      }
      case 'image': {
        const cost = imageTokens(counting.model.image, node);
        position.add(cost);
        images += 1;
        imagesBy = weaker(imagesBy, cost.method);
        counts.push([node.id, countOf(cost, cost.method, cost.label)]);
        return;
      }
      case 'omitted': {
        if (node.would === undefined) return;
        const known = previous?.counting === counting ? previous.absent.get(node.id) : undefined;
        const count = known !== undefined && sameTexts(known.node.would, node.would) ? known.count : countAbsent(node, counting);
        absent.set(node.id, { node, count });
        if (count !== undefined) counts.push([node.id, count]);
        return;
      }
      case 'section': {
        const [from, imagesBefore] = [position.here, images];
        for (const child of node.children) walk(child, node.tier);
        counts.push([node.id, counted(from, imagesBefore)]);
      }
    }
  };
  const start = position.here;
  for (const child of message.children) walk(child, message.tier);
  const total = counted(start, 0);
  counts.push([message.id, total]);
  return { message, counting, encoded, leaves: texts, ends, ratios, absent, counts, total, beforeActive };
}

/** What an omitted node would cost: counted alone, and part of no sum. */
export function countAbsent(node: OmittedNode, counting: Counting): TokenCount | undefined {
  if (node.would === undefined) return undefined;
  return countOf(countText(counting, node.would.map((leaf) => leaf.value).join('')), counting.method, counting.label);
}

interface SameLeaves {
  /** How many leaves are the same from the start, and how many of the others from the end. */
  readonly start: number;
  readonly end: number;
  readonly characters: CommonEnds;
}

/** Leaves of files that did not change are mostly the same strings, so comparing them costs nothing. */
function sameLeaves(before: readonly TextNode[], now: readonly TextNode[]): SameLeaves {
  const shorter = Math.min(before.length, now.length);
  const characters = { start: 0, end: 0 };
  let start = 0;
  for (; start < shorter && before[start]?.value === now[start]?.value; start += 1) characters.start += now[start]?.value.length ?? 0;
  let end = 0;
  for (; end < shorter - start && before[before.length - end - 1]?.value === now[now.length - end - 1]?.value; end += 1) characters.end += now[now.length - end - 1]?.value.length ?? 0;
  return { start, end, characters };
}

/** Leaves that end in text whose tokens were kept are not asked for again: what stands behind the change has moved by as much as all of it. */
function tokensAtEnds(now: readonly TextNode[], encoded: Encoded, previous: CountedMessage | undefined, same: SameLeaves): Uint32Array {
  const ends = new Uint32Array(now.length);
  const isKept = previous !== undefined && encoded !== previous.encoded && encoded.kept !== undefined;
  const [start, end] = isKept ? [encoded.kept.start, encoded.text.length - encoded.kept.end] : [0, Number.POSITIVE_INFINITY];
  const shift = encoded.total - (previous?.encoded.total ?? 0);
  const moved = (previous?.ends.length ?? 0) - now.length;
  let offset = 0;
  for (let index = 0; index < now.length; index += 1) {
    offset += now[index]?.value.length ?? 0;
    if (index < same.start && offset <= start) ends[index] = previous?.ends[index] ?? 0;
    else if (index >= now.length - same.end && offset >= end) ends[index] = (previous?.ends[index + moved] ?? 0) + shift;
    else ends[index] = encoded.tokensBefore(offset);
  }
  return ends;
}

/** Leaves that stand before and after what changed keep their ratios. */
function ratiosOf(counting: Counting, now: readonly TextNode[], previous: CountedMessage | undefined, same: SameLeaves): readonly Ratio[] {
  if (counting.byClass === undefined) return [];
  const [start, end] = previous === undefined ? [0, 0] : [same.start, same.end];
  const known = previous?.ratios ?? [];
  const middle = now.slice(start, now.length - end).map((leaf) => ratioOf(counting, leaf.value));
  return [...known.slice(0, start), ...middle, ...known.slice(known.length - end)];
}
