/**
 * Follows a session's folder as it grows, whoever writes it: this window, or `strata capture` in a terminal. After the
 * folder is quiet, the listener has been given everything that is there.
 */
import { lstatSync, watch } from 'node:fs';
import type { Exchange, SessionFile } from '../../../shared/sessions/types';
import { childOf } from '../disk/paths';
import { systemCode } from '../errors';
import { exchangeFiles, readExchange, readSessionFile } from './store';

export interface SessionListener {
  /** A new exchange, or one with new data. The next one waits until this settles. */
  exchange(exchange: Exchange): Promise<void>;
  session(file: SessionFile): void;
  /** Called when everything that is there has been passed on. */
  quiet(): void;
}

export interface FollowedSession {
  /** Settles when everything that was there at the call has been passed on. */
  readonly ready: Promise<void>;
  close(): void;
}

export function followSession(
  path: string,
  listener: SessionListener,
  report: (problem: unknown) => void,
): FollowedSession {
  /** Size and time of each file as it was last read. */
  const seen = new Map<string, string>();
  let isClosed = false;
  let isDue = false;
  let running: Promise<void> | undefined;
  const isNew = (name: string): boolean => {
    const stat = lstatSync(childOf(path, name), { throwIfNoEntry: false });
    const state = stat === undefined ? '' : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
    if (seen.get(name) === state) return false;
    seen.set(name, state);
    return true;
  };
  const scan = async (): Promise<void> => {
    if (isNew('session.json')) {
      const file = readSessionFile(path);
      if (file !== undefined) listener.session(file);
    }
    for (const name of exchangeFiles(path).toSorted()) {
      if (isClosed) return;
      if (!isNew(name)) continue;
      const exchange = readExchange(path, name);
      // A file that is half-written changes once more.
      if (exchange !== undefined) await listener.exchange(exchange);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!isClosed) listener.quiet();
  };
  const look = (): Promise<void> => {
    isDue = true;
    running ??= (async () => {
      try {
        while (isDue && !isClosed) {
          isDue = false;
          await scan();
        }
      } finally {
        running = undefined;
      }
    })();
    return running;
  };
  const watching = watch(path, { persistent: false }, () => void look().catch(report));
  watching.on('error', (problem) => {
    // The folder was deleted: there is nothing more to follow.
    if (systemCode(problem) === '') report(problem);
  });
  return {
    ready: look(),
    close() {
      isClosed = true;
      watching.close();
    },
  };
}
