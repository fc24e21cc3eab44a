import { sharedTextEnds, type SharedEnds } from '../../basics/shared-ends';
import type { Encoded, TextView } from '../types';
import { cutChunks, type Cut, type PieceCounter } from './cut-chunks';

const never = (): boolean => false;

const nothing: SharedEnds = { start: 0, end: 0 };

/**
 * The chunks between safe cuts, as start offsets in characters and in tokens; the last entry is the end of both. Chunks
 * do not hold their text: a slice would keep every earlier text in memory.
 */
export interface Chunks {
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly sums: Uint32Array<ArrayBuffer>;
}

/**
 * The shift after an edit inside one chunk: all following chunks start `by` characters and `more` tokens later. Most
 * keystrokes hit the same chunk as the last one, so the chunk arrays need not be rewritten.
 */
interface Moved {
  /** Chunks after this index are shifted. */
  readonly after: number;
  readonly by: number;
  readonly more: number;
}

const unmoved: Moved = { after: 0, by: 0, more: 0 };

export class EncodedText implements Encoded {
  readonly text: TextView;
  readonly total: number;
  readonly kept: SharedEnds | undefined;
  readonly #chunks: Chunks;
  readonly #moved: Moved;
  /** Absent if the offsets of all tokens are known. */
  readonly #counter: PieceCounter | undefined;
  /** Where a chunk's tokens start, relative to the chunk; computed on demand. */
  readonly starts: (Uint32Array | undefined)[];
  #near = 0;

  constructor(
    counter: PieceCounter | undefined,
    text: TextView,
    chunks: Chunks,
    starts: (Uint32Array | undefined)[] = [],
    kept?: SharedEnds,
    moved: Moved = unmoved,
  ) {
    this.#counter = counter;
    this.text = text;
    this.#chunks = chunks;
    this.#moved = moved;
    this.starts = starts;
    this.kept = kept;
    this.total = this.tokensAt(this.count);
  }

  get count(): number {
    return this.#chunks.offsets.length - 1;
  }

