/** Where a marker could be placed, and which of these places to try. */
import { breakpoint } from '../../document/builders';
import type { CacheBreakpoint, NodeId, PromptDocument, Tier } from '../../document/types';
import { lifetimeSeconds, type ModelRules } from '../packs/rule-pack';
import { requestOf } from '../simulate/blocks';
import { minimumState } from '../simulate/explain';
import { strictly } from '../packs/strictly';
import { prefixesOf, type Prefix } from '../simulate/prefix';
import type { Sending } from './expand-turns';

export type MarkerTtl = CacheBreakpoint['ttl'];

/** Longer lifetimes must come first. */
export const lifetimes = ['1h', '5m'] as const satisfies readonly MarkerTtl[];

/** One request of the script; each copy of a fan-out counts. */
export interface Sent {
  readonly at: number;
  readonly firstToken: number;
  readonly total: number;
  /** State after each candidate. */
  readonly prefixes: readonly Prefix[];
  /** Tokens up to each candidate; 0 where the prefix is too short to cache, as a marker there does nothing. */
  readonly reach: readonly number[];
}

export interface Candidate {
  readonly node: NodeId;
  readonly tier: CacheBreakpoint['tier'];
}

/** Tools, direct sections and messages that occur in every request, in order. */
export function candidatesOf(documents: readonly PromptDocument[]): readonly Candidate[] {
  const [first, ...others] = documents.map(placesIn);
  const otherNodes = others.map((places) => new Set(places.map(({ node }) => node)));
  return (first ?? []).filter(({ node }) => otherNodes.every((nodes) => nodes.has(node)));
}

function placesIn({ tools, messages }: PromptDocument): readonly Candidate[] {
  const place = (node: NodeId, tier: Tier): Candidate => ({ node, tier: tier === 'active' ? 'L3' : tier });
  return [
    ...tools.map(({ id, tier }) => place(id, tier)),
    ...messages.flatMap((message) => {
      const sections = message.children.flatMap((child) =>
        child.type === 'section' ? [place(child.id, child.tier)] : [],
      );
      // A marker after the last section equals the marker after the message.
      return [
        ...sections.slice(0, message.children.at(-1)?.type === 'section' ? -1 : undefined),
        place(message.id, message.tier),
      ];
    }),
  ];
}

export function sentOf(
  { counted, parameters, at, firstToken, count }: Sending,
  candidates: readonly Candidate[],
  rules: ModelRules,
): readonly Sent[] {
  const marks = candidates.map(({ node, tier }) => breakpoint(node, tier));
  const request = requestOf(counted.document, counted.analysis, marks, parameters);
  const all = prefixesOf(request, strictly(rules.pack));
  const byNode = new Map(request.blocks.map(({ id }, index) => [id, all[index]]));
  const prefixes = candidates.flatMap(({ node }) => byNode.get(node) ?? []);
  const reach = prefixes.map((prefix) => (isCacheable(prefix, rules.model.minimum) ? prefix.tokens : 0));
  return Array.from({ length: count }, () => ({ at, firstToken, total: all.at(-1)?.tokens ?? 0, prefixes, reach }));
}

/**
 * For each request, whether a marker at this candidate would be read if it were the only one. Says nothing where its
 * `reach` is 0.
 */
export function liveness(sent: readonly Sent[], candidate: number, seconds: number): readonly boolean[] {
  const entries = new Map<string, { readonly readableFrom: number; expiresAt: number }>();
  return sent.map(({ at, firstToken, prefixes }) => {
    const key = prefixes[candidate]?.key ?? '';
    const entry = entries.get(key);
    const isLive = entry !== undefined && entry.readableFrom <= at && at < entry.expiresAt;
    if (isLive) entry.expiresAt = at + seconds;
    else entries.set(key, { readableFrom: at + firstToken, expiresAt: at + seconds });
    return isLive;
  });
}

/** With more places, time and memory grow too much, so only every n-th is tried. */
const mostCandidates = 400;

/**
 * Places long enough to cache in a request; where the minimum is per increment, in every request. Neighbours that the
 * same requests read, with the same tokens in all of them, differ only in how many tokens a marker puts on each side.
 * The cost is linear between them, so the first or last is best and the rest is skipped.
 */
export function worthTrying(
  candidates: readonly Candidate[],
  sent: readonly Sent[],
  rules: ModelRules,
): readonly Candidate[] {
  const perIncrement = rules.pack.markers?.minimumPerIncrement === true;
  const isUsable = (index: number): boolean =>
    perIncrement
      ? sent.every(({ prefixes }) => isCacheable(prefixes[index], rules.model.minimum))
      : sent.some(({ prefixes }) => isCacheable(prefixes[index], rules.model.minimum));
  const usable = candidates.flatMap((candidate, index) => (isUsable(index) ? [{ candidate, index }] : []));
  const seconds = lifetimes.map((ttl) => lifetimeSeconds(rules, ttl) ?? Number.POSITIVE_INFINITY);
  const signs = usable.map(({ index }) =>
    seconds.map((each) => liveness(sent, index, each).map(Number).join('')).join(' '),
  );
  const isStep = (at: number): boolean => {
    const [from, to] = [usable[at - 1]?.index, usable[at]?.index];
    if (from === undefined || to === undefined || signs[at - 1] !== signs[at]) return true;
    const reached = sent.flatMap(({ reach }) =>
      reach[to] === 0 && reach[from] === 0 ? [] : [(reach[to] ?? 0) - (reach[from] ?? 0)],
    );
    return new Set(reached).size > 1;
  };
  const steps = usable.map((_, at) => isStep(at));
  const ends = perIncrement ? usable : usable.filter((_, at) => steps[at] === true || steps[at + 1] !== false);
  const every = Math.ceil(ends.length / mostCandidates);
  return ends.filter((_, at) => at % every === 0 || at === ends.length - 1).map(({ candidate }) => candidate);
}

export function isCacheable(prefix: Prefix | undefined, minimum: number | null): boolean {
  return prefix !== undefined && minimumState(prefix, minimum) !== 'below';
}
