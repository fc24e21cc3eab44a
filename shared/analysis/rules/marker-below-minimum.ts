import { marked, part, system } from './example';
import { prefixTokens } from '../count/prefix-tokens';
import type { Rule } from './types';
import { grouped } from '../../document/grouped';

export const markerBelowMinimum: Rule = {
  id: 'marker-below-minimum',
  title: 'A breakpoint below the minimum',
  severity: 'info',
  about:
    "The prefix up to this breakpoint is shorter than the provider's minimum, so it is silently not " +
    'cached. Move the breakpoint behind more text.',
  check({ document, analysis, limits: { minimum } }) {
    if (minimum === null || document.breakpoints.length === 0) return [];
    const ends = prefixTokens(document, analysis);
    const below = document.breakpoints.flatMap((mark) => {
      const count = ends.get(mark.after);
      return count === undefined || count.low >= minimum ? [] : [{ mark, count }];
    });
    const [first] = below;
    if (first === undefined) return [];
    const { tokens, low, high } = first.count;
    const size = low === high ? `${grouped(tokens)} tokens` : `${grouped(low)} to ${grouped(high)} tokens`;
    const others =
      below.length === 1 ? '' : `; ${below.length} of ${document.breakpoints.length} breakpoints stand too early`;
    return [
      {
        node: first.mark.after,
        message:
          `${size} up to this breakpoint, the model ${high < minimum ? 'caches' : 'may cache only'} ` +
          `from ${grouped(minimum)}${others}`,
      },
    ];
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.')),
    bad: () => marked(system(part('A', 'L0', 'Short.')), { id: 'system' }),
    with: { limits: { minimum: 1024, markers: 4, lookback: 20 } },
  },
};
