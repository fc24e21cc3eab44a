/**
 * What the preload exposes: the bridge, with replies and events as JSON text. An inspection is tens of thousands of
 * small objects; copying it through the context bridge costs many times more than parsing it once. Channel names are
 * not checked here: the main process refuses unknown ones.
 */
export interface Wire {
  /** Resolves to the JSON of a `Reply`. */
  invoke(channel: string, ...args: readonly unknown[]): Promise<string>;
  /** The listener gets the JSON of the event's payload. */
  on(event: string, listener: (json: string) => void): () => void;
  pathOf(file: unknown): string;
}

/** Electron's own channel names. The contract's names travel inside, so they are listed only once. */
export type WireName = 'strata:call' | 'strata:event' | 'strata:dropped';
