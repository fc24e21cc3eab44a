import type { RulesView } from './cache-view';

/** Why no best places for breakpoints were found, as the end of a sentence about the provider. */
export function nothingToPlace({ title, model, markerLimit, inputPrice, readMultiplier }: RulesView): string {
  if (markerLimit === null) return `${title} places the breakpoints of ${model} itself`;
  if (inputPrice === null || readMultiplier === null) return `the prices of ${model} are not known`;
  return `Strata does not search places by the rules of ${title}`;
}
