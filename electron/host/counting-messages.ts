import type { PackedChunks } from '../../shared/tokenizers/bpe';
import type { EncodingId } from '../../shared/tokenizers/types';

export interface CountingData {
  /** One number: every job up to it is no longer wanted. */
  readonly stopped: SharedArrayBuffer;
}

export interface CountingJob {
  readonly job: number;
  readonly encoding: EncodingId;
  /** Texts with the same key follow one another: a stopped one is gone on from. */
  readonly key: string;
  readonly text: string;
}

/** Without a result when the job was stopped. */
export interface CountingReply {
  readonly job: number;
  readonly packed?: PackedChunks;
  readonly failed?: string;
}
