/** What the window asks of the cache beyond the predictions themselves: against which build, under whose rules. */
import { z } from 'zod';
import type { EditCostView } from './cache-view';

/** The first build after opening, the last one marked as sent, or one that was pinned. */
export const referenceName = z.enum(['opened', 'sent', 'pinned']);
export type ReferenceName = z.infer<typeof referenceName>;

/** What is taken to have been sent before the build on screen: nothing (the cache is cold), or a build (it is warm). */
export const sentBefore = z.enum(['nothing', ...referenceName.options]);
export type SentBefore = z.infer<typeof sentBefore>;

/** Breakpoints to try in place of the design's own. */
export const triedBreakpoints = z
  .array(z.object({ after: z.string().max(4096), tier: z.enum(['L0', 'L1', 'L2', 'L3']), ttl: z.enum(['5m', '1h']) }))
  .max(50);
export type TriedBreakpoints = z.infer<typeof triedBreakpoints>;

/** The same with the marker that moves with the end of the request, if there is one. */
export const tried = z.object({ breakpoints: triedBreakpoints, end: z.enum(['5m', '1h', 'off']) });
export type Tried = z.infer<typeof tried>;

export interface ReferenceInfo {
  readonly name: ReferenceName;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly modelId: string;
}

/** What sending the build on screen would cost, after what the page assumed. */
export interface EditCostReply {
  readonly revision: number;
  /** What is taken to have been sent before; null when nothing is. */
  readonly against: ReferenceInfo | null;
  readonly references: readonly ReferenceInfo[];
  /** Null where nobody publishes caching rules for the provider of the model on screen. */
  readonly cost: EditCostView | null;
}

/** Whose rules a script can be played under. */
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
