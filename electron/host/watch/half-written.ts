/** How long a state that looks half-written is withheld, in milliseconds. */
const delayMs = 40;

/** Delays suspicious states: most of them are saves in progress. */
export class HalfWrittenDelay {
  readonly #lookAgain: () => void;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(lookAgain: () => void) {
    this.#lookAgain = lookAgain;
  }

  /** True while a suspicious state should wait for the next check. */
  delays(doubtful: boolean): boolean {
    const now = performance.now();
    clearTimeout(this.#timer);
    if (!doubtful || (this.#since !== undefined && now - this.#since >= delayMs)) {
      this.#since = undefined;
      return false;
    }
    this.#since ??= now;
    this.#timer = setTimeout(this.#lookAgain, delayMs - (now - this.#since) + 1);
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
