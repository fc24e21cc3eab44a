/** What a vocabulary can do with a stretch of a text that begins and ends at a piece's end. */
export interface PieceCounter {
  /** Tokens of the piece at `from`. */
  count(text: string, from: number, to: number): number;
  pieceEnd(text: string, at: number): number;
  /**
   * Can the text be cut here, whatever stands in the other part? Decided by the character before and, behind it, those
   * up to the first visible one.
   */
  isSafeCut(text: string, at: number): boolean;
  /** Finding where tokens start is better not done twice. */
  readonly isSlow?: boolean;
  /** Appends the offsets of the piece's tokens, less `base`. */
  pushStarts(into: number[], text: string, from: number, to: number, base: number): void;
}

/** A chunk is cut at the first safe place after this many characters: small enough to count again at each keystroke. */
const chunkSize = 192;

export interface Cut {
  /** Where each chunk ends, and its tokens. */
  readonly ends: readonly number[];
  readonly tokens: readonly number[];
  /** Where the last chunk ends. */
  readonly end: number;
}

/** Cuts a stretch that begins at `base` of its text and ends at a safe cut or with the text. */
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
