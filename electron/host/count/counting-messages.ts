import type { PackedChunks } from '../../../shared/tokenizers/incremental/chunked-encoding';
import type { EncodingId } from '../../../shared/tokenizers/types';

export interface CountingData {
  /** One number: every job up to it is no longer wanted. */
  readonly stopped: SharedArrayBuffer;
}

/** A workspace's own tokenizer. */
export interface OwnTokenizer {
  readonly id: string;
  /** Differs whenever the file may differ. */
  readonly stamp: string;
  /** The file, left out when the worker has it. */
  readonly json?: Uint8Array;
}

export type CountingVocabulary = EncodingId | OwnTokenizer;

export interface CountingTask {
  readonly vocabulary: CountingVocabulary;
  /**
   * Texts with the same key follow one another: what they have in common is not counted again. Without one, it stands
   * alone.
   */
  readonly key?: string;
  readonly text: string;
  /** Wanted whatever comes after it. */
  readonly isAside?: boolean;
}

export interface CountingJob extends CountingTask {
  readonly job: number;
}

export type CountingResult =
  | { readonly kind: 'counted'; readonly packed: PackedChunks }
  /** Nobody wants it any more. */
  | { readonly kind: 'stopped' }
  /** The workspace's own tokenizer cannot count this. */
  | { readonly kind: 'unusable'; readonly problem: string };

export interface CountingReply {
  readonly job: number;
  readonly result: CountingResult | { readonly kind: 'failed'; readonly message: string };
}
