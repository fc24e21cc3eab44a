import type { Analysis } from '../../analysis/types';
import { breakpoint } from '../../document/builders';
import {
  tiers,
  type CacheBreakpoint,
  type NodeId,
  type PromptDocument,
  type PromptMessage,
  type Tier,
} from '../../document/types';
import { prefixTokens } from '../../analysis/count/prefix-tokens';
import { breakpointUse } from '../packs/breakpoint-use';
import type { ModelRules } from '../packs/rule-pack';

const usualLimit = 4;

/**
 * The document's own breakpoints. For a design without any, and a model that is known to take some: where its prefixes
 * end, at most as many as the provider allows.
 */
export function suggestBreakpoints(
  document: PromptDocument,
  analysis: Analysis,
  rules: ModelRules,
): readonly CacheBreakpoint[] {
  if (breakpointUse(rules).kind !== 'taken') return document.breakpoints;
  // OpenAI takes none on what the assistant said or called.
  const isMarkable = ({ role }: PromptMessage): boolean => rules.algorithm !== 'openai' || role !== 'assistant';
  return prefixEnds(document, analysis, rules, isMarkable);
}

/**
 * The document's own breakpoints. For a design without any: after the last section of each tier, up to the first text
 * that changes every turn. Those certainly below the provider's minimum are dropped; if all are, the last one stays, so
 * that it can be reported.
 */
export function prefixEnds(
  document: PromptDocument,
  analysis: Analysis,
  { pack, model }: Pick<ModelRules, 'pack' | 'model'>,
  isMarkable: (message: PromptMessage) => boolean = () => true,
): readonly CacheBreakpoint[] {
  if (document.breakpoints.length > 0) return document.breakpoints;
  const prefixes = prefixTokens(document, analysis);
  const ends = [...tierEnds(document, isMarkable)].filter(([, id]) => (prefixes.get(id)?.tokens ?? 0) > 0);
  const cacheable = ends.filter(([, id]) => (prefixes.get(id)?.high ?? 0) >= (model.minimum ?? 0));
  return (cacheable.length === 0 ? ends.slice(-1) : cacheable.slice(-(pack.markers?.limit ?? usualLimit))).map(
    ([tier, id]) => breakpoint(id, tier),
  );
}

function tierEnds(
  document: PromptDocument,
  isMarkable: (message: PromptMessage) => boolean,
): ReadonlyMap<Exclude<Tier, 'active'>, NodeId> {
  const ends = new Map<Exclude<Tier, 'active'>, NodeId>();
  let fastest = 0;
  for (const message of document.messages) {
    const nodes = message.children.some(({ type }) => type === 'section') ? message.children : [message];
    for (const node of nodes) {
      if (node.type !== 'section' && node.type !== 'message') continue;
      if (node.tier === 'active') return ends;
      const pace = tiers.indexOf(node.tier);
      fastest = Math.max(fastest, pace);
      const tier = tiers[fastest];
      if (tier !== undefined && tier !== 'active' && isMarkable(message)) ends.set(tier, node.id);
    }
  }
  return ends;
}
