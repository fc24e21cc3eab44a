import type { NodeId, PromptDocument } from '../../document/types';
import { isClock } from './clock-in-prefix';
import { clock, marked, part, system } from './example';
import type { Rule, RuleContext } from './types';

export const markerOnVolatile: Rule = {
  id: 'marker-on-volatile',
  title: 'A breakpoint on text that changes every turn',
  severity: 'warning',
  about: 'A breakpoint behind text that is never the same writes the cache each time and never reads it. Move it before that text.',
  check(context) {
    const { document } = context;
    if (document.breakpoints.length === 0) return [];
    const places = volatileBefore(context);
    return document.breakpoints.flatMap(({ after }) => {
      const what = places.get(after);
      return what === undefined ? [] : [{ node: after, message: `${what === 'clock' ? 'The clock' : 'Text that changes every turn'} stands in front of this breakpoint` }];
    });
  },
  examples: {
    good: () => marked(system(part('A', 'L0', 'a'), part('Context', 'L3', [clock()])), { id: 'system/A' }),
    bad: () => marked(system(part('A', 'L0', 'a'), part('Context', 'L3', [clock()])), { id: 'system' }),
  },
};

/** For every message and direct section: the first volatile text at or before its end. */
function volatileBefore({ document, layouts }: RuleContext): ReadonlyMap<NodeId, 'clock' | 'active'> {
  const found = new Map<NodeId, 'clock' | 'active'>();
  let what: 'clock' | 'active' | undefined;
  for (const [index, layout] of layouts.entries()) {
    const active = activeSections(document.messages[index]);
    const clockAt = layout.leaves.find((leaf) => isClock(layout, leaf))?.start ?? Number.POSITIVE_INFINITY;
    for (const { id, depth, end, start } of [...layout.nodes.slice(1), ...layout.nodes.slice(0, 1)]) {
      if (depth > 1) continue;
      if (end > clockAt) what ??= 'clock';
      else if (active.has(id) && end > start) what ??= 'active';
      if (what !== undefined) found.set(id, what);
    }
  }
  return found;
}

function activeSections(message: PromptDocument['messages'][number] | undefined): ReadonlySet<NodeId> {
  if (message === undefined) return new Set();
  const sections = message.children.flatMap((child) => (child.type === 'section' && child.tier === 'active' ? [child.id] : []));
  return new Set(message.tier === 'active' ? [...sections, message.id] : sections);
}
