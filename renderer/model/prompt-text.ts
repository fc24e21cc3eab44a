/** The prompt as the editor shows it: the messages' texts one below the other, and the way between positions of both. */
import { layoutDocument, leafAt, type LeafSpan, type MessageLayout } from '../../shared/document/layout';
import type { NodeId, PromptDocument, SourceId } from '../../shared/document/types';
import { LineEnds } from './line-ends';

export interface ShownMessage {
  readonly layout: MessageLayout;
  readonly lineEnds: LineEnds;
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
    for (const layout of layoutDocument(document)) {
      const lineEnds = new LineEnds(layout.text);
      const { shown } = lineEnds;
      messages.push({ layout, lineEnds, start: at, end: at + shown.length });
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
    const offset = message.lineEnds.toRaw(shown - message.start);
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

  /** Every place a position of a source file went to. */
  placesOf(source: SourceId, start: number, end: number): readonly ShownRange[] {
    const places: ShownRange[] = [];
    for (const message of this.messages) {
      for (const leaf of message.layout.leaves) {
        const { origin } = leaf;
        if (origin.kind !== 'file' || origin.source !== source) continue;
        if (origin.span.start <= end && start <= origin.span.end) places.push(shownRange(message, leaf.start, leaf.end));
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
      return [{ message: message.layout.message, start: message.lineEnds.toRaw(from - message.start), end: message.lineEnds.toRaw(to - message.start) }];
    });
  }
}

export function shownRange(message: ShownMessage, start: number, end: number): ShownRange {
  return { start: message.start + message.lineEnds.toShown(start), end: message.start + message.lineEnds.toShown(end) };
}
