import type { Analysis } from '../analysis/types';
import { breakpoint } from '../document/builders';
import { tiers, type CacheBreakpoint, type NodeId, type PromptDocument, type Tier } from '../document/types';

/**
 * Breakpoints for a design that has none of its own: behind the last section of each tier, slowest tiers first, as long as
 * nothing faster stands before it. At most `limit`.
 */
export function suggestBreakpoints(document: PromptDocument, analysis: Analysis, limit: number): readonly CacheBreakpoint[] {
  if (document.breakpoints.length > 0) return document.breakpoints;
  const ends = new Map<Exclude<Tier, 'active'>, NodeId>();
  let fastest = 0;
  for (const message of document.messages) {
    const nodes = message.children.some(({ type }) => type === 'section') ? message.children : [message];
    for (const node of nodes) {
      if (node.type !== 'section' && node.type !== 'message') continue;
      if (node.tier === 'active') return toBreakpoints(ends, analysis, limit);
      const pace = tiers.indexOf(node.tier);
      fastest = Math.max(fastest, pace);
      const tier = tiers[fastest];
      if (tier !== undefined && tier !== 'active') ends.set(tier, node.id);
    }
  }
  return toBreakpoints(ends, analysis, limit);
}

function toBreakpoints(ends: ReadonlyMap<Exclude<Tier, 'active'>, NodeId>, analysis: Analysis, limit: number): readonly CacheBreakpoint[] {
  return [...ends]
    .filter(([, id]) => (analysis.tokens[id]?.tokens ?? 0) > 0)
    .slice(0, limit)
    .map(([tier, id]) => breakpoint(id, tier));
}
