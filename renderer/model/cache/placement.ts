import type { CacheBreakpoint, NodeId, PromptDocument, Tier } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import type { EditCostView, OptimumView } from '../../../shared/ipc/cache/cache-view';

type Placement = Pick<OptimumView, 'breakpoints' | 'end'>;

/** “3 breakpoints”; the one that moves with the end of the request is one of them. */
export function placementText({ breakpoints, end }: Placement): string {
  const number = breakpoints.length + (end === 'off' ? 0 : 1);
  const moving = end === 'off' ? '' : number === 1 ? ', at the end of the request' : ', one at the end of the request';
  return `${number === 0 ? 'no' : number} breakpoint${number === 1 ? '' : 's'}${moving}`;
}

export interface PlacementOf {
  readonly provider: string;
  readonly model: string;
  readonly cost: Pick<EditCostView, 'outcome'> | null;
  name(id: NodeId): string;
}

/**
 * Tried breakpoints as JSON, to put them into code: the node before each, its lifetime, and the tokens up to it.
 * `strata cache --breakpoints` reads this form.
 */
export function placementJson({ breakpoints, end }: Placement, { provider, model, cost, name }: PlacementOf): string {
  const rows = breakpoints.map(({ after, tier, ttl }) => ({
    after,
    name: name(after),
    tier,
    ttl,
    tokens: cost?.outcome.markers.find(({ node }) => node === after)?.tokens ?? null,
  }));
  return `${JSON.stringify({ version: 1, suggested: true, provider, model, breakpoints: rows, end }, null, 2)}\n`;
}

/** The tier of what a breakpoint stands after. It has itself none for what changes with each request. */
export function tierAfter(document: PromptDocument, { after, tier }: Pick<CacheBreakpoint, 'after' | 'tier'>): Tier {
  const node = findNode(document, after);
  const isActive = (node?.type === 'section' || node?.type === 'message') && node.tier === 'active';
  return isActive ? 'active' : tier;
}
