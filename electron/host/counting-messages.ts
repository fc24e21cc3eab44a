import type { PackedChunks } from '../../shared/tokenizers/chunked-encoding';
import type { EncodingId } from '../../shared/tokenizers/types';

/** The text of a workspace's own tokenizer. */
export interface TokenizerText {
  readonly id: string;
  /** Differs whenever the text does. */
  readonly stamp: string;
  /** Left out when the worker has it. */
  readonly json?: string;
}

export type CountingVocabulary = EncodingId | TokenizerText;

export interface CountingData {
  /** One number: every job up to it is no longer wanted. */
  readonly stopped: SharedArrayBuffer;
}

export interface CountingJob {
  readonly job: number;
  readonly vocabulary: CountingVocabulary;
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
