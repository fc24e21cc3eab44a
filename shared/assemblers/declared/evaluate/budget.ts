/** Limits what one build of a layout may produce. Sources can nest, so one page of layout can expand to petabytes. */
import type { Rope } from '../../../sources/text/rope';
import type { Value } from './values';

export interface Budget {
  leaves: number;
  characters: number;
}

/** Maximum nesting of sources. Each level uses stack. */
export const maxDepth = 100;

/** Several times what a model can read. A source that is used twice is charged twice. */
export function createBudget(): Budget {
  return { leaves: 500_000, characters: 64_000_000 };
}

export function isSpent({ leaves, characters }: Budget): boolean {
  return leaves < 0 || characters < 0;
}

/** Returns false when the budget is exceeded; the caller must then drop the rope. */
function spend(budget: Budget, rope: Rope): boolean {
  budget.leaves -= rope.length;
  if (isSpent(budget)) return false;
  for (const { value } of rope) budget.characters -= value.length;
  return !isSpent(budget);
}

export function spendAll(budget: Budget, { entries }: Value): boolean {
  budget.leaves -= entries.length;
  return !isSpent(budget) && entries.every(({ text }) => spend(budget, text));
}
