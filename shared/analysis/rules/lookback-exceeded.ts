import { breakpoint, nodeId } from '../../document/builders';
import type { NodeId } from '../../document/types';
import { visit } from '../../document/walk';
import { documentOf, user } from './example';
import type { Rule } from './types';

export const lookbackExceeded: Rule = {
  id: 'lookback-exceeded',
  title: 'More blocks added than the lookback reaches',
  severity: 'warning',
  about:
    'The provider walks back only so many blocks from a breakpoint to find what an earlier request ' +
    'wrote. Put a breakpoint in between.',
  check({ document, previous, limits: { lookback } }) {
    if (previous === undefined || lookback === null) return [];
    const idsBefore = new Set<NodeId>();
    visit(previous, ({ id }) => idsBefore.add(id));
    const marks = new Set(document.breakpoints.map(({ after }) => after));
    let added = 0;
    for (const { id } of document.messages) {
      added = idsBefore.has(id) ? 0 : added + 1;
      if (marks.has(id) && added >= lookback)
        return [
          {
            node: id,
            message: `${added} blocks were added before this breakpoint; only ${lookback} positions are looked at`,
          },
        ];
    }
    return [];
  },
  examples: {
    good: () => documentOf([user('a', 'a', 'L1'), user('b', 'b', 'L1')], [breakpoint(nodeId('b'), 'L1')]),
    bad: () =>
      documentOf(
        Array.from({ length: 30 }, (_, index) => user(`m${index}`, 'text', 'L1')),
        [breakpoint(nodeId('m29'), 'L1')],
      ),
    with: {
      limits: { minimum: null, markers: 4, lookback: 20 },
      previous: () => documentOf([user('m0', 'text', 'L1'), user('a', 'a', 'L1')]),
    },
  },
};
