/** Counts off the main thread. A cancelled job stops between two chunks and keeps its partial result. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ChunkedEncoding } from '../../../shared/tokenizers/incremental/chunked-encoding';
import { readTokenizerFile, type ReadEncoding } from '../../../shared/tokenizers/file/file-encoding';
import { loadVocabulary } from '../../../shared/tokenizers/load';
import type { Encoded } from '../../../shared/tokenizers/types';
import type { CountingData, CountingJob, CountingReply, CountingResult, OwnTokenizer } from './counting-messages';

if (parentPort === null) throw new Error('This module is a worker');
const port = parentPort;

// The thread that starts this worker passes exactly this.
const stopped = new Int32Array((workerData as CountingData).stopped);

/** By key: for a published vocabulary the partial result of a stopped job, for the workspace's own the last result. */
const begun = new Map<string, Encoded>();
const mostBegun = 500;

let own: { readonly stamp: string; readonly loading: Promise<ReadEncoding> } | undefined;

function loadOwn({ id, stamp, json }: OwnTokenizer): Promise<ReadEncoding> {
  if (own?.stamp !== stamp) {
    if (json === undefined) throw new Error(`${id} was not sent`);
    begun.clear();
    own = { stamp, loading: readTokenizerFile(id, new TextDecoder().decode(json)) };
  }
  return own.loading;
}

async function work({ job, vocabulary, key, text, isAside }: CountingJob): Promise<CountingResult> {
  const isStopped = (): boolean => isAside !== true && Atomics.load(stopped, 0) >= job;
  if (typeof vocabulary === 'string')
    return encode(
      await loadVocabulary(vocabulary),
      text,
      key === undefined ? undefined : `${vocabulary} ${key}`,
      isStopped,
      false,
    );
  const read = await loadOwn(vocabulary);
  if (!read.ok) return { kind: 'unusable', problem: read.problem };
  // The whole text may be one chunk, so check again.
  if (isStopped()) return { kind: 'stopped' };
  if (read.encoding.isTooLong(text))
    return { kind: 'unusable', problem: 'a text has a run without a break that would take too long to count' };
  return encode(read.encoding, text, key, isStopped, true);
}

function encode(
  encoding: ChunkedEncoding,
  text: string,
  name: string | undefined,
  isStopped: () => boolean,
  keeps: boolean,
): CountingResult {
  const encoded = encoding.encodeUntil(text, name === undefined ? undefined : begun.get(name), isStopped);
  const isWhole = encoded.text.length === text.length;
  if (name !== undefined) {
    begun.delete(name);
    if (keeps || !isWhole) begun.set(name, encoded);
    const [oldest] = begun.keys();
    if (begun.size > mostBegun && oldest !== undefined) begun.delete(oldest);
  }
  if (!isWhole) return { kind: 'stopped' };
  const packed = encoding.pack(encoded);
  if (packed === undefined) throw new Error('A text that was just encoded cannot be packed');
  return { kind: 'counted', packed };
}

function answer(job: number, result: CountingReply['result']): void {
  port.postMessage({ job, result } satisfies CountingReply);
}

let last = Promise.resolve();
port.on('message', (job: CountingJob) => {
  last = last
    .then(async () => answer(job.job, await work(job)))
    .catch((error: unknown) =>
      answer(job.job, { kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
});
