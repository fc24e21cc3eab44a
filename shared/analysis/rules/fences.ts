import type { NodeId, Span } from '../../document/types';
import type { Chunk } from './chunks';
import { remembered } from './scan';

/** Code blocks of one message; `open` is the offset of a fence that is never closed, whose block runs to the end. */
export interface Fences {
  readonly spans: readonly Span[];
  readonly open?: number;
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\n]*)/gm;

const fenceLines = remembered((text) => {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  return [...text.matchAll(fenceLine)].map((match) => ({ offset: match.index, length: match[0].length, mark: match[1] ?? '', info: (match[2] ?? '').trim() }));
});

/** As CommonMark has it: a block ends with a fence of the same character, at least as long, with nothing behind it. */
export function fencesOf(context: { readonly chunks: readonly Chunk[] }): ReadonlyMap<NodeId, Fences> {
  const blocks = new Map<NodeId, { spans: Span[]; open: { readonly mark: string; readonly start: number } | undefined; end: number }>();
  let before: Chunk | undefined;
  for (const chunk of context.chunks) {
    const { length: end, message } = chunk.layout;
    const followsLineEnd = before?.layout !== chunk.layout || before.text.endsWith('\n');
    before = chunk;
    for (const { offset: inside, length, mark, info } of fenceLines(chunk)) {
      if (inside === 0 && !followsLineEnd) continue;
      const offset = chunk.start + inside;
      const state = blocks.get(message) ?? { spans: [], open: undefined, end };
      blocks.set(message, state);
      if (state.open === undefined) {
        if (mark.startsWith('~') || !info.includes('`')) state.open = { mark, start: offset };
      } else if (info === '' && mark[0] === state.open.mark[0] && mark.length >= state.open.mark.length) {
        state.spans.push({ start: state.open.start, end: offset + length });
        state.open = undefined;
      }
    }
  }
  return new Map(
    [...blocks].map(([message, { spans, open, end }]): [NodeId, Fences] => [message, open === undefined ? { spans } : { spans: [...spans, { start: open.start, end }], open: open.start }]),
  );
}

/** By binary search: the spans of a message are in order and do not overlap. */
export function isFenced(fences: ReadonlyMap<NodeId, Fences>, message: NodeId, offset: number): boolean {
  const spans = fences.get(message)?.spans ?? [];
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined || offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return true;
  }
  return false;
}

const inlineCode = /`[^`\n]+`/g;

/** A text with its inline code blanked out, so that offsets stay. */
export function withoutInlineCode(text: string): string {
  return text.includes('`') ? text.replaceAll(inlineCode, (code) => ' '.repeat(code.length)) : text;
}
