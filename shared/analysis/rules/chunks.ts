import { extentOf, sliceIn, type Parent } from '../../document/extent';
import type { LeafSpan, MessageLayout } from '../../document/layout';
import type { NodeId, PromptDocument, PromptMessage, PromptNode, TextNode } from '../../document/types';
import { visit } from '../../document/walk';
import { Repeats } from './repeats';

/** A text, and what each scanner found in it. One and the same object for the same text, run after run. */
export interface TextFacts {
  readonly text: string;
  /** By the number of the scanner. */
  readonly found: (readonly unknown[] | undefined)[];
}

/** A piece of a message's text that belongs to one section. */
export interface Chunk {
  readonly layout: MessageLayout;
  readonly message: PromptMessage;
  /** Offset in the message. */
  readonly start: number;
  readonly text: string;
  readonly facts: TextFacts;
}

export interface Chunked {
  /** The texts of all messages in pieces that stay the same when something else is edited. */
  readonly chunks: readonly Chunk[];
  /** By message: the leaves that came from the machine or were cut by a limit. */
  readonly special: readonly (readonly LeafSpan[])[];
}

/** What lies below a node; offsets are those of the node. */
interface Below {
  readonly starts: readonly number[];
  readonly facts: readonly TextFacts[];
  readonly special: readonly LeafSpan[];
  /** Sections and messages, itself included. */
  readonly parents: number;
}

/** A node as it was last. */
interface Seen {
  readonly children: readonly PromptNode[];
  readonly below: readonly (Below | undefined)[];
  /** The texts directly in it. */
  readonly own: readonly TextFacts[];
}

const nothingSeen: Seen = { children: [], below: [], own: [] };

/** Longer sections are cut at a blank line, so that an edit in a long file leaves most of its chunks as they are. */
const longChunk = 2048;

/**
 * Belongs to whoever lints again and again: a node that is still the same is not looked at again, and in another one of the
 * same id the texts that are still the same are not scanned again.
 */
export class LintMemo {
  readonly repeats = new Repeats();
  readonly #nodes = new WeakMap<Parent, Below>();
  readonly #last = new Map<NodeId, Seen>();

  chunk(document: PromptDocument, layouts: readonly MessageLayout[]): Chunked {
    const chunks: Chunk[] = [];
    let parents = 0;
    const special = document.messages.map((message, index): readonly LeafSpan[] => {
      const below = this.#below(message);
      const layout = layouts[index];
      parents += below.parents;
      if (layout !== undefined) for (const [at, facts] of below.facts.entries()) chunks.push({ layout, message, start: below.starts[at] ?? 0, text: facts.text, facts });
      return below.special;
    });
    if (this.#last.size > 2 * parents + 100) this.#forget(document);
    return { chunks, special };
  }

  #below(node: Parent): Below {
    const known = this.#nodes.get(node);
    if (known !== undefined) return known;
    const starts: number[] = [];
    const facts: TextFacts[] = [];
    const special: LeafSpan[] = [];
    const before = this.#last.get(node.id) ?? nothingSeen;
    const children: (Below | undefined)[] = [];
    const own: { readonly at: number; readonly text: string }[] = [];
    let [parents, runStart, runEnd] = [1, 0, 0];
    const endRun = (): void => {
      for (const { start, text } of cutRun(node, runStart, runEnd)) {
        own.push({ at: facts.length, text });
        starts.push(start);
        facts.push(unknown);
      }
    };
    const extent = extentOf(node);
    for (let index = 0; index < node.children.length; index += 1) {
      const child = node.children[index];
      const start = extent.starts[index] ?? 0;
      const end = extent.starts[index + 1] ?? extent.length;
      if (child?.type === 'text') {
        if (isSpecial(child)) special.push({ start, end, owner: node.id, tier: node.tier, origin: child.origin });
        runEnd = end;
      } else if (child?.type === 'section') {
        const below = (child === before.children[index] ? before.below[index] : undefined) ?? this.#below(child);
        children[index] = below;
        parents += below.parents;
        if (end === start) continue;
        endRun();
        runStart = runEnd = end;
        for (let at = 0; at < below.starts.length; at += 1) {
          starts.push(start + (below.starts[at] ?? 0));
          facts.push(below.facts[at] ?? unknown);
        }
        for (const each of below.special) special.push({ ...each, start: start + each.start, end: start + each.end });
      }
    }
    endRun();
    const factsOf = adopt(before.own, own.map(({ text }) => text));
    for (const [index, { at }] of own.entries()) facts[at] = factsOf[index] ?? unknown;
    this.#last.set(node.id, { children: node.children, below: children, own: factsOf });
    const made = { starts, facts, special, parents };
    this.#nodes.set(node, made);
    return made;
  }

  #forget(document: PromptDocument): void {
    const present = new Set<NodeId>();
    visit(document, ({ id }) => present.add(id));
    for (const id of this.#last.keys()) if (!present.has(id)) this.#last.delete(id);
  }
}

const unknown: TextFacts = { text: '', found: [] };

/** A text at the same place from the start or from the end is compared and not hashed; only others are looked up. */
function adopt(before: readonly TextFacts[], texts: readonly string[]): readonly TextFacts[] {
  const shift = before.length - texts.length;
  let byText: ReadonlyMap<string, TextFacts> | undefined;
  return texts.map((text, index) => {
    const [fromStart, fromEnd] = [before[index], before[index + shift]];
    if (fromStart?.text === text) return fromStart;
    if (fromEnd?.text === text) return fromEnd;
    byText ??= new Map(before.length < 3 ? [] : before.map((each) => [each.text, each]));
    return byText.get(text) ?? { text, found: [] };
  });
}

/** A stretch of leaves that belong to `node` itself, never put together as a whole. */
function cutRun(node: Parent, start: number, end: number): readonly { readonly start: number; readonly text: string }[] {
  const cuts: { readonly start: number; readonly text: string }[] = [];
  for (let from = start; from < end; ) {
    const blank = end - from <= longChunk ? -1 : blankLine(node, from + longChunk, end);
    const to = blank === -1 || blank + 2 >= end ? end : blank + 2;
    cuts.push({ start: from, text: sliceIn(node, from, to) });
    from = to;
  }
  return cuts;
}

/** Where the next blank line begins, or -1; the text is looked at in pieces that overlap by a character. */
function blankLine(node: Parent, from: number, end: number): number {
  for (let at = from, size = longChunk; at < end; at += size - 1, size *= 2) {
    const found = sliceIn(node, at, Math.min(end, at + size)).indexOf('\n\n');
    if (found !== -1) return at + found;
  }
  return -1;
}

function isSpecial({ origin }: TextNode): boolean {
  return origin.kind === 'environment' || (origin.kind === 'file' && origin.change === 'truncated');
}
