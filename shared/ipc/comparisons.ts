/** What is laid beside the build on screen: a request that was sent, another set of parts. */
import type { LocatedSentRow } from '../analysis/compare/compare-sent';
import type { PartSetComparison } from '../assemblers/part-catalog/catalog/compare';

export interface CatalogComparison extends PartSetComparison {
  /** Files that were not read, and why. */
  readonly leftOut: readonly string[];
}

export interface SentComparison {
  /** What of the request's file was left out, or is wrong with it. */
  readonly notes: readonly string[];
  readonly rows: readonly LocatedSentRow[];
  /** The requests of the file in their order; one is compared. */
  readonly requests: readonly string[];
  /** From 1. */
  readonly index: number;
}
