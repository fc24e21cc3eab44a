/**
 * How much a layout may make in one build. Its sources can be made of one another, so a page of it can ask for
 * petabytes.
 */
import type { Rope } from '../../sources/text/rope';
import type { Value } from './values';

export interface Budget {
  leaves: number;
  characters: number;
}

/** Sources made of sources; each level takes some of the stack. */
export const deepest = 100;

/** Some times more than a model reads. What is used several times is spent several times. */
export function createBudget(): Budget {
  return { leaves: 500_000, characters: 64_000_000 };
}

export function isSpent({ leaves, characters }: Budget): boolean {
  return leaves < 0 || characters < 0;
}

/** False when it is too much: then it is not to be used. */
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
