import type { Worker } from 'node:worker_threads';
import type { PackedChunks } from '../../shared/tokenizers/chunked-encoding';
import type { CountingData, CountingJob, CountingReply, CountingVocabulary } from './counting-messages';
import startWorker from './counting-worker?nodeWorker';

interface Waiting {
  readonly resolve: (packed: PackedChunks | undefined) => void;
  readonly reject: (problem: Error) => void;
}

/** The worker that counts long texts: started early or when first needed, kept until closed, and while idle no reason for Node to stay. */
export class CountingThread {
  readonly #stopped = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  /** The stamp of the tokenizer the worker has. */
  #sent: string | undefined;
  #jobs = 0;

  /** Starting takes longer than most counts; so it is done before there is one to wait for. */
  start(): void {
    this.#running().unref();
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Undefined when it was superseded, or closed. */
  encode(vocabulary: CountingVocabulary, key: string, text: string): Promise<PackedChunks | undefined> {
    const worker = this.#running();
    this.#jobs += 1;
    const job = this.#jobs;
    return new Promise((resolve, reject) => {
      this.#waiting.set(job, { resolve, reject });
      worker.ref();
      worker.postMessage({ job, vocabulary: this.#unsent(vocabulary), key, text } satisfies CountingJob);
    });
  }

  /** A tokenizer is some megabytes: sent once to each worker. */
  #unsent(vocabulary: CountingVocabulary): CountingVocabulary {
    if (typeof vocabulary === 'string') return vocabulary;
    const { id, stamp } = vocabulary;
    if (this.#sent === stamp) return { id, stamp };
    this.#sent = stamp;
    return vocabulary;
  }

  /** Nobody wants what was asked so far. */
  supersede(): void {
    if (this.#waiting.size > 0) Atomics.store(this.#stopped, 0, this.#jobs);
  }

  async close(): Promise<void> {
    this.supersede();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
    for (const { resolve } of this.#takeAll()) resolve(undefined);
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = startWorker({ workerData: { stopped: this.#stopped.buffer } satisfies CountingData });
    worker.on('message', (reply: CountingReply) => this.#answer(worker, reply));
    const lost = (problem: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#takeAll()) reject(problem);
    };
    worker.on('error', (problem) => lost(problem instanceof Error ? problem : new Error(String(problem))));
    worker.on('exit', (code) => lost(new Error(`The worker that counts ended with ${code}`)));
    this.#worker = worker;
    this.#sent = undefined;
    return worker;
  }

  #answer(worker: Worker, { job, packed, failed }: CountingReply): void {
    const waiting = this.#waiting.get(job);
    this.#waiting.delete(job);
    if (this.#waiting.size === 0) worker.unref();
    if (failed === undefined) waiting?.resolve(packed);
    else waiting?.reject(new Error(`counting: ${failed}`));
  }

  #takeAll(): readonly Waiting[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }
}
