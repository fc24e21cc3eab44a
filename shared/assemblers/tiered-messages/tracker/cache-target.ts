/** Smallest prefix a provider caches, by model name (tiered-messages, rule 15); the design never goes below 1024. */
const modelMinimums: readonly (readonly [RegExp, number])[] = [
  [/opus-4[-.][56](?!\d)|haiku-4[-.]5(?!\d)/, 4096],
  [/opus-4[-.]7(?!\d)|(?:3[-.]5-haiku|haiku-3[-.]5)(?!\d)/, 2048],
];

const designMinimum = 1024;

/** ×1.1 in whole tokens: 1126, or 4505 where the model asks for 4096. */
export function cacheTarget(model: string | undefined): number {
  const minimum = modelMinimums.find(([name]) => name.test(model ?? ''))?.[1] ?? designMinimum;
  return Math.floor((Math.max(designMinimum, minimum) * 11) / 10);
}
