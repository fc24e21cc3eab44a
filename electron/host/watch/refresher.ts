import type { BuildCause } from '../../../shared/ipc/inspection/build-cause';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (problem: unknown) => void;
}

/** Longest pause between two runs during a burst, in milliseconds. */
const longestPause = 100;

/**
 * Runs one refresh at a time. A request runs at once; requests during a run share the next one. In a burst, each run
 * waits as long as the previous one took, so refreshing takes at most half of the time.
 */
export class Refresher {
  readonly #run: (causes: readonly BuildCause[]) => Promise<void>;
  readonly #requested: () => void;
  #causes: BuildCause[] = [];
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #closed = false;
  #restUntil = 0;
  #ended = Number.NEGATIVE_INFINITY;

  /** `requested` is called at each request, so that a long run can yield to it. */
  constructor(run: (causes: readonly BuildCause[]) => Promise<void>, requested: () => void = () => undefined) {
    this.#run = run;
    this.#requested = requested;
  }

  /** Settles with a run that began after the request. */
  request(cause: BuildCause): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#causes.push(cause);
    this.#requested();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#schedule();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #schedule(): void {
    if (this.#running || this.#timer !== undefined || this.#waiting.length === 0 || this.#closed) return;
    const delay = this.#restUntil - performance.now();
    // Timers cannot wait for less than a millisecond.
    if (delay >= 1) this.#timer = setTimeout(() => this.#start(), delay);
    else this.#start();
  }

  #start(): void {
    this.#timer = undefined;
    this.#running = true;
    const waiting = this.#waiting.splice(0);
    const causes = this.#causes.splice(0);
    const began = performance.now();
    void this.#run(causes)
      .then(
        () => waiting.forEach(({ resolve }) => resolve()),
        (problem: unknown) => waiting.forEach(({ reject }) => reject(problem)),
      )
      .finally(() => {
        this.#running = false;
        const isStorm = began - this.#ended < longestPause;
        this.#ended = performance.now();
        this.#restUntil = isStorm ? this.#ended + Math.min(this.#ended - began, longestPause) : 0;
        this.#schedule();
      });
  }
}
