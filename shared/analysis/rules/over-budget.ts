import { part, system } from './example';
import type { Rule } from './types';

/** A budget set in the workspace, or the model's context window. */
export const overBudget: Rule = {
  id: 'over-budget',
  title: 'Over the token budget',
  severity: 'error',
  about: "The request has more tokens than the workspace's budget or the model's context window allows.",
  check({ document, analysis, budget }) {
    const first = document.messages[0];
    const limit = Math.min(budget ?? Number.POSITIVE_INFINITY, analysis.model.contextWindow ?? Number.POSITIVE_INFINITY);
    if (first === undefined || analysis.total.tokens <= limit) return [];
    return [{ node: first.id, message: `${analysis.total.tokens} tokens of at most ${limit}` }];
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.')),
    bad: () => system(part('A', 'L0', 'This one has rather more words than a budget of ten tokens would ever allow it.')),
    with: { budget: 18 },
  },
};
