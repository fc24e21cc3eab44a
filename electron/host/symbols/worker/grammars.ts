import type { MessagePort } from 'node:worker_threads';
import type { GrammarId } from '../read/languages';
import type { FromHelper } from './messages';
import { Parsers, type GrammarBytes } from '../read/parsers';

/** The parsers of a worker. It cannot open the packaged grammars itself, so it requests their bytes. */
export class WorkerParsers {
  readonly parsers = new Parsers();
  readonly #main: MessagePort;
  #came: ((bytes: GrammarBytes) => void) | undefined;

  constructor(main: MessagePort) {
    this.#main = main;
  }

  async prepare(ids: readonly GrammarId[]): Promise<void> {
    const missing = ids.filter((id) => !this.parsers.has(id));
    if (missing.length === 0) return;
    const coming = new Promise<GrammarBytes>((resolve) => (this.#came = resolve));
    this.#main.postMessage({ type: 'want-grammars', ids: missing } satisfies FromHelper);
    await this.parsers.add(await coming);
  }

  receive(bytes: GrammarBytes): void {
    this.#came?.(bytes);
  }
}
