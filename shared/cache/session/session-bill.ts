/** The bill of a whole session: what was spent, what was lost and to what, worst request first. */
import type { LedgerStep } from './ledger';
import type { MissCause } from './types';

/** `provider`: no known cause fits. `several`: more than one does. */
export type LossCause = MissCause | 'provider' | 'several';

export interface Loss {
  readonly tokens: number;
  /** US dollars; null if a price is unknown. */
  readonly cost: number | null;
  /** The numbers of the requests, worst first. */
  readonly requests: readonly number[];
}

export interface SessionBill {
  readonly requests: number;
  /** Requests whose response reports nothing. */
  readonly unreported: number;
  /** Sums of what was reported. */
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  readonly output: number;
  /** All tokens read over all tokens sent; null if nothing was reported. */
  readonly hitRate: number | null;
  /** US dollars; null if the price of any request is unknown. */
  readonly inputCost: number | null;
  readonly outputCost: number | null;
  readonly lost: Loss;
  readonly byCause: readonly (Loss & { readonly cause: LossCause })[];
  /** Sections whose edit lost the cache. */
  readonly bySection: readonly (Loss & { readonly node: string; readonly name: string })[];
}

export function sessionBill(steps: readonly LedgerStep[]): SessionBill {
  const reported = steps.flatMap(({ captured: { usage } }) => usage ?? []);
  const sum = (each: (usage: (typeof reported)[number]) => number | null): number =>
    reported.reduce((total, usage) => total + (each(usage) ?? 0), 0);
  const context = sum((usage) => usage.context);
  const billed = steps.filter(({ captured }) => captured.usage !== null);
  const missed = steps.filter(({ answer }) => answer.lost > 0);
  return {
    requests: steps.length,
    unreported: steps.length - reported.length,
    read: sum(({ read }) => read),
    written: sum(({ written }) => written),
    uncached: sum(({ uncached, context: whole }) => uncached ?? whole),
    output: sum(({ output }) => output),
    hitRate: context === 0 ? null : sum(({ read }) => read) / context,
    inputCost: sumCosts(billed.map(({ cost }) => cost.input)),
    outputCost: sumCosts(billed.map(({ cost }) => cost.output)),
    lost: lossOf(missed),
    byCause: groupsOf(missed, causeOf).map(([cause, group]) => ({ cause, ...lossOf(group) })),
    bySection: groupsOf(
      missed.filter(({ answer }) => answer.edit !== null),
      ({ answer }) => answer.edit?.node ?? '',
    ).map(([node, group]) => ({ node, name: group[0]?.answer.edit?.name ?? node, ...lossOf(group) })),
  };
}

function causeOf({ answer: { left, verdict } }: LedgerStep): LossCause {
  const [first] = left;
  if (verdict === 'provider' || first === undefined) return 'provider';
  return left.length === 1 && first.length === 1 ? (first[0]?.cause ?? 'several') : 'several';
}

function lossOf(steps: readonly LedgerStep[]): Loss {
  const worst = steps.toSorted((a, b) => b.answer.lost - a.answer.lost);
  return {
    tokens: steps.reduce((sum, { answer }) => sum + answer.lost, 0),
    cost: sumCosts(steps.map(({ answer }) => answer.lostCost)),
    requests: worst.map(({ captured }) => captured.number),
  };
}

/** Largest loss first. */
function groupsOf<Key>(
  steps: readonly LedgerStep[],
  keyOf: (step: LedgerStep) => Key,
): readonly (readonly [Key, readonly LedgerStep[]])[] {
  const groups = new Map<Key, LedgerStep[]>();
  for (const step of steps) {
    const group = groups.get(keyOf(step));
    if (group === undefined) groups.set(keyOf(step), [step]);
    else group.push(step);
  }
  const tokens = (group: readonly LedgerStep[]): number => group.reduce((sum, { answer }) => sum + answer.lost, 0);
  return [...groups].toSorted(([, a], [, b]) => tokens(b) - tokens(a));
}

function sumCosts(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
