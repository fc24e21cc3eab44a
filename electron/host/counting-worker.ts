/** Counts long texts beside the main thread. A job that is no longer wanted stops between two chunks and keeps what it has. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadVocabulary } from '../../shared/tokenizers/load';
import type { Encoded } from '../../shared/tokenizers/types';
import type { CountingData, CountingJob, CountingReply } from './counting-messages';

if (parentPort === null) throw new Error('This module is a worker');
const port = parentPort;

// The one that starts us passes exactly this.
const stopped = new Int32Array((workerData as CountingData).stopped);
const begun = new Map<string, Encoded>();

async function work({ job, encoding: id, key, text }: CountingJob): Promise<void> {
  const encoding = await loadVocabulary(id);
  const name = `${id} ${key}`;
  const encoded = encoding.encodeUntil(text, begun.get(name), () => Atomics.load(stopped, 0) >= job);
  if (encoded.text.length < text.length) {
    begun.set(name, encoded);
    port.postMessage({ job } satisfies CountingReply);
    return;
  }
  begun.delete(name);
  const packed = encoding.pack(encoded);
  if (packed === undefined) throw new Error('A text that was just encoded cannot be packed');
  port.postMessage({ job, packed } satisfies CountingReply, [packed.offsets.buffer, packed.sums.buffer]);
}

let last = Promise.resolve();
port.on('message', (job: CountingJob) => {
  last = last.then(() => work(job)).catch((error: unknown) => port.postMessage({ job: job.job, failed: error instanceof Error ? error.message : String(error) } satisfies CountingReply));
});
