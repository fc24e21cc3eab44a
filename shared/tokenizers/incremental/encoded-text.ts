import { sharedTextEnds, type SharedEnds } from '../../document/shared-ends';
import type { Encoded, TextView } from '../types';
import { cutChunks, type Cut, type PieceCounter } from './cut-chunks';

const never = (): boolean => false;

const nothing: SharedEnds = { start: 0, end: 0 };

/**
 * The text as chunks between safe cuts, by where each starts: in the text, and in tokens; the last entry is the end of
 * both. No chunk holds its text: a slice would keep every text it was ever cut from in memory.
 */
export interface Chunks {
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly sums: Uint32Array<ArrayBuffer>;
}

/**
 * What an edit inside of one chunk does to all that follow: they start `by` characters and `more` tokens later. Keys
 * mostly fall into the chunk of the last one, and then the chunks need not be written anew.
 */
interface Moved {
  /** Chunks behind this one are moved. */
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
  /** Not there when the places of all tokens are known. */
  readonly #counter: PieceCounter | undefined;
  /** Where a chunk's tokens start, from its own start; found when somebody asks for a place inside it. */
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

  /** Where chunks from `start` to before `end` begin, written from `at` on, `by` characters and `more` tokens later. */
  copyChunks(start: number, end: number, into: Chunks, at: number, by = 0, more = 0): void {
    const { offsets, sums } = this.#chunks;
    const moved = this.#moved;
    for (let index = start; index < end; index += 1) {
      const isMoved = index > moved.after;
      into.offsets[at + index - start] = (offsets[index] ?? 0) + by + (isMoved ? moved.by : 0);
      into.sums[at + index - start] = (sums[index] ?? 0) + more + (isMoved ? moved.more : 0);
    }
  }

  /** This text with another chunk in the place of one, if that can be told without writing all chunks anew. */
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

  /** Places are mostly asked for in order: the chunk of the last one, or the next, has most of them. */
  #chunkNear(offset: number): number {
    const near = this.#near;
    if (offset < this.chunkStart(near) || offset >= this.chunkStart(near + 1)) {
      const isNext = offset >= this.chunkStart(near + 1) && offset < this.chunkStart(near + 2);
      this.#near = isNext ? near + 1 : this.chunkAt(offset);
    }
    return this.#near;
  }

  /** The index of the chunk that holds the character at `offset`, or the last one. */
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

  /** The index of the first chunk that begins behind `offset`; the number of chunks when none does. */
  chunkAfter(offset: number): number {
    if (this.count === 0 || this.chunkStart(0) > offset) return 0;
    return this.chunkAt(offset) + 1;
  }

  chunkStart(index: number): number {
    const start = this.#chunks.offsets[index];
    return start === undefined ? this.text.length : index > this.#moved.after ? start + this.#moved.by : start;
  }

  /** Tokens before a chunk. */
  tokensAt(index: number): number {
    const tokens = this.#chunks.sums[index] ?? 0;
    return index > this.#moved.after ? tokens + this.#moved.more : tokens;
  }

  /** Of every chunk, one after another. */
  allStarts(): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(this.total);
    for (let index = 0; index < this.count; index += 1) all.set(this.#startsOf(index), this.tokensAt(index));
    return all;
  }

  #startsOf(index: number): Uint32Array {
    const known = this.starts[index];
    if (known !== undefined) return known;
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

/** How many of the ascending numbers are below `limit`. */
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
 * Encodes a text, or only what lies between the ends it shares with `previous` (`same` of them is known). A cut that
 * was safe stays safe when the characters its safety rests on are the same: the one before it and, after it, those up
 * to the first visible one. So of the new text only the stretch between two such cuts is looked at. When it is stopped,
 * the result is that of the text up to a safe cut, and the next call can go on.
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
  // The next key is mostly where the last one was.
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

/** The chunks of `previous` before `first`, those that were cut anew, and its chunks from `tail` on, moved. */
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
