import { costOf } from '../simulate/outcome';
import { addRanges, nothing, priceMomentOf } from './figures';
import type { PlayedRequest } from './play';
import type { BillTotals, LossCause, LostByCause, Range, RequestBill } from './types';

/** Sums over the figures to go by. The hit rate is a ratio of sums, so that a large miss counts by its size. */
export function totalsOf(bills: readonly RequestBill[], played: readonly PlayedRequest[]): BillTotals {
  const billed = bills.flatMap((bill) => bill.billed ?? []);
  const sum = (of: (each: (typeof billed)[number]) => Range): Range =>
    billed.reduce((all, each) => addRanges(all, of(each)), nothing);
  const [tokens, read] = [sum((each) => each.tokens), sum((each) => each.read)];
  const costs = billed.flatMap(({ cost }) => cost ?? []);
  const losses = bills.flatMap(({ lost }) => lost ?? []);
  const outputs = bills.flatMap(({ outputCost }) => outputCost ?? []);
  return {
    tokens,
    read,
    written: sum((each) => each.written),
    uncached: sum((each) => each.uncached),
    hitRate: { low: ratio(read.low, tokens.high), high: ratio(read.high, tokens.high) },
    cost: costs.length === 0 ? null : costs.reduce(addRanges, nothing),
    requests: bills.length,
    failed: bills.filter((bill) => bill.failed !== null && bill.billed === null).length,
    refused: bills.filter(isRefused).length,
    reported: billed.filter(({ basis }) => basis === 'reported').length,
    unpriced:
      bills.filter((bill) => bill.billed === null && bill.failed === null && !isRefused(bill)).length +
      billed.length -
      costs.length,
    outputTokens: bills.reduce((all, { reported }) => all + (reported?.output ?? 0), 0),
    outputCost: outputs.length === 0 ? null : outputs.reduce((all, cost) => all + cost, 0),
    uncachedCost: uncachedCostOf(bills, played),
    lostTokens: losses.reduce((all, loss) => addRanges(all, loss.tokens), nothing),
    lost: sumCosts(losses),
    lostBy: lostByCause(bills),
    disagreements: bills.filter(({ disagreements }) => disagreements.length > 0).length,
  };
}

/** True if the rules say that the provider refuses it. */
export function isRefused({ billed, predicted, failed }: RequestBill): boolean {
  return billed === null && predicted !== null && failed === null;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function sumCosts(losses: readonly { readonly cost: Range | null }[]): Range | null {
  const costs = losses.flatMap(({ cost }) => cost ?? []);
  return costs.length === losses.length ? costs.reduce(addRanges, nothing) : null;
}

function uncachedCostOf(bills: readonly RequestBill[], played: readonly PlayedRequest[]): number | null {
  const costs = bills.flatMap(({ billed }, index) => {
    const { rules, sent } = played[index] ?? {};
    if (billed === null || billed.cost === null || rules === undefined || sent === undefined) return [];
    const split = { read: 0, written: {}, uncached: billed.tokens.high };
    return costOf(split, rules, priceMomentOf(sent.document, rules, sent.at)) ?? [];
  });
  return costs.length === 0 ? null : costs.reduce((all, cost) => all + cost, 0);
}

function lostByCause(bills: readonly RequestBill[]): readonly LostByCause[] {
  const causes = new Map<LossCause, RequestBill[]>();
  for (const bill of bills)
    if (bill.lost !== null) causes.set(bill.lost.cause, [...(causes.get(bill.lost.cause) ?? []), bill]);
  const cost = ({ lost }: RequestBill): number => lost?.cost?.high ?? 0;
  return [...causes]
    .map(([cause, of]): LostByCause => {
      const losses = of.flatMap(({ lost }) => lost ?? []);
      return {
        cause,
        tokens: losses.reduce((all, loss) => addRanges(all, loss.tokens), nothing),
        cost: sumCosts(losses),
        requests: of.toSorted((a, b) => cost(b) - cost(a)).map(({ number }) => number),
      };
    })
    .toSorted((a, b) => (b.cost?.high ?? 0) - (a.cost?.high ?? 0) || b.tokens.high - a.tokens.high);
}
