import { marked, part, system } from './example';
import { framedPrefixTokens } from '../count/prefix-tokens';
import type { Rule } from './types';
import { grouped } from '../../basics/grouped';

export const markerBelowMinimum: Rule = {
  id: 'marker-below-minimum',
  title: 'A breakpoint below the minimum',
  severity: 'info',
  about:
    "The prefix up to this breakpoint is shorter than the provider's minimum, or may be, by its estimate. What is " +
    'shorter is silently not cached. Move the breakpoint after more text.',
  check({ document, analysis, limits: { minimum } }) {
    if (minimum === null || document.breakpoints.length === 0) return [];
    const ends = framedPrefixTokens(document, analysis);
    const below = document.breakpoints.flatMap((mark) => {
      const count = ends.get(mark.after);
      return count === undefined || count.low >= minimum ? [] : [{ mark, count }];
    });
    const [first] = below;
    if (first === undefined) return [];
    const { tokens, low, high } = first.count;
    const size = low === high ? `${grouped(tokens)} tokens` : `${grouped(low)} to ${grouped(high)} ≈ tokens`;
    const sure = below.filter(({ count }) => count.high < minimum).length;
    const perhaps = below.length - sure;
    const all = document.breakpoints.length;
    const others =
      below.length === 1
        ? ''
        : sure === 0
          ? `; ${perhaps} of ${all} breakpoints may be too early`
          : `; ${sure} of ${all} breakpoints ${sure === 1 ? 'is' : 'are'} too early` +
            `${perhaps === 0 ? '' : `, ${perhaps} more may be`}`;
    return [
      {
        node: first.mark.after,
        message:
          `${size} up to this breakpoint, ${high < minimum ? '' : 'perhaps '}too short: the model caches from ` +
          `${grouped(minimum)}${others}`,
      },
    ];
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.')),
    bad: () => marked(system(part('A', 'L0', 'Short.')), { id: 'system' }),
    with: { limits: { minimum: 1024, markers: 4, lookback: 20 } },
  },
};
