import { staleText } from '../../../shared/cache/packs/age';
import type { RulePack } from '../../../shared/cache/packs/rule-pack';
import type { Output } from './output';

/** Prints the age of each stale rule pack that judged a request. `now`: ISO 8601, or undefined for today. */
export function printStaleRules(
  judged: readonly { readonly rules: { readonly provider: string } | null }[],
  packs: readonly RulePack[],
  now: string | undefined,
  output: Output,
): void {
  const used = new Set(judged.flatMap(({ rules }) => rules?.provider ?? []));
  const today = now ?? new Date().toISOString();
  for (const pack of packs) {
    const stale = used.has(pack.provider) ? staleText(pack, today) : undefined;
    if (stale !== undefined) output.err(stale);
  }
}
