import type { NodeId, Span } from '../../document/types';
import type { MessageChunks } from './chunks';
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
export function fencesOf(context: { readonly chunks: readonly MessageChunks[] }): ReadonlyMap<NodeId, Fences> {
  const all = new Map<NodeId, Fences>();
  for (const { layout, starts, facts } of context.chunks) {
    const spans: Span[] = [];
    let open: { readonly mark: string; readonly start: number } | undefined;
    for (let index = 0; index < facts.length; index += 1) {
      const each = facts[index];
      const lines = each === undefined ? [] : fenceLines(each);
      if (lines.length === 0) continue;
      for (const { offset: inside, length, mark, info } of lines) {
        if (inside === 0 && index > 0 && facts[index - 1]?.text.endsWith('\n') !== true) continue;
        const offset = (starts[index] ?? 0) + inside;
        if (open === undefined) {
          if (mark.startsWith('~') || !info.includes('`')) open = { mark, start: offset };
        } else if (info === '' && mark[0] === open.mark[0] && mark.length >= open.mark.length) {
          spans.push({ start: open.start, end: offset + length });
          open = undefined;
        }
      }
    }
    if (open !== undefined) all.set(layout.message, { spans: [...spans, { start: open.start, end: layout.length }], open: open.start });
    else if (spans.length > 0) all.set(layout.message, { spans });
  }
  return all;
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
