/** What can be compared with the build on screen: a sent request, or another set of parts. */
import type { LocatedSentRow } from '../analysis/compare/compare-sent';
import type { PartSetComparison } from '../assemblers/part-catalog/catalog/compare';

export interface CatalogComparison extends PartSetComparison {
  /** Files that were not read, and why. */
  readonly leftOut: readonly string[];
}

export interface SentComparison {
  /** What is wrong with the request's file, or was left out of it. */
  readonly notes: readonly string[];
  readonly rows: readonly LocatedSentRow[];
  /** The requests of the file, in order; one is compared. */
  readonly requests: readonly string[];
  /** 1-based. */
  readonly index: number;
}

/** A captured session beside what the folder builds as the same agent. */
export interface BuiltSent {
  readonly session: string;
  /** The number of the request in the session. */
  readonly request: number;
  readonly agent: string;
  /** SHA-256 of the request without what varies by run; null if the two differ. */
  readonly hash: string | null;
  /** Fields that vary by run and were not compared. */
  readonly volatile: readonly string[];
  /** Paths of other fields that differ. */
  readonly fields: readonly string[];
  readonly rows: readonly LocatedSentRow[];
  readonly notes: readonly string[];
}
