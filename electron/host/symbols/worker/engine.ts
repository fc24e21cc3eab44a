import type { MessagePort } from 'node:worker_threads';
import { systemReason } from '../../errors';
import { Engine } from '../engine';
import { chunkLines } from '../json-lines';
import type { FromEngine, ToEngine, WorkerRole } from './messages';
import type { SourceToRead } from '../read/read-file';
import { createCounter, readQueued, stopAll, takenCount, type ReadOne, type SharedQueue } from './shared-queue';
import { WorkerParsers } from './grammars';
import { Helper } from './helper';

/** Limits how often progress changes, so that it can be read. */
const progressMs = 100;

type Job = Extract<ToEngine, { readonly job: number; readonly type: 'list' | 'symbols' }>;

/** Runs one job at a time; between files it handles messages, so a job can be cancelled. */
export function startEngine(role: Extract<WorkerRole, { role: 'engine' }>, main: MessagePort): void {
  const post = (message: FromEngine): void => main.postMessage(message);
  const grammars = new WorkerParsers(main);
  const helper = new Helper(role.other);
  const jobs = new Map<number, AbortController>();
  let isHelped = false;
  /** True if the current job wants symbols. */
  let isReading = false;
  let lastProgress = 0;
  let last = Promise.resolve();

  const readAll = async (
    sources: readonly SourceToRead[],
    withHelp: boolean,
    signal: AbortSignal,
    progress: (done: number) => void,
  ): Promise<readonly ReadOne[]> => {
    const share: SharedQueue = { folder: role.folder, sources, counter: createCounter() };
    const stop = (): void => stopAll(share.counter);
    signal.addEventListener('abort', stop, { once: true });
    const helped = withHelp ? helper.read(share) : [];
    const reads: ReadOne[] = [];
    await readQueued(share, grammars.parsers, (own) => {
      reads.push(...own);
      progress(takenCount(share));
    });
    reads.push(...(await helped));
    signal.removeEventListener('abort', stop);
    return reads;
  };

  const callHelp = (): void => {
    if (isHelped) return;
    isHelped = true;
    post({ type: 'help' });
  };

  const engine = new Engine({
    folder: role.folder,
    cacheFolder: role.cacheFolder,
    expect(bytes) {
      if (isReading && bytes >= role.helpFrom) callHelp();
    },
    prepare(ids) {
      if (isHelped) helper.prepare(ids);
      return grammars.prepare(ids);
    },
    progress(progress) {
      const now = performance.now();
      if (progress.done !== 0 && progress.done !== progress.total && now - lastProgress < progressMs) return;
      lastProgress = now;
      post({ type: 'progress', progress });
    },
    async read(sources, bytes, signal, progress) {
      const withHelp = bytes >= role.helpFrom;
      if (withHelp) callHelp();
      const reads = await readAll(sources, withHelp, signal, progress);
      if (signal.aborted || reads.length === sources.length) return reads;
      // The helper died before it read all its files.
      const done = new Set(reads.map(([index]) => index));
      const left = [...sources.keys()].filter((index) => !done.has(index));
      const rest = await readAll(
        left.flatMap((index) => sources[index] ?? []),
        false,
        signal,
        () => undefined,
      );
      return [...reads, ...rest.map(([index, read]): ReadOne => [left[index] ?? -1, read])];
    },
  });

  const answer = async ({ type, job }: Job, signal: AbortSignal): Promise<void> => {
    isReading = type === 'symbols';
    const { files, folders, problems } = await engine.list(signal);
    post({ type: 'listed', job, listed: { files: files.map(({ file }) => file), folders, problems } });
    if (type === 'list') return;
    const removed = await engine.symbols(signal, (lines) => {
      for (const chunk of chunkLines(lines))
        main.postMessage({ type: 'symbols', entries: chunk } satisfies FromEngine, [chunk.buffer]);
    });
    post({ type: 'linked', job, removed });
    save();
  };

  const save = (): void => {
    try {
      engine.save();
    } catch (error) {
      post({ type: 'unsaved', reason: systemReason(error) });
    }
  };

  const run = async (job: Job, signal: AbortSignal): Promise<void> => {
    try {
      signal.throwIfAborted();
      await answer(job, signal);
    } catch (error) {
      post(
        signal.aborted
          ? { type: 'cancelled', job: job.job }
          : { type: 'failed', job: job.job, message: error instanceof Error ? error.message : String(error) },
      );
    }
    jobs.delete(job.job);
  };

  main.on('message', (message: ToEngine) => {
    switch (message.type) {
      case 'list':
      case 'symbols': {
        const controller = new AbortController();
        jobs.set(message.job, controller);
        last = last.then(() => run(message, controller.signal));
        break;
      }
      case 'cancel':
        jobs.get(message.job)?.abort();
        break;
      case 'changed':
        engine.changed(message.paths);
        break;
      case 'grammars':
        grammars.receive(message.bytes);
        break;
      case 'helper-gone':
        helper.gone();
        break;
      case 'close':
        for (const controller of jobs.values()) controller.abort();
        // A thread that ends by itself first waits for the optimized compile of the grammars, which is not needed.
        void last.then(() => process.exit());
        break;
    }
  });
}
