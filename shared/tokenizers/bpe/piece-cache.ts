/** Maximum number of cached pieces. */
const limit = 50_000;

/** Longer pieces rarely repeat. */
export const longestCached = 64;

/** Caches a result per piece of at most `longestCached` characters. */
export class PieceCache<Found> {
  readonly #entries = new Map<string, Found>();

  get(piece: string): Found | undefined {
    return this.#entries.get(piece);
  }

  set(piece: string, found: Found): void {
    if (this.#entries.size >= limit)
      for (const old of [...this.#entries.keys()].slice(0, limit >> 1)) this.#entries.delete(old);
    this.#entries.set(detached(piece), found);
  }
}

/** Copies the piece: a slice would keep the whole text in memory. */
function detached(piece: string): string {
  const codes = new Uint16Array(piece.length);
  for (let at = 0; at < piece.length; at += 1) codes[at] = piece.charCodeAt(at);
  return String.fromCharCode(...codes);
}
