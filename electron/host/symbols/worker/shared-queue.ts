import { createYielder } from '../../repository/yielding';
import type { Parsers } from '../read/parsers';
import { readSource, type ReadSource, type SourceToRead } from '../read/read-file';

/**
 * Files to read, shared by all workers: each takes the next one from the counter until none is left or all are stopped.
 */
export interface SharedQueue {
  readonly folder: string;
  readonly sources: readonly SourceToRead[];
  /** `[next, stopped]` in shared memory. */
  readonly counter: Int32Array;
}

export type ReadOne = readonly [index: number, read: ReadSource];

const next = 0;
const stopped = 1;

export function createCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

export function stopAll(counter: Int32Array): void {
  Atomics.store(counter, stopped, 1);
}

function isStopped(counter: Int32Array): boolean {
  return Atomics.load(counter, stopped) === 1;
}

/** How many files are taken so far. */
export function takenCount({ sources, counter }: SharedQueue): number {
  return Math.min(sources.length, Atomics.load(counter, next));
}

/** Takes and reads files until none is left. Calls `report` about once per time slice with what was read since. */
export async function readQueued(
  share: SharedQueue,
  parsers: Parsers,
  report: (reads: readonly ReadOne[]) => void,
): Promise<void> {
  const { folder, sources, counter } = share;
  const yieldIfDue = createYielder();
  let reads: ReadOne[] = [];
  const halted = (): boolean => isStopped(counter);
  while (!halted()) {
    const index = Atomics.add(counter, next, 1);
    const source = sources[index];
    if (source === undefined) break;
    const read = readSource(folder, source, parsers, halted);
    if (halted()) break;
    reads.push([index, read]);
    const pause = yieldIfDue();
    if (pause === undefined) continue;
    report(reads);
    reads = [];
    await pause;
  }
  report(reads);
}
