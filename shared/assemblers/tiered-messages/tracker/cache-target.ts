/**
 * The smallest prefix that a provider caches, by model name (tiered-messages, rule 15); at least 1024 in this design.
 */
const modelMinimums: readonly (readonly [RegExp, number])[] = [
  [/opus-4[-.][56](?!\d)|haiku-4[-.]5(?!\d)/, 4096],
  [/opus-4[-.]7(?!\d)|(?:3[-.]5-haiku|haiku-3[-.]5)(?!\d)/, 2048],
];

const designMinimum = 1024;

/** The minimum × 1.1 in whole tokens: 1126, or 4505 for a minimum of 4096. */
export function cacheTarget(model: string | undefined): number {
  const minimum = modelMinimums.find(([name]) => name.test(model ?? ''))?.[1] ?? designMinimum;
  return Math.floor((Math.max(designMinimum, minimum) * 11) / 10);
}
