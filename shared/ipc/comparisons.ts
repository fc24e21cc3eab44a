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
