/** How rules query the texts of a document, independent of how these are stored. */
import type { MessageLayout } from '../../document/layout';
import type { NodeId, PromptMessage } from '../../document/types';

/** Something a scan found. */
export interface Hit {
  /** In the scanned text, in UTF-16 code units. */
  readonly offset: number;
}

/**
 * Scans a text: a whole section, or some paragraphs of a long one. Must depend on that text alone. Define each scan
 * once: results are cached by the function's identity.
 */
export type Scan<T extends Hit> = (text: string) => readonly T[];

export interface TextPlace {
  readonly message: PromptMessage;
  readonly layout: MessageLayout;
  /** Offset in the message. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & TextPlace;

/** Nobody reads as many of one kind, and a text can be made of nothing else. */
export const mostHits = 2000;

export interface Texts {
  /** What the scan finds in all messages, in order. */
  find<T extends Hit>(scan: Scan<T>): readonly Found<T>[];
  /** The first `mostHits` of them that are accepted: for a rule that has a problem for each. */
  findFirst<T extends Hit>(scan: Scan<T>, accepts?: (found: Found<T>) => boolean): readonly Found<T>[];
  /** The same, but only hits whose `text` is found more than once. */
  findRepeated<T extends Hit & { readonly text: string }>(scan: Scan<T>): readonly Found<T>[];
  /** True in a fenced code block. */
  isCode(place: TextPlace): boolean;
  /** Offset of an unclosed code fence in this message. */
  openFence(message: NodeId): number | undefined;
}
