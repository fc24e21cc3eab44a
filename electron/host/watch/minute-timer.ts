const minuteMs = 60_000;

/** Calls back at the start of the next minute, for a prompt that shows the time. */
export class MinuteTimer {
  readonly #began: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(began: () => void) {
    this.#began = began;
  }

  /** Schedules one call, or none; replaces the previous schedule. */
  awaitNext(isWanted: boolean): void {
    clearTimeout(this.#timer);
    if (isWanted) this.#timer = setTimeout(this.#began, minuteMs - (Date.now() % minuteMs)).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
