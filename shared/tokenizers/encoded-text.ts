import { commonEnds } from './common-ends';
import { isSafeCut } from './safe-cut';
import type { Encoded } from './types';

/** A stretch between two safe cuts. It holds no text: a slice would keep every text it was ever cut from in memory. */
export interface Chunk {
  readonly length: number;
  readonly tokens: number;
  /** Where its tokens start, from its own start; found when somebody asks for a place inside it. */
  starts?: Uint32Array;
}

/** What a vocabulary can do with a stretch of a text that begins and ends at a piece's end. */
export interface PieceCounter {
  /** Tokens of the piece at `from`. */
  count(text: string, from: number, to: number): number;
  pieceEnd(text: string, at: number): number;
  /** Appends the offsets of the piece's tokens, less `base`. */
  pushStarts(into: number[], text: string, from: number, to: number, base: number): void;
}

/** A chunk is cut at the first safe place after this many characters: small enough to count again at each keystroke. */
const chunkSize = 192;

const never = (): boolean => false;

/** The text as chunks, whose sums answer where any token stands. */
export class EncodedText implements Encoded {
  readonly text: string;
  readonly total: number;
  readonly chunks: readonly Chunk[];
  readonly #counter: PieceCounter;
  readonly #offsets: Uint32Array;
  readonly #sums: Uint32Array;
  #near = 0;

  constructor(counter: PieceCounter, text: string, chunks: readonly Chunk[]) {
    this.#counter = counter;
    this.text = text;
    this.chunks = chunks;
    this.#offsets = new Uint32Array(chunks.length + 1);
    this.#sums = new Uint32Array(chunks.length + 1);
    let offset = 0;
    let sum = 0;
    for (let index = 0; index < chunks.length; index += 1) {
      offset += chunks[index]?.length ?? 0;
      sum += chunks[index]?.tokens ?? 0;
      this.#offsets[index + 1] = offset;
      this.#sums[index + 1] = sum;
    }
    this.total = sum;
  }

  tokensBefore(offset: number): number {
    if (offset >= this.text.length) return this.total;
    const index = this.#chunkNear(offset);
    const inside = offset - (this.#offsets[index] ?? 0);
    const before = this.#sums[index] ?? 0;
    return inside <= 0 ? before : before + countBelow(this.#starts(index), inside);
  }

  /** Places are mostly asked for in order: the chunk of the last one, or the next, has most of them. */
  #chunkNear(offset: number): number {
    const near = this.#near;
    if (offset < (this.#offsets[near] ?? 0) || offset >= (this.#offsets[near + 1] ?? 0)) this.#near = offset < (this.#offsets[near + 2] ?? 0) && offset >= (this.#offsets[near + 1] ?? 0) ? near + 1 : this.chunkAt(offset);
    return this.#near;
  }

  /** The index of the chunk that holds the character at `offset`. */
  chunkAt(offset: number): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  chunkStart(index: number): number {
    return this.#offsets[index] ?? this.text.length;
  }

  #starts(index: number): Uint32Array {
    const chunk = this.chunks[index];
    if (chunk?.starts !== undefined) return chunk.starts;
    const starts: number[] = [];
    const base = this.chunkStart(index);
    const to = this.chunkStart(index + 1);
    for (let at = base; at < to; ) {
      const end = this.#counter.pieceEnd(this.text, at);
      this.#counter.pushStarts(starts, this.text, at, end, base);
      at = end;
    }
    const made = Uint32Array.from(starts);
    if (chunk !== undefined) chunk.starts = made;
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
 * Encodes a text, or only what lies between the ends it shares with `previous`. A cut that was safe stays safe when the
 * characters its safety rests on are the same: the one before it and, after it, those up to the first visible one.
 * When it is stopped, the result is that of the text up to a safe cut, and the next call can go on from there.
 */
export function encodeText(counter: PieceCounter, text: string, previous?: EncodedText, isStopped: () => boolean = never): EncodedText {
  if (previous === undefined) {
    const { chunks, end } = cutChunks(counter, text, 0, never, isStopped);
    return new EncodedText(counter, text.slice(0, end), chunks);
  }
  if (previous.text === text) return previous;
  const common = commonEnds(previous.text, text);
  let first = previous.chunks.length === 0 ? 0 : previous.chunkAt(common.start);
  while (first > 0 && !isSafeCut(text, previous.chunkStart(first))) first -= 1;
  const shift = text.length - previous.text.length;
  const suffix = text.length - common.end;
  let last = previous.chunkAt(Math.max(0, previous.text.length - common.end));
  const meets = (at: number): boolean => {
    if (at <= suffix) return false;
    while (last < previous.chunks.length && previous.chunkStart(last) + shift < at) last += 1;
    return last < previous.chunks.length && previous.chunkStart(last) + shift === at;
  };
  const { chunks, met, end } = cutChunks(counter, text, previous.chunkStart(first), meets, isStopped);
  return new EncodedText(counter, met ? text : text.slice(0, end), previous.chunks.slice(0, first).concat(chunks, met ? previous.chunks.slice(last) : []));
}

interface Cut {
  readonly chunks: readonly Chunk[];
  /** The rest of the text is known. */
  readonly met: boolean;
  /** Where the last chunk ends. */
  readonly end: number;
}

/** Cuts from `from` to the end of the text, or to the first place where `meets` says the rest is known. */
function cutChunks(counter: PieceCounter, text: string, from: number, meets: (at: number) => boolean, isStopped: () => boolean): Cut {
  const chunks: Chunk[] = [];
  let start = from;
  let tokens = 0;
  for (let at = from; at < text.length; ) {
    const end = counter.pieceEnd(text, at);
    tokens += counter.count(text, at, end);
    at = end;
    const met = meets(at);
    if (!met && at < text.length && (at - start < chunkSize || !isSafeCut(text, at))) continue;
    chunks.push({ length: at - start, tokens });
    if (met || isStopped()) return { chunks, met, end: at };
    start = at;
    tokens = 0;
  }
  return { chunks, met: false, end: text.length };
}
