const minuteMs = 60_000;

/** Calls back when the clock's next minute begins, for a prompt that shows the time. */
export class Minute {
  readonly #began: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(began: () => void) {
    this.#began = began;
  }

  /** Once, or not at all; what was asked for before is forgotten. */
  awaitNext(isWanted: boolean): void {
    clearTimeout(this.#timer);
    if (isWanted) this.#timer = setTimeout(this.#began, minuteMs - (Date.now() % minuteMs)).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
