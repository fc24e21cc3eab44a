/**
 * STRATA_FUZZ_RUNS=20 runs twenty times as many cases; STRATA_FUZZ_SEED=n runs other ones. By default every run is the
 * same.
 */
const factor = Math.max(1, Number(process.env['STRATA_FUZZ_RUNS'] ?? 1));
const seed = Number(process.env['STRATA_FUZZ_SEED'] ?? 20_260_225);

export function runs(count: number): { readonly seed: number; readonly numRuns: number } {
  return { seed, numRuns: count * factor };
}

/** Milliseconds. A case that takes this long hangs: the slowest test of this folder needs a few seconds. */
export const hangs = 120_000 * factor;

/** Length of a long text, in characters. */
export function long(size: number): number {
  return factor > 1 ? size * 20 : size;
}
