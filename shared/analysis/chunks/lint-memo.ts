import { extentOf, type Parent } from '../../document/extent';
import type { LeafSpan, MessageLayout } from '../../document/layout';
import type { NodeId, PromptDocument, PromptMessage, PromptNode, TextNode } from '../../document/types';
import { visit } from '../../document/walk';
import { cutRun, recut } from './cuts';
import { Repeats } from './repeats';
import { sharedItemEnds, type SharedEnds } from '../../basics/shared-ends';

/** A text and what each scan found in it. The same object for the same text in every run. */
export interface TextFacts {
  readonly text: string;
  /** By scan number. */
  readonly found: (readonly unknown[] | undefined)[];
}

/** A message's text in chunks. Each belongs to one section and stays the same when another is edited. */
export interface MessageChunks {
  readonly layout: MessageLayout;
  readonly message: PromptMessage;
  /** Offsets in the message. */
  readonly starts: readonly number[];
  readonly facts: readonly TextFacts[];
  /** The facts of the message in the previous run. */
  readonly before?: EarlierFacts;
}

/** With how many facts are unchanged at the start and end. */
export interface EarlierFacts extends SharedEnds {
  readonly facts: readonly TextFacts[];
}

export interface Chunk {
  readonly layout: MessageLayout;
  readonly message: PromptMessage;
  /** Offset in the message. */
  readonly start: number;
  readonly facts: TextFacts;
}

export interface Chunked {
  readonly chunks: readonly MessageChunks[];
  /** By message: the leaves that came from the machine or were cut by a limit. */
  readonly machineOrCutLeaves: readonly (readonly LeafSpan[])[];
}

/** The content of a node; offsets are relative to the node. */
interface Below {
  readonly starts: readonly number[];
  readonly facts: readonly TextFacts[];
  readonly machineOrCutLeaves: readonly LeafSpan[];
}

/** Where a child section begins and ends in its parent's lists. */
interface Place {
  readonly from: number;
  readonly until: number;
  /** How many of the node's own texts come before it. */
  readonly own: number;
}

/** A node as last seen. */
interface SeenNode extends Below {
  readonly node: Parent;
  /** By child; only sections have one. */
  readonly places: readonly (Place | undefined)[];
  readonly own: readonly TextFacts[];
}

/**
 * Kept by a caller that lints repeatedly. Unchanged nodes are skipped. In a changed node with the same id, only the
 * children between the unchanged ones are visited, and only their new texts.
 */
export class LintMemo {
  readonly #repeats = new Map<unknown, Repeats>();
  readonly #nodes = new WeakMap<Parent, Below>();
  readonly #last = new Map<NodeId, SeenNode>();
  #facts: ReadonlyMap<NodeId, readonly TextFacts[]> = new Map();
  #full = 1000;

  chunk(document: PromptDocument, layouts: readonly MessageLayout[]): Chunked {
    const chunks = document.messages.flatMap((message, index): readonly MessageChunks[] => {
      const { starts, facts } = this.#below(message);
      const layout = layouts[index];
      if (layout === undefined) return [];
      const last = this.#facts.get(message.id);
      return [
        {
          layout,
          message,
          starts,
          facts,
          ...(last === undefined ? {} : { before: { facts: last, ...sharedItemEnds(last, facts) } }),
        },
      ];
    });
    this.#facts = new Map(chunks.map(({ message, facts }) => [message.id, facts]));
    if (this.#last.size > this.#full) this.#forget(document);
    return { chunks, machineOrCutLeaves: document.messages.map((message) => this.#below(message).machineOrCutLeaves) };
  }

  /** The texts that `scan` finds more than once. */
  repeatsOf(scan: unknown): Repeats {
    const repeats = this.#repeats.get(scan) ?? new Repeats();
    this.#repeats.set(scan, repeats);
    return repeats;
  }

  #below(node: Parent): Below {
    const cached = this.#nodes.get(node);
    if (cached !== undefined) return cached;
    const last = this.#last.get(node.id);
    const seen = this.#look(node, last?.node.tier === node.tier ? last : nothingSeen(node));
    this.#last.set(node.id, seen);
    this.#nodes.set(node, seen);
    return seen;
  }

  #look(node: Parent, before: SeenNode): SeenNode {
    return lookAtText(node, before) ?? this.#lookBelow(node, before);
  }

  #lookBelow(node: Parent, before: SeenNode): SeenNode {
    const { children } = node;
    const { starts: childStarts, length } = extentOf(node);
    const same = sameEnds(before.node.children, children);
    const moved = before.node.children.length - children.length;
    const head = before.places[same.start - 1] ?? nowhere;
    const tail = before.places[children.length - same.end + moved];
    const starts = before.starts.slice(0, head.until);
    const facts = before.facts.slice(0, head.until);
    const places = before.places.slice(0, same.start);
    const middleStart = childStarts[same.start] ?? length;
    const machineOrCutLeaves = before.machineOrCutLeaves.filter(({ end }) => same.start > 0 && end <= middleStart);
    const texts: { readonly at: number; readonly text: string }[] = [];
    let [runStart, runEnd] = [middleStart, middleStart];
    const endRun = (): void => {
      for (const { start, text } of cutRun(node, runStart, runEnd)) {
        texts.push({ at: facts.length, text });
        starts.push(start);
        facts.push(unknown);
      }
    };
    for (let index = same.start; index < children.length - same.end; index += 1) {
      const child = children[index];
      const start = childStarts[index] ?? 0;
      const end = childStarts[index + 1] ?? length;
      if (child?.type === 'text') {
        if (isFromMachineOrCut(child))
          machineOrCutLeaves.push({ start, end, owner: node.id, tier: node.tier, origin: child.origin });
        runEnd = end;
      } else if (child?.type === 'section' && end > start) {
        endRun();
        runStart = runEnd = end;
        const below = this.#below(child);
        const place = { from: facts.length, until: facts.length + below.facts.length, own: head.own + texts.length };
        places[index] = place;
        for (const each of below.starts) starts.push(start + each);
        for (const each of below.facts) facts.push(each);
        for (const each of below.machineOrCutLeaves)
          machineOrCutLeaves.push({ ...each, start: start + each.start, end: start + each.end });
      }
    }
    endRun();
    const middle = adopt(
      before.own.slice(head.own, tail?.own),
      texts.map(({ text }) => text),
    );
    for (const [index, { at }] of texts.entries()) facts[at] = middle[index] ?? unknown;
    const own = [...before.own.slice(0, head.own), ...middle];
    if (tail === undefined) return { node, starts, facts, machineOrCutLeaves, places, own };

    const tailStart = childStarts[children.length - same.end] ?? 0;
    const oldStart = extentOf(before.node).starts[children.length - same.end + moved] ?? 0;
    const [shift, more, moreOwn] = [tailStart - oldStart, facts.length - tail.from, own.length - tail.own];
    for (let at = tail.from; at < before.starts.length; at += 1) starts.push((before.starts[at] ?? 0) + shift);
    for (const { start, end, ...rest } of before.machineOrCutLeaves)
      if (start >= oldStart) machineOrCutLeaves.push({ ...rest, start: start + shift, end: end + shift });
    for (let index = children.length - same.end; index < children.length; index += 1) {
      const place = before.places[index + moved];
      places[index] =
        place === undefined || (more === 0 && moreOwn === 0)
          ? place
          : { from: place.from + more, until: place.until + more, own: place.own + moreOwn };
    }
    return {
      node,
      starts,
      facts: facts.concat(before.facts.slice(tail.from)),
      machineOrCutLeaves,
      places,
      own: own.concat(before.own.slice(tail.own)),
    };
  }

