/** What a rule may ask of the texts of a document: what stands where, however the texts are kept. */
import type { MessageLayout } from '../../document/layout';
import type { NodeId, PromptMessage } from '../../document/types';

/** Something a scan found. */
export interface Hit {
  /** In the text it was given, in UTF-16 code units. */
  readonly offset: number;
}

/**
 * Looks through a stretch of text: a whole section, or paragraphs of a long one. It depends on that text alone, and is
 * defined once, because what it found in a text is kept for it.
 */
export type Scan<T extends Hit> = (text: string) => readonly T[];

export interface TextPlace {
  readonly message: PromptMessage;
  readonly layout: MessageLayout;
  /** In the message. */
  readonly offset: number;
}

export type Found<T extends Hit> = T & TextPlace;

/** Nobody reads as many of one kind, and a text can be made of nothing else. */
export const mostHits = 2000;

export interface Texts {
  /** What the scan finds in all messages, in their order. */
  find<T extends Hit>(scan: Scan<T>): readonly Found<T>[];
  /** The first `mostHits` of them that are accepted: for a rule that has a problem for each. */
  findFirst<T extends Hit>(scan: Scan<T>, accepts?: (found: Found<T>) => boolean): readonly Found<T>[];
  /** The same, but only hits whose `text` is found more than once. */
  findRepeated<T extends Hit & { readonly text: string }>(scan: Scan<T>): readonly Found<T>[];
  /** Whether a place stands in a fenced code block. */
  isCode(place: TextPlace): boolean;
  /** Offset of a code fence that is opened in this message and never closed. */
  openFence(message: NodeId): number | undefined;
}
