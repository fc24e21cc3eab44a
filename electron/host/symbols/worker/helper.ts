import type { MessagePort } from 'node:worker_threads';
import { grammarOf, type GrammarId } from '../read/languages';
import type { BetweenWorkers, ToHelper } from './messages';
import { readQueued, type ReadOne, type SharedQueue } from './shared-queue';
import { WorkerParsers } from './grammars';

/** Reads files of the shares the engine sends. */
export function startHelper(main: MessagePort, engine: MessagePort): void {
  const grammars = new WorkerParsers(main);
  main.on('message', (message: ToHelper) => grammars.receive(message.bytes));
  const work = async (share: SharedQueue): Promise<void> => {
    await grammars.prepare([...new Set(share.sources.map(({ language }) => grammarOf(language)))]);
    await readQueued(share, grammars.parsers, (reads) =>
      engine.postMessage({ type: 'read', reads } satisfies BetweenWorkers),
    );
    engine.postMessage({ type: 'done' } satisfies BetweenWorkers);
  };
  let last = Promise.resolve();
  engine.on('message', (message: BetweenWorkers) => {
    if (message.type === 'prepare') last = last.then(() => grammars.prepare(message.ids));
    if (message.type === 'share') last = last.then(() => work(message.share));
  });
}

/** The engine's handle of a helper. */
export class Helper {
  readonly #port: MessagePort;
  #reads: ReadOne[] = [];
  #finish: (() => void) | undefined;
  #gone = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: BetweenWorkers) => {
      if (message.type === 'read') this.#reads.push(...message.reads);
      if (message.type === 'done') this.#finish?.();
    });
  }

  /** Loads grammars for a coming share. */
  prepare(ids: readonly GrammarId[]): void {
    this.#port.postMessage({ type: 'prepare', ids } satisfies BetweenWorkers);
  }

  /** Resolves with what the helper read of the share: nothing if it died. */
  async read(share: SharedQueue): Promise<readonly ReadOne[]> {
    if (this.#gone) return [];
    this.#reads = [];
    const done = new Promise<void>((resolve) => (this.#finish = resolve));
    this.#port.postMessage({ type: 'share', share } satisfies BetweenWorkers);
    await done;
    return this.#reads;
  }

  gone(): void {
    this.#gone = true;
    this.#finish?.();
  }
}
