/** What the relay shows of each exchange. Chunks are the bytes as they passed; they must not be changed. */

export interface RelayedHead {
  readonly method: string;
  /** Where it goes, with its query: keep it only without its secrets. */
  readonly address: string;
  /** Flat list of names and values, as the agent sent them. Holds credentials: keep only what is allowed. */
  readonly headers: readonly string[];
}

export interface ExchangeRecorder {
  requestData(chunk: Buffer): void;
  /** The whole request has come. */
  requestEnded(): void;
  responseStarted(status: number, headers: readonly string[]): void;
  responseData(chunk: Buffer): void;
  /** Called once and last. `problem` says in words why the exchange is not complete. */
  ended(problem?: string): void;
}

export interface Recorder {
  begin(head: RelayedHead): ExchangeRecorder;
  /** The relay did something that the user should know of, or could not do it. */
  noted(note: RelayNote): void;
}

export type RelayNote =
  | { readonly kind: 'refused'; readonly why: 'browser' | 'host' | 'secret' | 'user' }
  | { readonly kind: 'upgrade' }
  /** Reading the copy failed; relaying went on. */
  | { readonly kind: 'copy-failed'; readonly problem: unknown };

/** A recorder that cannot stop the relay: what it throws is noted once, and this exchange is no longer recorded. */
export function guarded(recorder: Recorder, head: RelayedHead): ExchangeRecorder {
  let isBroken = false;
  const attempt = <T>(work: () => T): T | undefined => {
    if (isBroken) return undefined;
    try {
      return work();
    } catch (problem) {
      isBroken = true;
      recorder.noted({ kind: 'copy-failed', problem });
      return undefined;
    }
  };
  const inner = attempt(() => recorder.begin(head));
  return {
    requestData: (chunk) => attempt(() => inner?.requestData(chunk)),
    requestEnded: () => attempt(() => inner?.requestEnded()),
    responseStarted: (status, headers) => attempt(() => inner?.responseStarted(status, headers)),
    responseData: (chunk) => attempt(() => inner?.responseData(chunk)),
    ended: (problem) => attempt(() => inner?.ended(problem)),
  };
}
