/** The prompt as the editor shows it: the messages' texts one below the other, and the way between positions of both. */
import { layoutDocument, leafAt, type LeafSpan, type MessageLayout } from '../../shared/document/layout';
import type { NodeId, PromptDocument, PromptNode, SourceId } from '../../shared/document/types';
import { ShownText } from './shown-text';

export interface ShownMessage {
  readonly layout: MessageLayout;
  readonly text: ShownText;
  /** Where it starts and ends in the shown text. */
  readonly start: number;
  readonly end: number;
}

export interface ShownRange {
  readonly start: number;
  readonly end: number;
}

export class PromptText {
  readonly shown: string;
  readonly messages: readonly ShownMessage[];

  constructor(document: PromptDocument) {
    const messages: ShownMessage[] = [];
    const parts: string[] = [];
    let at = 0;
    const apart = nodesApart(document);
    for (const layout of layoutDocument(document)) {
      const text = new ShownText(layout.text, gapsOf(layout, apart));
      const { shown } = text;
      messages.push({ layout, text, start: at, end: at + shown.length });
      parts.push(shown);
      // One line end between two messages, which belongs to neither.
      at += shown.length + 1;
    }
    this.messages = messages;
    this.shown = parts.join('\n');
  }

  messageAt(shown: number): ShownMessage | undefined {
    return this.messages.find((message) => shown >= message.start && shown <= message.end);
  }

  /** The leaf under a shown position, and the position inside its message's own text. */
  leafAt(shown: number): { readonly leaf: LeafSpan; readonly offset: number; readonly message: ShownMessage } | undefined {
    const message = this.messageAt(shown);
    if (message === undefined) return undefined;
    const offset = message.text.toRaw(shown - message.start);
    const leaf = leafAt(message.layout, offset) ?? leafAt(message.layout, offset - 1);
    return leaf === undefined ? undefined : { leaf, offset, message };
  }

  rangeOf(id: NodeId): ShownRange | undefined {
    for (const message of this.messages) {
      const node = message.layout.nodes.find((each) => each.id === id);
      if (node !== undefined) return shownRange(message, node.start, node.end);
    }
    return undefined;
  }

  /**
   * Every place that what stands at `at` in a source file went to: verbatim text no further than `within` reaches, else all
   * that was made of it.
   */
  placesOf(source: SourceId, at: ShownRange, within: ShownRange): readonly ShownRange[] {
    const places: ShownRange[] = [];
    for (const message of this.messages) {
      for (const leaf of message.layout.leaves) {
        const { origin } = leaf;
        if (origin.kind !== 'file' || origin.source !== source) continue;
        const { span, change } = origin;
        if (span.start > at.end || at.start > span.end) continue;
        if (change !== undefined) places.push(shownRange(message, leaf.start, leaf.end));
        else if (Math.max(within.start, span.start) < Math.min(within.end, span.end)) {
          places.push(shownRange(message, leaf.start + Math.max(0, within.start - span.start), leaf.end - Math.max(0, span.end - within.end)));
        }
      }
    }
    return places;
  }

  /** A shown selection as ranges of the messages' own texts. */
  toMessageRanges(start: number, end: number): readonly { readonly message: NodeId; readonly start: number; readonly end: number }[] {
    return this.messages.flatMap((message) => {
      const from = Math.max(start, message.start);
      const to = Math.min(end, message.end);
      if (from >= to) return [];
      return [{ message: message.layout.message, start: message.text.toRaw(from - message.start), end: message.text.toRaw(to - message.start) }];
    });
  }
}

export function shownRange(message: ShownMessage, start: number, end: number): ShownRange {
  if (start === end) {
    const at = message.start + message.text.toShown(end, 'end');
    return { start: at, end: at };
  }
  return { start: message.start + message.text.toShown(start, 'start'), end: message.start + message.text.toShown(end, 'end') };
}

/** Sections that are content parts of their own, and what a breakpoint stands behind: they are shown on lines of their own. */
function nodesApart(document: PromptDocument): ReadonlySet<NodeId> {
  const apart = new Set<NodeId>(document.breakpoints.map((breakpoint) => breakpoint.after));
  const look = (node: PromptNode): void => {
    if (node.type !== 'section') return;
    if (node.part === true) apart.add(node.id);
    for (const child of node.children) look(child);
  };
  for (const message of document.messages) for (const child of message.children) look(child);
  return apart;
}

/** Where such a node begins or ends in the middle of a line. */
function gapsOf({ text, nodes }: MessageLayout, apart: ReadonlySet<NodeId>): readonly number[] {
  const edges = new Set<number>();
  for (const node of nodes) {
    if (node.start === node.end || !apart.has(node.id)) continue;
    edges.add(node.start);
    edges.add(node.end);
  }
  return [...edges].filter((at) => at > 0 && at < text.length && text[at - 1] !== '\n' && text[at - 1] !== '\r').toSorted((a, b) => a - b);
}
