/** The cache panel's inputs beyond the predictions: which build to compare with, and whose rules to use. */
import { z } from 'zod';
import type { EditCostView } from './cache-view';

/** The first build after opening, the last one marked as sent, or a pinned one. */
export const referenceName = z.enum(['opened', 'sent', 'pinned']);
export type ReferenceName = z.infer<typeof referenceName>;

/** What was sent before the build on screen: nothing (cold cache) or a build (warm cache). */
export const sentBefore = z.enum(['nothing', ...referenceName.options]);
export type SentBefore = z.infer<typeof sentBefore>;

/** Breakpoints to try instead of the design's own. */
export const triedBreakpoints = z
  .array(z.object({ after: z.string().max(4096), tier: z.enum(['L0', 'L1', 'L2', 'L3']), ttl: z.enum(['5m', '1h']) }))
  .max(50);
export type TriedBreakpoints = z.infer<typeof triedBreakpoints>;

/** Same, with the marker that moves with the end of the request, if any. */
export const tried = z.object({ breakpoints: triedBreakpoints, end: z.enum(['5m', '1h', 'off']) });
export type Tried = z.infer<typeof tried>;

export interface ReferenceInfo {
  readonly name: ReferenceName;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly modelId: string;
  /** Sent for another model than the one on screen: nothing of it is read. */
  readonly ofOtherModel: boolean;
}

/** What sending the build on screen would cost, given the page's assumption. */
export interface EditCostReply {
  readonly revision: number;
  /** What is assumed to have been sent before; null for nothing. */
  readonly against: ReferenceInfo | null;
  readonly references: readonly ReferenceInfo[];
  /** Null if no caching rules are published for the provider of the model on screen. */
  readonly cost: EditCostView | null;
}

/** A provider whose rules a script can be run under. */
export interface CacheTarget {
  readonly provider: string;
  readonly title: string;
  readonly asOf: string;
  readonly models: readonly {
    readonly id: string;
    readonly minimum: number | null;
    readonly inputPrice: number | null;
  }[];
}
