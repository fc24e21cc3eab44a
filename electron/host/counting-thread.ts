import type { Worker } from 'node:worker_threads';
import type { CountingData, CountingJob, CountingReply, CountingResult, CountingTask } from './counting-messages';
import startWorker from './counting-worker?nodeWorker';

interface Waiting {
  readonly resolve: (result: CountingResult) => void;
  readonly reject: (problem: Error) => void;
}

/** The worker that counts long texts, and all of them by a workspace's own tokenizer: started early or when first needed, kept until closed, and while idle no reason for Node to stay. */
export class CountingThread {
  readonly #stopped = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  /** The stamp of the tokenizer the worker has. */
  #sent: string | undefined;
  #jobs = 0;
  #isClosed = false;

  /** Starting takes longer than most counts; so it is done before there is one to wait for. */
  start(): void {
    this.#running().unref();
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Was this tokenizer sent to the worker? It is some megabytes. */
  has(stamp: string): boolean {
    return this.#sent === stamp;
  }

  /** Stopped when it was superseded, or closed. */
  encode(task: CountingTask): Promise<CountingResult> {
    if (this.#isClosed) return Promise.resolve({ kind: 'stopped' });
    const worker = this.#running();
    this.#jobs += 1;
    const job = this.#jobs;
    if (typeof task.vocabulary !== 'string') this.#sent = task.vocabulary.stamp;
    return new Promise((resolve, reject) => {
      this.#waiting.set(job, { resolve, reject });
      worker.ref();
      worker.postMessage({ job, ...task } satisfies CountingJob);
    });
  }

  /** Nobody wants what was asked so far. */
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
    const worker = startWorker({ workerData: { stopped: this.#stopped.buffer } satisfies CountingData });
    worker.on('message', (reply: CountingReply) => this.#answer(worker, reply));
    const lost = (problem: Error): void => {
      if (this.#worker !== worker) return;
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
    if (this.#waiting.size === 0) worker.unref();
    if (result.kind === 'failed') waiting?.reject(new Error(`counting: ${result.message}`));
    else waiting?.resolve(result);
  }

  #takeAll(): readonly Waiting[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }
}
