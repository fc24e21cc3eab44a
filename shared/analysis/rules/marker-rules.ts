/** Rules about cache breakpoints (markers); the numbers come from the provider's rule pack. */
import { breakpoint, nodeId } from '../../document/builders';
import type { CacheBreakpoint, NodeId } from '../../document/types';
import { nodeText, pathTo, visit } from '../../document/walk';
import { clock, documentOf, marked, part, system, user } from './example';
import type { Rule, RuleContext } from './types';

function prefixTokens({ document, analysis }: RuleContext, mark: CacheBreakpoint): number {
  const path = pathTo(document, mark.after);
  const messageId = path[0]?.id;
  let sum = document.tools.reduce((all, tool) => all + (analysis.tokens[tool.id]?.tokens ?? 0), 0);
  for (const message of document.messages) {
    if (message.id !== messageId) {
      sum += analysis.tokens[message.id]?.tokens ?? 0;
      continue;
    }
    if (mark.after === message.id) return sum + (analysis.tokens[message.id]?.tokens ?? 0);
    for (const child of message.children) {
      if (child.type === 'section') sum += analysis.tokens[child.id]?.tokens ?? 0;
      if (child.type !== 'text' && child.id === mark.after) return sum;
    }
  }
  return sum;
}

export const markerBelowMinimum: Rule = {
  id: 'marker-below-minimum',
  title: 'A breakpoint below the minimum',
  severity: 'info',
  about: "The prefix up to this breakpoint is shorter than the provider's minimum, so it is silently not cached. Move the breakpoint behind more text.",
  check(context) {
    const { minimum } = context.limits;
    if (minimum === null) return [];
    return context.document.breakpoints.flatMap((mark) => {
      const tokens = prefixTokens(context, mark);
      return tokens >= minimum ? [] : [{ node: mark.after, message: `${tokens} tokens up to this breakpoint, the model caches from ${minimum}` }];
    });
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.')),
    bad: () => marked(system(part('A', 'L0', 'Short.')), { id: 'system' }),
    with: { limits: { minimum: 1024, markers: 4, lookback: 20 } },
  },
};

export const tooManyMarkers: Rule = {
  id: 'too-many-markers',
  title: 'Too many breakpoints',
  severity: 'error',
  about: 'The provider refuses a request with more breakpoints than it allows. Keep the ones behind the slowest text.',
  check({ document, limits }) {
    const extra = limits.markers === null ? [] : document.breakpoints.slice(limits.markers);
    return extra.map((mark) => ({ node: mark.after, message: `Breakpoint ${document.breakpoints.indexOf(mark) + 1} of at most ${limits.markers}` }));
  },
  examples: {
    good: () => marked(system(part('A', 'L0', 'a')), { id: 'system' }),
    bad: () => documentOf(['a', 'b', 'c', 'd', 'e'].map((id) => user(id, id, 'L1')), ['a', 'b', 'c', 'd', 'e'].map((id) => breakpoint(nodeId(id), 'L1'))),
    with: { limits: { minimum: null, markers: 4, lookback: 20 } },
  },
};

export const lifetimesOutOfOrder: Rule = {
  id: 'lifetimes-out-of-order',
  title: 'A long lifetime behind a short one',
  severity: 'error',
  about: 'Breakpoints that live an hour must stand before those that live five minutes. Swap them, or give both the same lifetime.',
  check({ document }) {
    return document.breakpoints.flatMap((mark, index) =>
      mark.ttl === '1h' && document.breakpoints.slice(0, index).some((earlier) => earlier.ttl === '5m') ? [{ node: mark.after, message: 'This one-hour breakpoint stands behind a five-minute one' }] : [],
    );
  },
  examples: {
    good: () => documentOf([user('a', 'a', 'L0'), user('b', 'b', 'L1')], [breakpoint(nodeId('a'), 'L0', '1h'), breakpoint(nodeId('b'), 'L1', '5m')]),
    bad: () => documentOf([user('a', 'a', 'L0'), user('b', 'b', 'L1')], [breakpoint(nodeId('a'), 'L0', '5m'), breakpoint(nodeId('b'), 'L1', '1h')]),
  },
};

export const markerOnVolatile: Rule = {
  id: 'marker-on-volatile',
  title: 'A breakpoint on text that changes every turn',
  severity: 'warning',
  about: 'A breakpoint behind text that is never the same writes the cache each time and never reads it. Move it before that text.',
  check({ document, layouts }) {
    return document.breakpoints.flatMap((mark) => {
      const node = pathTo(document, mark.after).at(-1);
      if (node === undefined) return [];
      const isActive = node.type === 'message' || node.type === 'section' ? node.tier === 'active' : false;
      const layout = layouts.find((each) => each.message === pathTo(document, mark.after)[0]?.id);
      const span = layout?.nodes.find(({ id }) => id === mark.after);
      const hasClock = layout?.leaves.some(({ start, end, origin }) => span !== undefined && start >= span.start && end <= span.end && origin.kind === 'environment' && origin.key === 'now') ?? false;
      return isActive || hasClock ? [{ node: mark.after, message: hasClock ? 'The clock stands in front of this breakpoint' : 'The text in front of this breakpoint changes every turn' }] : [];
    });
  },
  examples: {
    good: () => marked(system(part('A', 'L0', 'a')), { id: 'system' }),
    bad: () => marked(system(part('A', 'L0', 'a'), part('Context', 'L3', [clock()])), { id: 'system' }),
  },
};

export const lookbackExceeded: Rule = {
  id: 'lookback-exceeded',
  title: 'More blocks added than the lookback reaches',
  severity: 'warning',
  about: 'The provider walks back only so many blocks from a breakpoint to find what an earlier request wrote. Put a breakpoint in between.',
  check({ document, previous, limits }) {
    if (previous === undefined || limits.lookback === null) return [];
    const known = new Set<NodeId>();
    visit(previous, (node) => known.add(node.id));
    const marks = new Set(document.breakpoints.map((mark) => mark.after));
    let added = 0;
    for (const message of document.messages) {
      added = known.has(message.id) ? 0 : added + 1;
      if (!marks.has(message.id)) continue;
      if (added >= limits.lookback && nodeText(message) !== '') return [{ node: message.id, message: `${added} blocks were added before this breakpoint; only ${limits.lookback} positions are looked at` }];
    }
    return [];
  },
  examples: {
    good: () => documentOf([user('a', 'a', 'L1'), user('b', 'b', 'L1')], [breakpoint(nodeId('b'), 'L1')]),
    bad: () => documentOf(Array.from({ length: 30 }, (_, index) => user(`m${index}`, 'text', 'L1')), [breakpoint(nodeId('m29'), 'L1')]),
    with: { limits: { minimum: null, markers: 4, lookback: 20 }, previous: () => documentOf([user('m0', 'text', 'L1'), user('a', 'a', 'L1')]) },
  },
};
