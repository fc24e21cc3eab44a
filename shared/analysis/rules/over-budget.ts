import { part, system } from './example';
import type { Rule, RuleContext } from './types';
import { grouped } from '../../basics/grouped';

/** The workspace's budget or the model's context window, whichever is smaller. */
export function tokenLimit({ budget, analysis }: Pick<RuleContext, 'budget' | 'analysis'>): number {
  return Math.min(budget ?? Number.POSITIVE_INFINITY, analysis.model.contextWindow ?? Number.POSITIVE_INFINITY);
}

export const overBudget: Rule = {
  id: 'over-budget',
  title: 'Over the token budget',
  severity: 'error',
  about:
    "The request has more tokens than the folder's budget or the model's context window allows. Where only the upper " +
    'end of the estimate is over, that is a warning.',
  alsoFrom: ['over-budget'],
  check(context) {
    const [first] = context.document.messages;
    const limit = tokenLimit(context);
    const { tokens, low, high } = context.analysis.total;
    if (first === undefined || high <= limit) return [];
    const { label, contextWindow } = context.analysis.model;
    const isWindow = contextWindow === limit;
    const size = low === high ? grouped(tokens) : `${grouped(tokens)} ≈`;
    const message =
      low > limit
        ? `${size} tokens of at most ${grouped(limit)}` +
          (isWindow ? `: over the context window of ${label}, which refuses it` : '')
        : `May be over${isWindow ? ` the context window of ${label}` : ''}: ${grouped(low)} to ${grouped(high)} ≈ ` +
          `tokens of at most ${grouped(limit)}`;
    return [{ node: first.id, message, ...(low > limit ? {} : { unsure: true as const }) }];
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.')),
    bad: () =>
      system(part('A', 'L0', 'This one has rather more words than a budget of ten tokens would ever allow it.')),
    with: { budget: 18 },
  },
};
