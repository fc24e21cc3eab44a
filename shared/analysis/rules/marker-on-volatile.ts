import { extentOf } from '../../document/extent';
import type { NodeId } from '../../document/types';
import { isClock } from './clock-in-prefix';
import { clock, marked, part, system } from './example';
import type { Rule, RuleContext } from './types';

export const markerOnVolatile: Rule = {
  id: 'marker-on-volatile',
  title: 'A breakpoint on text that changes every turn',
  severity: 'warning',
  about:
    'A breakpoint after text that is never the same writes the cache each time and never reads it. ' +
    'Move it before that text.',
  check(context) {
    const { document } = context;
    if (document.breakpoints.length === 0) return [];
    const places = volatileBefore(context);
    return document.breakpoints.flatMap(({ after }) => {
      const what = places.get(after);
      return what === undefined
        ? []
        : [
            {
              node: after,
              message:
                `${what === 'clock' ? 'The clock' : 'Text that changes every turn'} comes right before this ` +
                'breakpoint',
            },
          ];
    });
  },
  examples: {
    good: () => marked(system(part('A', 'L0', 'a'), part('Context', 'L3', [clock()])), { id: 'system/A' }),
    bad: () => marked(system(part('A', 'L0', 'a'), part('Context', 'L3', [clock()])), { id: 'system' }),
  },
};

/** For every message and direct section, the first volatile text at or before its end. */
function volatileBefore({
  document,
  layouts,
  machineOrCutLeaves,
}: RuleContext): ReadonlyMap<NodeId, 'clock' | 'active'> {
  const found = new Map<NodeId, 'clock' | 'active'>();
  let what: 'clock' | 'active' | undefined;
  for (const [index, message] of document.messages.entries()) {
    const layout = layouts[index];
    const clockAt =
      machineOrCutLeaves[index]?.find((leaf) => layout !== undefined && isClock(layout, leaf))?.start ??
      Number.POSITIVE_INFINITY;
    const see = (id: NodeId, isActive: boolean, start: number, end: number): void => {
      if (end > clockAt) what ??= 'clock';
      else if (isActive && end > start) what ??= 'active';
      if (what !== undefined) found.set(id, what);
    };
    const { starts, length } = extentOf(message);
    for (const [at, child] of message.children.entries()) {
      if (child.type !== 'text')
        see(child.id, child.type === 'section' && child.tier === 'active', starts[at] ?? 0, starts[at + 1] ?? length);
    }
    see(message.id, message.tier === 'active', 0, length);
  }
  return found;
}
