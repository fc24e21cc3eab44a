/** How old the rules are. Nothing here reads a clock: the day is given. */
import { modelTable, vendorRows } from '../../models/table';
import type { RulePack } from './rule-pack';

/** Prices and models change every few weeks; after this many days a pack is called stale. */
export const staleAfter = 90;

/** Whole days from one ISO date to another; undefined if either is no date. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [Date.parse(from.slice(0, 10)), Date.parse(to.slice(0, 10))];
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : Math.round((end - start) / 86_400_000);
}

/** What to say of rules that may no longer hold; undefined while they are young. */
export function staleText({ title, asOf }: Pick<RulePack, 'title' | 'asOf'>, today: string): string | undefined {
  const days = daysBetween(asOf, today);
  return days === undefined || days <= staleAfter
    ? undefined
    : `The rules of ${title} are ${days} days old (${asOf}): prices and minimums may have changed`;
}

/** A figure whose newest source is older than wanted, or that has none. */
export interface OldFigure {
  readonly provider: string;
  /** A model, or what of the rules: markers, lifetime 5m, change of thinking, note 2. */
  readonly what: string;
  readonly source: string | null;
  readonly date: string | null;
  /** Null without a date. */
  readonly days: number | null;
}

/** What a cloud has from its vendor is as old as the vendor's row, which is listed. */
const copies: ReadonlySet<string> = new Set(modelTable.slice(vendorRows.length).map(({ id }) => id));

export function oldFigures(packs: readonly RulePack[], today: string, olderThan: number): readonly OldFigure[] {
  return packs.flatMap((pack) => {
    const cited: readonly (readonly [what: string, source: string])[] = [
      ...pack.models.filter(({ id }) => !copies.has(id)).map(({ id, source }) => [id, source] as const),
      ...(pack.markers === null ? [] : [['breakpoints', pack.markers.source] as const]),
      ...pack.lifetimes.map(({ ttl, source }) => [`lifetime ${ttl}`, source] as const),
      ...pack.invalidation.map(({ change, source }) => [`change of ${change}`, source] as const),
      ...(pack.factors ?? []).map(({ parameter, value, source }) => [`${parameter}=${value}`, source] as const),
      ...pack.notes.map(({ source }, index) => [`note ${index + 1}`, source] as const),
    ];
    return cited.flatMap(([what, id]): readonly OldFigure[] => {
      const source = pack.sources[id];
      const days = source === undefined ? undefined : daysBetween(source.date, today);
      if (days !== undefined && days <= olderThan) return [];
      return [
        { provider: pack.provider, what, source: source?.url ?? null, date: source?.date ?? null, days: days ?? null },
      ];
    });
  });
}
