/**
 * The prompt as the editor shows it: the tools and the messages' texts one below the other, and the way between
 * positions of both.
 */
import { layoutMessage, leafAt, type LeafSpan, type MessageLayout } from '../../../shared/document/layout';
import { toolsMessage } from '../../../shared/document/tools-message';
import type { NodeId, PromptDocument, PromptMessage, SourceId, Span } from '../../../shared/document/types';
import { eachLeafFrom, eachSection, hasParts, hasReturns, spanOf } from './prompt-tree';
import { ShownText } from './shown-text';

export interface ShownMessage {
  readonly message: PromptMessage;
  readonly layout: MessageLayout;
  readonly text: ShownText;
  /** Offsets in the message's own text where Strata inserts a line end. */
  readonly gaps: readonly number[];
  /** Range in the shown text. */
  readonly start: number;
  readonly end: number;
}

/** The same text in the prompt and in its file. */
export interface LitText {
  /** In the prompt. */
  readonly places: readonly ShownRange[];
  /** In the file. */
  readonly spans: readonly Span[];
  readonly path: readonly (string | number)[] | undefined;
}

export interface ShownRange {
  readonly start: number;
  readonly end: number;
}

/** Whether a place is scrolled to: into the middle, only if it cannot be seen, or not. */
export type Reveal = 'centre' | 'if-hidden' | 'no';

type Read = Pick<PromptDocument, 'tools' | 'messages' | 'breakpoints'>;

export class PromptText {
  /** The tools, where there are some, are the first of them. */
  readonly messages: readonly ShownMessage[];
  readonly length: number;
  readonly #behind: string;
  #shown: string | undefined;

  /** With the text `before`, only the messages that changed since are read. */
  constructor({ tools, messages, breakpoints }: Read, before?: PromptText) {
    const behind = new Set(breakpoints.map((breakpoint) => breakpoint.after));
    this.#behind = [...behind].join('\n');
    const earlier = new Map(
      before !== undefined && before.#behind === this.#behind
        ? before.messages.map((each) => [each.message, each])
        : [],
    );
    let at = 0;
    const all = tools.length === 0 ? messages : [toolsMessage(tools), ...messages];
    this.messages = all.map((message) => {
      const same = earlier.get(message);
      const shown = same?.start === at ? same : place(message, at, same ?? readMessage(message, behind));
      // One line end between two messages. It belongs to neither.
      at = shown.end + 1;
      return shown;
    });
    this.length = Math.max(0, at - 1);
  }

  get shown(): string {
    this.#shown ??= this.messages.map(({ text }) => text.shown).join('\n');
    return this.#shown;
  }

  /** A part of one message, without the rest. */
  slice(start: number, end: number): string {
    const message = this.messageAt(start);
    return message?.text.slice(start - message.start, Math.min(end, message.end) - message.start) ?? '';
  }

  messageAt(shown: number): ShownMessage | undefined {
    const message = this.messages[this.indexAt(shown)];
    return message !== undefined && shown >= message.start && shown <= message.end ? message : undefined;
  }

  /** Index of the last message that starts at or before `shown`; 0 if there is none. */
  indexAt(shown: number): number {
    let low = 0;
    let high = this.messages.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.messages[middle]?.start ?? 0) <= shown) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The leaf at a shown position, and that position in its message's own text. */
  leafAt(
    shown: number,
  ): { readonly leaf: LeafSpan; readonly offset: number; readonly message: ShownMessage } | undefined {
    const message = this.messageAt(shown);
    if (message === undefined) return undefined;
    const offset = message.text.toRaw(shown - message.start);
    const leaf = leafAt(message.layout, offset) ?? leafAt(message.layout, offset - 1);
    return leaf === undefined ? undefined : { leaf, offset, message };
  }

  rangeOf(id: NodeId): ShownRange | undefined {
    for (const message of this.messages) {
      const span = spanOf(message.message, id);
      if (span !== undefined) return shownRange(message, span.start, span.end);
    }
    return undefined;
  }

  /**
   * Every place in the prompt that comes from `at` in a source file. Verbatim text is limited to `within`; of other
   * text, all that was made from it is returned.
   */
  placesOf(source: SourceId, at: ShownRange, within: ShownRange): readonly ShownRange[] {
    return this.litBy(source, at, within).places;
  }

  /** Same, with the spans of the file that are there, and the place inside the file as its format names it. */
  litBy(source: SourceId, at: ShownRange, within: ShownRange): LitText {
    const places: ShownRange[] = [];
    const spans: Span[] = [];
    let path: readonly (string | number)[] | undefined;
    for (const message of this.messages) {
      eachLeafFrom(message.message, source, ({ origin, value }, start) => {
        if (origin.kind !== 'file') return;
        const { span, change } = origin;
        const end = start + value.length;
        if (span.start > at.end || at.start > span.end) return;
        path ??= origin.path;
        if (change !== undefined) {
          places.push(shownRange(message, start, end));
          spans.push(span);
        } else if (Math.max(within.start, span.start) < Math.min(within.end, span.end)) {
          spans.push({ start: Math.max(within.start, span.start), end: Math.min(within.end, span.end) });
          places.push(
            shownRange(
              message,
              start + Math.max(0, within.start - span.start),
              end - Math.max(0, span.end - within.end),
            ),
          );
        }
      });
    }
    return { places, spans, path };
  }

  /** Maps a shown selection to ranges of the messages' own texts. */
  toMessageRanges(
    start: number,
    end: number,
  ): readonly { readonly message: NodeId; readonly start: number; readonly end: number }[] {
    return this.messages.flatMap((message) => {
      const from = Math.max(start, message.start);
      const to = Math.min(end, message.end);
      if (from >= to) return [];
      return [
        {
          message: message.layout.message,
          start: message.text.toRaw(from - message.start),
          end: message.text.toRaw(to - message.start),
        },
      ];
    });
  }
}

export function shownRange(message: ShownMessage, start: number, end: number): ShownRange {
  if (start === end) {
    const at = message.start + message.text.toShown(end, 'end');
    return { start: at, end: at };
  }
  return {
    start: message.start + message.text.toShown(start, 'start'),
    end: message.start + message.text.toShown(end, 'end'),
  };
}

type ReadMessage = Pick<ShownMessage, 'layout' | 'text' | 'gaps'>;

function place(message: PromptMessage, start: number, { layout, text, gaps }: ReadMessage): ShownMessage {
  return { message, layout, text, gaps, start, end: start + text.length };
}

function readMessage(message: PromptMessage, behind: ReadonlySet<NodeId>): ReadMessage {
  const layout = layoutMessage(message);
  const gaps = gapsOf(message, layout, behind);
  return { layout, text: new ShownText(layout, gaps, hasReturns(message)), gaps };
}

/**
 * Content parts and nodes with a breakpoint behind them are shown on lines of their own. Returns the places where such
 * a node begins or ends in the middle of a line.
 */
function gapsOf(message: PromptMessage, layout: MessageLayout, behind: ReadonlySet<NodeId>): readonly number[] {
  if (behind.size === 0 && !hasParts(message)) return [];
  const edges = new Set<number>();
  eachSection(message, 0, layout.length, ({ id, block }, start, end) => {
    if (start === end || (block === undefined && !behind.has(id))) return;
    edges.add(start);
    edges.add(end);
  });
  const inLine = (at: number): boolean => at > 0 && at < layout.length && !/[\r\n]/.test(layout.slice(at - 1, at));
  return [...edges].filter(inLine).toSorted((a, b) => a - b);
}
