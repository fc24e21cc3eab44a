import { setImmediate } from 'node:timers/promises';

/** Longer than this, a window would drop a frame. */
const sliceMs = 8;

/**
 * Lets synchronous work share its thread: await the function between small steps; it yields when a time slice is used
 * up. Throws the signal's reason once aborted.
 */
export function createYielder(signal?: AbortSignal): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  const pause = async (): Promise<void> => {
    await setImmediate();
    signal?.throwIfAborted();
    sliceStart = performance.now();
  };
  return () => (performance.now() - sliceStart < sliceMs ? undefined : pause());
}
