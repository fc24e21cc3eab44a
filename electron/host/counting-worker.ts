/** Counts long texts beside the main thread. A job that is no longer wanted stops between two chunks and keeps what it has. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ChunkedEncoding } from '../../shared/tokenizers/chunked-encoding';
import { readTokenizerFile } from '../../shared/tokenizers/file-encoding';
import { loadVocabulary } from '../../shared/tokenizers/load';
import type { Encoded } from '../../shared/tokenizers/types';
import type { CountingData, CountingJob, CountingReply, CountingVocabulary, TokenizerText } from './counting-messages';

if (parentPort === null) throw new Error('This module is a worker');
const port = parentPort;

// The one that starts us passes exactly this.
const stopped = new Int32Array((workerData as CountingData).stopped);
const begun = new Map<string, Encoded>();

let own: { readonly stamp: string; readonly loading: Promise<ChunkedEncoding> } | undefined;

function encodingOf(vocabulary: CountingVocabulary): Promise<ChunkedEncoding> {
  if (typeof vocabulary === 'string') return loadVocabulary(vocabulary);
  if (own?.stamp !== vocabulary.stamp) own = { stamp: vocabulary.stamp, loading: readOwn(vocabulary) };
  return own.loading;
}

async function readOwn({ id, json }: TokenizerText): Promise<ChunkedEncoding> {
  if (json === undefined) throw new Error(`The text of ${id} was not sent`);
  const read = await readTokenizerFile(id, json);
  if (!read.ok) throw new Error(read.problem);
  return read.encoding;
}

async function work({ job, vocabulary, key, text }: CountingJob): Promise<void> {
  const isStopped = (): boolean => Atomics.load(stopped, 0) >= job;
  const encoding = await encodingOf(vocabulary);
  const name = `${typeof vocabulary === 'string' ? vocabulary : vocabulary.stamp} ${key}`;
  // One chunk may be all of the text.
  if (isStopped()) {
    port.postMessage({ job } satisfies CountingReply);
    return;
  }
  const encoded = encoding.encodeUntil(text, begun.get(name), isStopped);
  if (encoded.text.length < text.length) {
    begun.set(name, encoded);
    port.postMessage({ job } satisfies CountingReply);
    return;
  }
  begun.delete(name);
  const packed = encoding.pack(encoded);
  if (packed === undefined) throw new Error('A text that was just encoded cannot be packed');
  port.postMessage({ job, packed } satisfies CountingReply, [packed.offsets.buffer, packed.sums.buffer, ...(packed.starts === undefined ? [] : [packed.starts.buffer])]);
}

let last = Promise.resolve();
port.on('message', (job: CountingJob) => {
  last = last.then(() => work(job)).catch((error: unknown) => port.postMessage({ job: job.job, failed: error instanceof Error ? error.message : String(error) } satisfies CountingReply));
});
