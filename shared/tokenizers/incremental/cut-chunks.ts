/** What a vocabulary can do with a range of text that begins and ends at piece boundaries. */
export interface PieceCounter {
  /** Counts the tokens of the piece at `from`. */
  count(text: string, from: number, to: number): number;
  pieceEnd(text: string, at: number): number;
  /**
   * Returns whether the text can be cut here, whatever the other part is. Depends on the character before, and on those
   * after up to the first visible one.
   */
  isSafeCut(text: string, at: number): boolean;
  /** Computing token starts is slow, so keep them. */
  readonly isSlow?: boolean;
  /** Appends the offsets of the piece's tokens, minus `base`. */
  pushStarts(into: number[], text: string, from: number, to: number, base: number): void;
}

/** A chunk ends at the first safe cut after this many characters: small enough to recount at each keystroke. */
const chunkSize = 192;

export interface Cut {
  /** Where each chunk ends, and its number of tokens. */
  readonly ends: readonly number[];
  readonly tokens: readonly number[];
  /** Where the last chunk ends. */
  readonly end: number;
}

/** Splits a range that starts at `base` of its text and ends at a safe cut or at the end of the text. */
export function cutChunks(counter: PieceCounter, stretch: string, base: number, isStopped: () => boolean): Cut {
  const ends: number[] = [];
  const tokens: number[] = [];
  let start = 0;
  let sum = 0;
  for (let at = 0; at < stretch.length;) {
    const end = counter.pieceEnd(stretch, at);
    sum += counter.count(stretch, at, end);
    at = end;
    if (at < stretch.length && (at - start < chunkSize || !counter.isSafeCut(stretch, at))) continue;
    ends.push(base + at);
    tokens.push(sum);
    if (isStopped()) return { ends, tokens, end: base + at };
    start = at;
    sum = 0;
  }
  return { ends, tokens, end: base + stretch.length };
}
