/** Holds back signals that would end the process before a session is written. */

const ending = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface HeldSignals {
  /** A signal that arrived before there was a handler. */
  readonly early: NodeJS.Signals | undefined;
  /** Who gets signals from now on. */
  give(to: (signal: NodeJS.Signals) => void): void;
  /** Restores the default handling of signals. */
  release(): void;
}

export function holdSignals(): HeldSignals {
  let early: NodeJS.Signals | undefined;
  let taker = (signal: NodeJS.Signals): void => {
    early ??= signal;
  };
  const came = (signal: NodeJS.Signals): void => taker(signal);
  for (const signal of ending) process.on(signal, came);
  return {
    get early() {
      return early;
    },
    give(to) {
      taker = to;
    },
    release() {
      for (const signal of ending) process.removeListener(signal, came);
    },
  };
}

/** A terminal sends Ctrl-C to all processes that run in it, also if one of the streams is a pipe. */
export function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY === true);
}