  #forget(document: PromptDocument): void {
    const present = new Set<NodeId>();
    visit(document, ({ id }) => present.add(id));
    for (const id of this.#last.keys()) if (!present.has(id)) this.#last.delete(id);
    this.#full = 2 * this.#last.size + 1000;
  }
}

/** A node with only text, like most. */
function lookAtText(node: Parent, before: SeenNode): SeenNode | undefined {
  const again = recut(before.node, before.starts, node);
  if (again === undefined) return undefined;
  const { head, cuts, tail } = again;
  const { starts: childStarts, length } = extentOf(node);
  const shift = length - extentOf(before.node).length;
  const starts = before.starts.slice(0, head);
  for (const { start } of cuts) starts.push(start);
  for (let at = tail; at < before.starts.length; at += 1) starts.push((before.starts[at] ?? 0) + shift);
  const facts = [
    ...before.own.slice(0, head),
    ...adopt(
      before.own.slice(head, tail),
      cuts.map(({ text }) => text),
    ),
    ...before.own.slice(tail),
  ];
  const machineOrCutLeaves = node.children.flatMap((child, index): readonly LeafSpan[] => {
    if (child.type !== 'text' || !isFromMachineOrCut(child)) return [];
    return [
      {
        start: childStarts[index] ?? 0,
        end: childStarts[index + 1] ?? length,
        owner: node.id,
        tier: node.tier,
        origin: child.origin,
      },
    ];
  });
  return { node, starts, facts, machineOrCutLeaves, places: [], own: facts };
}

const nowhere: Place = { from: 0, until: 0, own: 0 };

function nothingSeen(node: Parent): SeenNode {
  return { node: { ...node, children: [] }, starts: [], facts: [], machineOrCutLeaves: [], places: [], own: [] };
}

/**
 * How many children are unchanged at both ends. The first ones end, and the last ones begin, with a section that has
 * text.
 */
function sameEnds(before: readonly PromptNode[], now: readonly PromptNode[]): SharedEnds {
  let { start, end } = sharedItemEnds(before, now, isSame);
  while (start > 0 && !isFilled(now[start - 1])) start -= 1;
  while (end > 0 && !isFilled(now[now.length - end])) end -= 1;
  return { start, end };
}

/** Frames are usually new objects. */
function isSame(a: PromptNode, b: PromptNode): boolean {
  return (
    a === b ||
    (a.type === 'text' &&
      b.type === 'text' &&
      a.origin.kind === 'frame' &&
      b.origin.kind === 'frame' &&
      a.value === b.value)
  );
}

function isFilled(node: PromptNode | undefined): boolean {
  return node?.type === 'section' && extentOf(node).length > 0;
}

const unknown: TextFacts = { text: '', found: [] };

/** Texts at the same position from the start or end are compared directly; only the rest is hashed. */
function adopt(before: readonly TextFacts[], texts: readonly string[]): readonly TextFacts[] {
  const shift = before.length - texts.length;
  const inPlace = texts.map((text, index) =>
    [before[index], before[index + shift]].find((each) => each?.text === text),
  );
  if (!inPlace.includes(undefined)) return inPlace.map((each) => each ?? unknown);
  const taken = new Set(inPlace);
  const left = new Map(before.flatMap((each) => (taken.has(each) ? [] : [[each.text, each]])));
  return texts.map((text, index) => inPlace[index] ?? left.get(text) ?? { text, found: [] });
}

function isFromMachineOrCut({ origin }: TextNode): boolean {
  return origin.kind === 'environment' || (origin.kind === 'file' && origin.change === 'truncated');
}