  chunks(): Chunks {
    if (this.#moved === unmoved) return this.#chunks;
    const length = this.count + 1;
    const chunks: Chunks = { offsets: new Uint32Array(length), sums: new Uint32Array(length) };
    this.copyChunks(0, length, chunks, 0);
    return chunks;
  }

  /** Copies the starts of chunks `start` to `end` (exclusive) to `at`, shifted by `by` characters and `more` tokens. */
  copyChunks(start: number, end: number, into: Chunks, at: number, by = 0, more = 0): void {
    const { offsets, sums } = this.#chunks;
    const moved = this.#moved;
    for (let index = start; index < end; index += 1) {
      const isMoved = index > moved.after;
      into.offsets[at + index - start] = (offsets[index] ?? 0) + by + (isMoved ? moved.by : 0);
      into.sums[at + index - start] = (sums[index] ?? 0) + more + (isMoved ? moved.more : 0);
    }
  }

  /** Returns this text with one chunk replaced, if that needs no rewrite of all chunks. */
  withChunk(
    index: number,
    { ends, tokens }: Cut,
    text: TextView,
    starts: (Uint32Array | undefined)[],
    kept: SharedEnds,
  ): EncodedText | undefined {
    const moved = this.#moved;
    const [end, sum] = [ends[0], tokens[0]];
    if (ends.length !== 1 || end === undefined || sum === undefined || (moved !== unmoved && moved.after !== index))
      return undefined;
    const by = moved.by + end - this.chunkStart(index + 1);
    const more = moved.more + sum - (this.tokensAt(index + 1) - this.tokensAt(index));
    return new EncodedText(this.#counter, text, this.#chunks, starts, kept, { after: index, by, more });
  }

  tokensBefore(offset: number): number {
    if (offset >= this.text.length) return this.total;
    const index = this.#chunkNear(offset);
    const inside = offset - this.chunkStart(index);
    const before = this.tokensAt(index);
    return inside <= 0 ? before : before + countBelow(this.#startsOf(index), inside);
  }

  /** Offsets are mostly requested in order, so try the last chunk and the next one first. */
  #chunkNear(offset: number): number {
    const near = this.#near;
    if (offset < this.chunkStart(near) || offset >= this.chunkStart(near + 1)) {
      const isNext = offset >= this.chunkStart(near + 1) && offset < this.chunkStart(near + 2);
      this.#near = isNext ? near + 1 : this.chunkAt(offset);
    }
    return this.#near;
  }

  /** Returns the index of the chunk that holds the character at `offset`, or the last one. */
  chunkAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chunkStart(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the index of the first chunk that starts after `offset`, or the number of chunks. */
  chunkAfter(offset: number): number {
    if (this.count === 0 || this.chunkStart(0) > offset) return 0;
    return this.chunkAt(offset) + 1;
  }

  chunkStart(index: number): number {
    const start = this.#chunks.offsets[index];
    return start === undefined ? this.text.length : index > this.#moved.after ? start + this.#moved.by : start;
  }

  /** Returns the number of tokens before a chunk. */
  tokensAt(index: number): number {
    const tokens = this.#chunks.sums[index] ?? 0;
    return index > this.#moved.after ? tokens + this.#moved.more : tokens;
  }

  /** The token starts of all chunks, concatenated. */
  allStarts(): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(this.total);
    for (let index = 0; index < this.count; index += 1) all.set(this.#startsOf(index), this.tokensAt(index));
    return all;
  }

  #startsOf(index: number): Uint32Array {
    const cached = this.starts[index];
    if (cached !== undefined) return cached;
    const counter = this.#counter;
    if (counter === undefined) throw new Error('An encoded text came without its tokens');
    const starts: number[] = [];
    const chunk = this.text.slice(this.chunkStart(index), this.chunkStart(index + 1));
    for (let at = 0; at < chunk.length;) {
      const end = counter.pieceEnd(chunk, at);
      counter.pushStarts(starts, chunk, at, end, 0);
      at = end;
    }
    const made = Uint32Array.from(starts);
    this.starts[index] = made;
    return made;
  }
}

/** Returns how many of the ascending numbers are below `limit`. */
function countBelow(ascending: Uint32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Encodes a text, or only the part between the ends that it shares with `previous` (`same` is the part of them already
 * known). A safe cut stays safe if the characters that decide it are unchanged: the one before it, and those after it
 * up to the first visible one. So only the range between two such cuts is encoded again. If stopped, the result covers
 * the text up to a safe cut, and the next call can continue.
 */
export function encodeText(
  counter: PieceCounter,
  text: TextView,
  previous?: EncodedText,
  isStopped: () => boolean = never,
  same: SharedEnds = nothing,
): EncodedText {
  if (previous === undefined) {
    const whole = text.toString();
    const cut = cutChunks(counter, whole, 0, isStopped);
    return new EncodedText(
      counter,
      cut.end === whole.length ? text : whole.slice(0, cut.end),
      joined(undefined, 0, cut, 0),
    );
  }
  const [before, now] = [
    previous.text.slice(same.start, previous.text.length - same.end),
    text.slice(same.start, text.length - same.end),
  ];
  // The next keystroke is mostly near the last one.
  const inner = sharedTextEnds(before, now, {
    start: Math.max(0, (previous.kept?.start ?? 0) - same.start),
    end: Math.max(0, (previous.kept?.end ?? 0) - same.end),
  });
  if (before.length === now.length && inner.start === now.length) return previous;
  const [start, end] = [same.start + inner.start, same.end + inner.end];
  const shift = text.length - previous.text.length;
  const tail = previous.chunkAfter(previous.text.length - end);
  const until = previous.chunkStart(tail) + shift;
  let first = previous.chunkAt(start);
  while (first > 0 && !counter.isSafeCut(text.slice(previous.chunkStart(first) - 1, until), 1)) first -= 1;
  const from = previous.chunkStart(first);
  const cut = cutChunks(counter, text.slice(from, until), from, isStopped);
  if (cut.end < until)
    return new EncodedText(
      counter,
      text.slice(0, cut.end),
      joined(previous, first, cut, previous.count),
      previous.starts.slice(0, first),
    );
  const starts = previous.starts.slice(0, first);
  starts.length = first + cut.ends.length;
  for (let index = tail; index < previous.starts.length; index += 1)
    starts[first + cut.ends.length + index - tail] = previous.starts[index];
  const kept: SharedEnds = { start: from, end: text.length - until };
  const inPlace = tail === first + 1 ? previous.withChunk(first, cut, text, starts, kept) : undefined;
  return inPlace ?? new EncodedText(counter, text, joined(previous, first, cut, tail), starts, kept);
}

/**
 * Joins the chunks of `previous` before `first`, the new chunks, and the chunks of `previous` from `tail` on, shifted.
 */
function joined(previous: EncodedText | undefined, first: number, { ends, tokens }: Cut, tail: number): Chunks {
  const kept = previous === undefined ? 0 : previous.count - tail;
  const offsets = new Uint32Array(first + ends.length + kept + 1);
  const sums = new Uint32Array(offsets.length);
  const chunks: Chunks = { offsets, sums };
  previous?.copyChunks(0, first + 1, chunks, 0);
  let at = first;
  for (let index = 0; index < ends.length; index += 1) {
    offsets[at + 1] = ends[index] ?? 0;
    sums[at + 1] = (sums[at] ?? 0) + (tokens[index] ?? 0);
    at += 1;
  }
  if (previous === undefined || kept === 0) return chunks;
  previous.copyChunks(
    tail + 1,
    tail + 1 + kept,
    chunks,
    at + 1,
    (offsets[at] ?? 0) - previous.chunkStart(tail),
    (sums[at] ?? 0) - previous.tokensAt(tail),
  );
  return chunks;
}
