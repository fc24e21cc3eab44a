import type { ChunkedEncoding } from '../incremental/chunked-encoding';
import type { TextView } from '../types';

/** A `tokenizer.json` that counts. */
export interface FileEncoding extends ChunkedEncoding {
  /** The text has a run without a safe cut that is too long to be counted as a whole: its count is not exact. */
  isTooLong(text: TextView): boolean;
}

export type ReadEncoding =
  { readonly ok: true; readonly encoding: FileEncoding } | { readonly ok: false; readonly problem: string };

/** A `tokenizer.json` as published with open models. One that is broken says why; it never throws. */
export async function readTokenizerFile(id: string, json: string): Promise<ReadEncoding> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null) return { ok: false, problem: 'it is no JSON object' };
    const { createFileEncoding } = await import('./file-tokenizer');
    return createFileEncoding(id, parsed);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
