import type { PackedChunks } from '../../../shared/tokenizers/incremental/chunked-encoding';
import type { EncodingId } from '../../../shared/tokenizers/types';

export interface CountingData {
  /** One number: every job up to it is cancelled. */
  readonly stopped: SharedArrayBuffer;
}

/** A workspace's own tokenizer. */
export interface OwnTokenizer {
  readonly id: string;
  /** Changes whenever the file may have changed. */
  readonly stamp: string;
  /** The file's bytes; left out when the worker has them. */
  readonly json?: Uint8Array;
}

export type CountingVocabulary = EncodingId | OwnTokenizer;

export interface CountingTask {
  readonly vocabulary: CountingVocabulary;
  /**
   * Texts with the same key are versions of one text: their common part is not counted again. Without a key, the whole
   * text is counted.
   */
  readonly key?: string;
  readonly text: string;
  /** Not cancelled by later jobs. */
  readonly isAside?: boolean;
}

export interface CountingJob extends CountingTask {
  readonly job: number;
}

export type CountingResult =
  | { readonly kind: 'counted'; readonly packed: PackedChunks }
  /** The job was cancelled. */
  | { readonly kind: 'stopped' }
  /** The workspace's own tokenizer cannot count this text. */
  | { readonly kind: 'unusable'; readonly problem: string };

export interface CountingReply {
  readonly job: number;
  readonly result: CountingResult | { readonly kind: 'failed'; readonly message: string };
}
