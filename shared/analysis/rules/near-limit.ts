import { part, system } from './example';
import { tokenLimit } from './over-budget';
import type { Rule } from './types';
import { grouped } from '../../basics/grouped';

const share = 0.85;

export const nearLimit: Rule = {
  id: 'near-limit',
  title: 'Near the token budget',
  severity: 'info',
  about:
    "The request takes 85 % or more of the folder's budget or the model's context window. The " +
    'next turn may not fit.',
  check(context) {
    const [first] = context.document.messages;
    const limit = tokenLimit(context);
    const { tokens, low, high } = context.analysis.total;
    if (first === undefined || high > limit || tokens < limit * share) return [];
    return [
      {
        node: first.id,
        message:
          `${grouped(tokens)}${low === high ? '' : ' ≈'} tokens, ${Math.round((tokens / limit) * 100)} % of ` +
          grouped(limit),
      },
    ];
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.')),
    bad: () => system(part('A', 'L0', 'This one has some fifteen tokens, and the request a few more.')),
    with: { budget: 23 },
  },
};
