import type { ChunkedEncoding } from '../incremental/chunked-encoding';
import type { TextView } from '../types';

/** An encoding read from a `tokenizer.json`. */
export interface FileEncoding extends ChunkedEncoding {
  /**
   * True if the text has a run without a safe cut that is too long to count as a whole; the count is then not exact.
   */
  isTooLong(text: TextView): boolean;
}

export type ReadEncoding =
  { readonly ok: true; readonly encoding: FileEncoding } | { readonly ok: false; readonly problem: string };

/** Reads a `tokenizer.json` as published with open models. A broken file returns the reason; never throws. */
export async function readTokenizerFile(id: string, json: string): Promise<ReadEncoding> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null) return { ok: false, problem: 'it is not a JSON object' };
    const { createFileEncoding } = await import('./file-tokenizer');
    return createFileEncoding(id, parsed);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
