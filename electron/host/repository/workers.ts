import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { readGrammars } from '../symbols/read/grammars';
import type {
  FromEngine,
  FromHelper,
  Listed,
  Progress,
  ToEngine,
  ToHelper,
  WorkerRole,
} from '../symbols/worker/messages';
import startWorker from '../symbols/worker/worker?nodeWorker';

export interface WorkersOptions {
  readonly folder: string;
  readonly cacheFolder: string | undefined;
  /** Bytes to read from which a second worker pays off. */
  readonly helpFrom: number;
  readonly progress: (progress: Progress) => void;
  readonly listed: (listed: Listed) => void;
  /** JSON lines. */
  readonly entries: (lines: Uint8Array) => void;
  /** `isNews`: entries arrived since the last call. */
  readonly linked: (removed: readonly string[], isNews: boolean) => void;
  readonly unsaved: (reason: string) => void;
  /** A new engine does not know what the previous one reported. */
  readonly restarted: () => void;
}

type Question = 'list' | 'symbols';

interface Job {
  readonly id: number;
  readonly question: Question;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
  waiting: number;
  /** Something changed after the question, so its answer may be outdated. */
  overtaken: boolean;
}

/**
 * The engine worker and its helper: started on first use, kept until closed; while idle they do not keep Node alive.
 */
export class RepositoryWorkers {
  readonly #options: WorkersOptions;
  readonly #jobs = new Map<number, Job>();
  #engine: Worker | undefined;
  #helper: Worker | undefined;
  /** The helper's port to the engine, until the helper starts. An open port is never garbage-collected. */
  #helperPort: MessagePort | undefined;
  readonly #inbox: FromEngine[] = [];
  #count = 0;
  /** Entries arrived since the last complete table, including those of a cancelled job. */
  #isNews = false;
  #closed = false;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Concurrent callers of the same question share one job; it is cancelled when none of them wants it any more. */
  async ask(question: Question, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('The repository is closed');
    const job =
      [...this.#jobs.values()].find((each) => each.question === question && !each.overtaken && each.waiting > 0) ??
      this.#start(question);
    job.waiting += 1;
    if (signal === undefined) return job.done;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      await Promise.race([job.done, aborted]);
    } finally {
      job.waiting -= 1;
      if (job.waiting === 0 && this.#jobs.has(job.id)) this.#send({ type: 'cancel', job: job.id });
    }
  }

  changed(paths: readonly string[] | 'all'): void {
    for (const job of this.#jobs.values()) job.overtaken = true;
    if (this.#engine !== undefined) this.#send({ type: 'changed', paths });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const [engine, helper] = [this.#engine, this.#helper];
    const ended = engine === undefined ? undefined : new Promise((resolve) => engine.once('exit', resolve));
    engine?.ref();
    this.#send({ type: 'close' });
    // The engine writes its cache without the helper.
    await Promise.all([ended, helper?.terminate()]);
    while (this.#inbox.length > 0) this.#takeNext();
    this.#helperPort?.close();
    this.#failAll(new Error('The repository is closed'));
  }

  #start(question: Question): Job {
    this.#count += 1;
    const { promise, resolve, reject } = withResolvers();
    // Callers get the rejection; if none is left, it must not be unhandled.
    promise.catch(() => undefined);
    const job: Job = { id: this.#count, question, done: promise, resolve, reject, waiting: 0, overtaken: false };
    this.#jobs.set(job.id, job);
    this.#engine ??= this.#startEngine();
    this.#engine.ref();
    this.#send({ type: question, job: job.id });
    return job;
  }

  #startEngine(): Worker {
    const { folder, cacheFolder, helpFrom } = this.#options;
    const { port1, port2 } = new MessageChannel();
    this.#helperPort = port2;
    const role: WorkerRole = { role: 'engine', folder, cacheFolder, helpFrom, other: port1 };
    const engine = startWorker({ workerData: role, transferList: [port1] });
    this.#options.restarted();
    this.#isNews = true;
    engine.on('message', (message: FromEngine) => this.#take(message));
    engine.on('error', (error) => this.#engineEnded(engine, error));
    engine.on('exit', () => this.#engineEnded(engine, new Error('The reader of the repository ended')));
    return engine;
  }

  #startHelper(): void {
    const port = this.#helperPort;
    if (port === undefined) return;
    this.#helperPort = undefined;
    const role: WorkerRole = { role: 'helper', other: port };
    const helper = startWorker({ workerData: role, transferList: [port] });
    const gone = (): void => this.#send({ type: 'helper-gone' });
    helper.on(
      'message',
      ({ ids }: FromHelper) =>
        void readGrammars(ids).then(
          (bytes) => helper.postMessage({ type: 'grammars', bytes } satisfies ToHelper),
          gone,
        ),
    );
    helper.on('error', gone);
    helper.on('exit', gone);
    helper.unref();
    this.#helper = helper;
  }

  #engineEnded(engine: Worker, error: Error): void {
    if (engine !== this.#engine) return;
    this.#engine = undefined;
    this.#helperPort?.close();
    void this.#helper?.terminate();
    this.#helper = undefined;
    this.#failAll(error);
  }

  #failAll(error: Error): void {
    for (const job of this.#jobs.values()) job.reject(error);
    this.#jobs.clear();
  }

  #send(message: ToEngine): void {
    this.#engine?.postMessage(message);
  }

  /**
   * Node delivers all waiting messages at once. Handling one per turn keeps a large table from blocking this thread.
   */
  #take(message: FromEngine): void {
    this.#inbox.push(message);
    if (this.#inbox.length === 1) setImmediate(() => this.#takeNext());
  }

  #takeNext(): void {
    const [first] = this.#inbox;
    if (first === undefined) return;
    try {
      this.#receive(first);
    } finally {
      this.#inbox.shift();
      if (this.#inbox.length > 0) setImmediate(() => this.#takeNext());
    }
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case 'progress':
        this.#options.progress(message.progress);
        break;
      case 'listed': {
        this.#options.listed(message.listed);
        const job = this.#jobs.get(message.job);
        if (job?.question === 'list') this.#end(job).resolve();
        break;
      }
      case 'symbols':
        this.#isNews = true;
        this.#options.entries(message.entries);
        break;
      case 'linked': {
        const job = this.#jobs.get(message.job);
        if (job === undefined) break;
        this.#options.linked(message.removed, this.#isNews);
        this.#isNews = false;
        this.#end(job).resolve();
        break;
      }
      case 'cancelled':
      case 'failed': {
        const job = this.#jobs.get(message.job);
        if (job !== undefined)
          this.#end(job).reject(new Error(message.type === 'failed' ? message.message : 'Cancelled'));
        break;
      }
      case 'unsaved':
        this.#options.unsaved(message.reason);
        break;
      case 'help':
        this.#startHelper();
        break;
      case 'want-grammars':
        readGrammars(message.ids).then(
          (bytes) => this.#send({ type: 'grammars', bytes }),
          (error: unknown) => this.#failAll(new Error('The grammars cannot be read', { cause: error })),
        );
        break;
    }
  }

  #end(job: Job): Job {
    this.#jobs.delete(job.id);
    if (this.#jobs.size === 0 && !this.#closed) this.#engine?.unref();
    return job;
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } {
  let resolve = (): void => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
