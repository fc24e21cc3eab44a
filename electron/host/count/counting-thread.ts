import type { Worker } from 'node:worker_threads';
import type { CountingData, CountingJob, CountingReply, CountingResult, CountingTask } from './counting-messages';
import startWorker from './counting-worker?nodeWorker';

interface Waiting {
  readonly task: CountingTask;
  readonly resolve: (result: CountingResult) => void;
  readonly reject: (problem: Error) => void;
}

/**
 * Time limit in milliseconds for one job of a workspace's own tokenizer, from when the worker takes it. Published
 * tokenizers need a tenth of it.
 */
function patience({ vocabulary, text }: CountingTask): number {
  const bytes = typeof vocabulary === 'string' ? 0 : (vocabulary.json?.length ?? 0);
  return 5000 + bytes / 2000 + text.length / 50;
}

/** In megabytes. The largest published tokenizers need a quarter of it. */
const mostMemory = 2048;

/**
 * The worker that counts long texts, and every text for a workspace's own tokenizer. It starts early or on first use,
 * runs until closed, and does not keep Node alive while idle.
 */
export class CountingThread {
  readonly #stopped = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  /** Stamp of the tokenizer that the worker has. */
  #sent: string | undefined;
  #jobs = 0;
  #isClosed = false;
  /** By stamp: tokenizers that failed, and why. */
  readonly #givenUp = new Map<string, string>();
  readonly #patience: (task: CountingTask) => number;
  #timer: NodeJS.Timeout | undefined;
  /** The job that the timer runs for. */
  #timed: number | undefined;

  constructor(patienceFor: (task: CountingTask) => number = patience) {
    this.#patience = patienceFor;
  }

  /** Starts the worker ahead of time: starting takes longer than most counts. */
  start(): void {
    this.#running().unref();
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** True if the worker has this tokenizer. It is some megabytes, so it is sent once. */
  has(stamp: string): boolean {
    return this.#sent === stamp;
  }

  /** Resolves to `stopped` when superseded or closed. */
  encode(task: CountingTask): Promise<CountingResult> {
    if (this.#isClosed) return Promise.resolve({ kind: 'stopped' });
    const problem = this.#givenUp.get(stampOf(task) ?? '');
    if (problem !== undefined) return Promise.resolve({ kind: 'unusable', problem });
    return new Promise((resolve, reject) => this.#post({ task, resolve, reject }));
  }

  #post(waiting: Waiting): void {
    const worker = this.#running();
    const { task } = waiting;
    this.#jobs += 1;
    if (typeof task.vocabulary !== 'string') this.#sent = task.vocabulary.stamp;
    this.#waiting.set(this.#jobs, waiting);
    worker.ref();
    worker.postMessage({ job: this.#jobs, ...task } satisfies CountingJob);
    this.#watch();
  }

  /** The worker runs the oldest job. A file's pattern can run forever, and only ending the worker stops it. */
  #watch(): void {
    const [[job, { task }] = [undefined, { task: undefined }]] = this.#waiting;
    if (job === this.#timed) return;
    clearTimeout(this.#timer);
    this.#timed = job;
    const stamp = task === undefined ? undefined : stampOf(task);
    if (task === undefined || stamp === undefined) return;
    this.#timer = setTimeout(
      () => this.#giveUp(stamp, 'its patterns take too long on this text'),
      this.#patience(task),
    );
    this.#timer.unref();
  }

  /** Ends the worker; the other jobs restart in a new one. */
  #giveUp(stamp: string, problem: string): void {
    const worker = this.#worker;
    this.#worker = this.#sent = undefined;
    void worker?.terminate();
    this.#givenUp.set(stamp, problem);
    for (const waiting of this.#takeAll()) {
      if (stampOf(waiting.task) === stamp) waiting.resolve({ kind: 'unusable', problem });
      else this.#post(waiting);
    }
  }

  /** Cancels all jobs so far. */
  supersede(): void {
    if (this.#waiting.size > 0) Atomics.store(this.#stopped, 0, this.#jobs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.supersede();
    const worker = this.#worker;
    this.#worker = this.#sent = undefined;
    await worker?.terminate();
    for (const { resolve } of this.#takeAll()) resolve({ kind: 'stopped' });
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = startWorker({
      workerData: { stopped: this.#stopped.buffer } satisfies CountingData,
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    worker.on('message', (reply: CountingReply) => this.#answer(worker, reply));
    const lost = (problem: Error): void => {
      if (this.#worker !== worker) return;
      const [waiting] = this.#waiting.values();
      const stamp = waiting === undefined ? undefined : stampOf(waiting.task);
      if (stamp !== undefined && 'code' in problem && problem.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        this.#giveUp(stamp, 'it takes too much memory');
        return;
      }
      this.#worker = this.#sent = undefined;
      for (const { reject } of this.#takeAll()) reject(problem);
    };
    worker.on('error', (problem) => lost(problem instanceof Error ? problem : new Error(String(problem))));
    worker.on('exit', (code) => lost(new Error(`The worker that counts ended with ${code}`)));
    this.#worker = worker;
    return worker;
  }

  #answer(worker: Worker, { job, result }: CountingReply): void {
    const waiting = this.#waiting.get(job);
    this.#waiting.delete(job);
    this.#watch();
    if (this.#waiting.size === 0) worker.unref();
    if (result.kind === 'failed') waiting?.reject(new Error(`counting: ${result.message}`));
    else waiting?.resolve(result);
  }

  #takeAll(): readonly Waiting[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#watch();
    return all;
  }
}

/** Undefined unless the task uses a workspace's own tokenizer. */
function stampOf({ vocabulary }: CountingTask): string | undefined {
  return typeof vocabulary === 'string' ? undefined : vocabulary.stamp;
}
