/** What a captured session says about the cache: input, and what is found out request by request. */
import type { CountedDocument } from '../../analysis/types';
import type { ChangedWords } from '../bill/types';
import type { Usage } from '../usage/usage';

/** One request to a model, as it was captured. Times are seconds. */
export interface CapturedRequest extends CountedDocument {
  /** Its number in the session, from 1. */
  readonly number: number;
  /** `turn`, `compaction`, `title` and so on. */
  readonly kind: string;
  readonly thread: string | null;
  /** Since 1970. */
  readonly at: number;
  /** After `at`, until the response began and ended; null: not known. */
  readonly firstByte: number | null;
  readonly ended: number | null;
  /** Null while there is no complete response, or if it reports nothing. */
  readonly usage: Usage | null;
  /** The provider refused it, or the connection broke: it wrote nothing that could be read. */
  readonly failed: boolean;
}

/** Tokens from `low` to `high`; equal if the provider reported them. */
export interface Extent {
  readonly low: number;
  readonly tokens: number;
  readonly high: number;
}

export const missCauses = [
  'edit',
  'model',
  'parameter',
  'expired',
  'concurrent',
  'lookback',
  'minimum',
  'no-marker',
  'automatic',
  'cleared',
] as const;
export type MissCause = (typeof missCauses)[number];

/** Where a request first differs from the one before it in its conversation. */
export interface EditPlace extends ChangedWords {
  /** The section or tool, as shown to people. */
  readonly name: string;
}

/** One explanation, kept or struck out. */
export interface Explained {
  readonly cause: MissCause;
  /** What is known about it, in words. */
  readonly fact: string;
}

/**
 * What became of a request in the cache. `hit`: everything that could be read was. `first`: nothing was there to be
 * read. `explained`: one explanation is left. `open`: several are left. `provider`: none is left. `unseen`: more was
 * read than this session wrote. `unknown`: nothing was reported, or no rules are known.
 */
export type Verdict = 'hit' | 'first' | 'explained' | 'open' | 'provider' | 'unseen' | 'unknown';

export interface MissAnswer {
  readonly verdict: Verdict;
  /** One sentence. */
  readonly text: string;
  /** Consistent with the reported numbers. Several in one list act together. */
  readonly left: readonly (readonly Explained[])[];
  readonly struck: readonly Explained[];
  /** Tokens that could have been read and were not. */
  readonly lost: number;
  /** US dollars paid for them beyond the price of reading; null if a price is unknown. */
  readonly lostCost: number | null;
  readonly edit: EditPlace | null;
}
