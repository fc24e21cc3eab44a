import { setImmediate } from 'node:timers/promises';

/** Longer than this and a window would miss a frame. */
const sliceMs = 8;

/**
 * Lets synchronous work share its thread: await it between small steps, and it hands over whenever a slice is used up.
 * Throws the signal's reason once that is aborted.
 */
export function createYielder(signal?: AbortSignal): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  const rest = async (): Promise<void> => {
    await setImmediate();
    signal?.throwIfAborted();
    sliceStart = performance.now();
  };
  return () => (performance.now() - sliceStart < sliceMs ? undefined : rest());
}
