/**
 * The fenced code blocks of a message, by the chunks they begin and end in. After an edit only new chunks are parsed,
 * and the chunks after them until the same block is open as before.
 */
import type { MessageChunks, TextFacts } from './lint-memo';
import { foundIn, fromBefore, hitsOf } from './scan';

/** The position of a fence: the index of its chunk, and the offset in it. */
interface Place {
  readonly chunk: number;
  readonly inside: number;
}

/** A fence that is not closed yet. */
export interface OpenBlock {
  readonly mark: string;
  readonly from: Place;
}

/** `until` is the end of the closing fence. */
export interface Block extends OpenBlock {
  readonly until: Place;
}

/** In order. `open` comes after all of them and is never closed. */
export interface Blocks {
  readonly closed: readonly Block[];
  readonly open: OpenBlock | undefined;
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\n]*)/gm;

interface FenceLine {
  readonly offset: number;
  readonly length: number;
  readonly mark: string;
  readonly info: string;
}

const linesOf = hitsOf((text): readonly FenceLine[] => {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  // Twenty characters for each. An even number, so that a text of nothing but fences leaves none open.
  const most = 100 + 2 * Math.floor(text.length / 40);
  const lines: FenceLine[] = [];
  for (const match of text.matchAll(fenceLine)) {
    lines.push({
      offset: match.index,
      length: match[0].length,
      mark: match[1] ?? '',
      info: (match[2] ?? '').trim(),
    });
    if (lines.length === most) break;
  }
  return lines;
});

const withFences = foundIn((facts) => linesOf(facts).length > 0);

/** The start of a chunk is not the start of a line if the previous chunk ends within one. */
function linesAt(facts: readonly TextFacts[], chunk: number): readonly FenceLine[] {
  const lines = linesOf(facts[chunk] ?? { text: '', found: [] });
  const isCutOff = lines[0]?.offset === 0 && chunk > 0 && facts[chunk - 1]?.text.endsWith('\n') !== true;
  return isCutOff ? lines.slice(1) : lines;
}

/** As in CommonMark: a block ends with a fence of the same character, at least as long, with nothing after it. */
function follow(
  lines: readonly FenceLine[],
  chunk: number,
  given: OpenBlock | undefined,
  closed: Block[],
): OpenBlock | undefined {
  let open = given;
  for (const { offset, length, mark, info } of lines) {
    if (open === undefined) {
      if (mark.startsWith('~') || !info.includes('`')) open = { mark, from: { chunk, inside: offset } };
    } else if (info === '' && mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      closed.push({ ...open, until: { chunk, inside: offset + length } });
      open = undefined;
    }
  }
  return open;
}

export const blocksOf = fromBefore((chunks: MessageChunks, last: Blocks | undefined): Blocks => {
  const { facts, before } = chunks;
  const indexes = withFences(chunks);
  const followAll = (
    from: number,
    to: number,
    given: OpenBlock | undefined,
    closed: Block[],
  ): OpenBlock | undefined => {
    let open = given;
    for (const index of indexes)
      if (index >= from && index < to) open = follow(linesAt(facts, index), index, open, closed);
    return open;
  };
  if (before === undefined || last === undefined) {
    const closed: Block[] = [];
    return { open: followAll(0, facts.length, undefined, closed), closed };
  }
  const moved = facts.length - before.facts.length;
  // Whether the first chunk after the new ones starts a line depends on the last new one.
  const resume = Math.min(facts.length, facts.length - before.end + 1);
  const start = stateAt(last, before.start);
  const closed = last.closed.slice(0, start.closed);
  const open = followAll(before.start, resume, start.open, closed);
  const then = stateAt(last, resume - moved);
  if (!isSameOpen(open, then.open, before.start))
    return { open: followAll(resume, facts.length, open, closed), closed };
  const move = (place: Place): Place =>
    place.chunk < before.start ? place : { chunk: place.chunk + moved, inside: place.inside };
  const rest = last.closed.slice(then.closed);
  for (const block of rest)
    closed.push(moved === 0 ? block : { mark: block.mark, from: move(block.from), until: move(block.until) });
  return {
    closed,
    open: last.open === undefined || moved === 0 ? last.open : { mark: last.open.mark, from: move(last.open.from) },
  };
});

/** The state before chunk `at`: how many blocks are closed, and which one is open. */
function stateAt(
  { closed, open }: Blocks,
  at: number,
): { readonly closed: number; readonly open: OpenBlock | undefined } {
  let low = 0;
  let high = closed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closed[middle]?.until.chunk ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const next = closed[low] ?? open;
  return { closed: low, open: next !== undefined && next.from.chunk < at ? next : undefined };
}

/** True if no block is open in both, or the same one that begins before `start`, where nothing changed. */
function isSameOpen(now: OpenBlock | undefined, before: OpenBlock | undefined, start: number): boolean {
  if (now === undefined || before === undefined) return now === before;
  const { from } = now;
  return from.chunk < start && from.chunk === before.from.chunk && from.inside === before.from.inside;
}
