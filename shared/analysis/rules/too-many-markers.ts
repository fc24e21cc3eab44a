import { breakpoint, nodeId } from '../../document/builders';
import { documentOf, marked, part, system, user } from './example';
import type { Rule } from './types';

export const tooManyMarkers: Rule = {
  id: 'too-many-markers',
  title: 'Too many breakpoints',
  severity: 'error',
  about:
    'The provider refuses a request with more breakpoints than it allows. Keep those after the text that ' +
    'changes least.',
  check({ document, limits }) {
    const limit = limits.markers ?? Number.POSITIVE_INFINITY;
    return document.breakpoints
      .slice(limit)
      .map((mark, index) => ({ node: mark.after, message: `Breakpoint ${limit + index + 1} of at most ${limit}` }));
  },
  examples: {
    good: () => marked(system(part('A', 'L0', 'a')), { id: 'system' }),
    bad: () =>
      documentOf(
        ['a', 'b', 'c', 'd', 'e'].map((id) => user(id, id, 'L1')),
        ['a', 'b', 'c', 'd', 'e'].map((id) => breakpoint(nodeId(id), 'L1')),
      ),
    with: { limits: { minimum: null, markers: 4, lookback: 20 } },
  },
};
