import { breakpoint, nodeId } from '../../document/builders';
import { documentOf, user } from './example';
import type { Rule } from './types';

export const lifetimesOutOfOrder: Rule = {
  id: 'lifetimes-out-of-order',
  title: 'A long lifetime after a short one',
  severity: 'error',
  about:
    'Breakpoints that live an hour must come before those that live five minutes. Swap them, or ' +
    'give both the same lifetime.',
  check({ document, limits: { markers } }) {
    // Order matters only to a provider with explicit markers and lifetimes.
    if (markers === null) return [];
    const firstShort = document.breakpoints.findIndex(({ ttl }) => ttl === '5m');
    if (firstShort === -1) return [];
    return document.breakpoints
      .slice(firstShort)
      .flatMap(({ ttl, after }) =>
        ttl === '1h' ? [{ node: after, message: 'This one-hour breakpoint comes after a five-minute one' }] : [],
      );
  },
  examples: {
    good: () =>
      documentOf(
        [user('a', 'a', 'L0'), user('b', 'b', 'L1')],
        [breakpoint(nodeId('a'), 'L0', '1h'), breakpoint(nodeId('b'), 'L1', '5m')],
      ),
    bad: () =>
      documentOf(
        [user('a', 'a', 'L0'), user('b', 'b', 'L1')],
        [breakpoint(nodeId('a'), 'L0', '5m'), breakpoint(nodeId('b'), 'L1', '1h')],
      ),
    with: { limits: { minimum: null, markers: 4, lookback: 20 } },
  },
};
