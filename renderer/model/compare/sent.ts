import type { SentComparison } from '../../../shared/ipc/comparisons';

export type SentRow = SentComparison['rows'][number];
export type SentKind = SentRow['kind'];

export const sentKinds = ['same', 'changed', 'only-built', 'only-sent'] as const satisfies readonly SentKind[];

/** Built here, or sent. Colour is never the only sign. */
export const sentNames: Readonly<Record<SentKind, string>> = {
  same: 'same',
  changed: 'changed',
  'only-built': 'only built',
  'only-sent': 'only sent',
};
export const sentSigns: Readonly<Record<SentKind, string>> = {
  same: '=',
  changed: '±',
  'only-built': '+',
  'only-sent': '−',
};

export function countSent(rows: readonly SentRow[]): Readonly<Record<SentKind, number>> {
  const counts: Record<SentKind, number> = { same: 0, changed: 0, 'only-built': 0, 'only-sent': 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}

export function placeText({ place, at }: Pick<SentRow, 'place' | 'at'>): string {
  if (place === undefined) return '';
  return at === undefined ? place.source : `${place.source}:${at.line}`;
}

/** The last part of a path, on any platform. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
