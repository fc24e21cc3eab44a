import type { NodeId, Span } from '../../document/types';
import type { MessageChunks } from './chunks';
import { foundIn, remembered } from './scan';

/** Code blocks of one message; `open` is the offset of a fence that is never closed, whose block runs to the end. */
export interface Fences {
  readonly spans: readonly Span[];
  readonly open?: number;
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\n]*)/gm;

interface FenceLine {
  readonly offset: number;
  readonly length: number;
  readonly mark: string;
  readonly info: string;
}

function linesIn(text: string): readonly FenceLine[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  return [...text.matchAll(fenceLine)].map((match) => ({ offset: match.index, length: match[0].length, mark: match[1] ?? '', info: (match[2] ?? '').trim() }));
}

/** A fence that was opened and not closed yet. */
interface Open {
  readonly mark: string;
  readonly start: number;
}

/** As CommonMark has it: a block ends with a fence of the same character, at least as long, with nothing behind it. */
function follow(lines: readonly FenceLine[], from: number, given: Open | undefined, spans: Span[]): Open | undefined {
  let open = given;
  for (const { offset: inside, length, mark, info } of lines) {
    const offset = from + inside;
    if (open === undefined) {
      if (mark.startsWith('~') || !info.includes('`')) open = { mark, start: offset };
    } else if (info === '' && mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      spans.push({ start: open.start, end: offset + length });
      open = undefined;
    }
  }
  return open;
}

/** The blocks of a text before which none is open; most end where they began, so that they are the same wherever the text stands. */
const ownBlocks = remembered((text): readonly { readonly lines: readonly FenceLine[]; readonly spans: readonly Span[]; readonly open: Open | undefined }[] => {
  const lines = linesIn(text);
  if (lines.length === 0) return [];
  const spans: Span[] = [];
  return [{ lines, open: follow(lines, 0, undefined, spans), spans }];
});

const withFences = foundIn((facts) => ownBlocks(facts).length > 0);

export function fencesOf(context: { readonly chunks: readonly MessageChunks[] }): ReadonlyMap<NodeId, Fences> {
  const all = new Map<NodeId, Fences>();
  for (const chunks of context.chunks) {
    const { layout, starts, facts } = chunks;
    const spans: Span[] = [];
    let open: Open | undefined;
    for (const index of withFences(chunks)) {
      const each = facts[index];
      const own = each === undefined ? undefined : ownBlocks(each)[0];
      if (own === undefined) continue;
      const start = starts[index] ?? 0;
      // What begins a chunk begins no line when the chunk before ends within one.
      const isCutOff = own.lines[0]?.offset === 0 && index > 0 && facts[index - 1]?.text.endsWith('\n') !== true;
      if (open !== undefined || own.open !== undefined || isCutOff) open = follow(isCutOff ? own.lines.slice(1) : own.lines, start, open, spans);
      else for (const span of own.spans) spans.push({ start: start + span.start, end: start + span.end });
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
