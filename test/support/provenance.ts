import { expect } from 'vitest';
import type { SourceId, Span, TextNode } from '../../shared/document/types';

/** A leaf that claims to be an unchanged slice of its file. */
export interface VerbatimLeaf {
  readonly value: string;
  readonly source: SourceId;
  readonly span: Span;
}

export function verbatimLeaves(leaves: readonly Pick<TextNode, 'value' | 'origin'>[]): readonly VerbatimLeaf[] {
  return leaves.flatMap(({ value, origin }) =>
    origin.kind === 'file' && origin.change === undefined ? [{ value, source: origin.source, span: origin.span }] : [],
  );
}

/** Checks that every verbatim leaf equals its slice of `text`. */
export function expectVerbatim(leaves: readonly Pick<TextNode, 'value' | 'origin'>[], text: string): void {
  for (const { value, span } of verbatimLeaves(leaves)) expect(text.slice(span.start, span.end)).toBe(value);
}
