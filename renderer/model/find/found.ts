/** What a search over the whole window found, and how it is listed. */
import type { FoundPlace } from '../../../shared/basics/find-text';
import type { Row } from '../sections/row';

/** Where is searched: names of sections, the text that is sent, the files it is made of. */
export const findScopes = ['sections', 'prompt', 'sources'] as const;
export type FindScope = (typeof findScopes)[number];

/** A message of the prompt, or a file, with its places. */
export interface FoundGroup {
  readonly scope: 'prompt' | 'sources';
  /** Unique in its scope. */
  readonly id: string;
  readonly name: string;
  /** All places; `places` are the first. Of a message, offsets and lines are those of the whole shown text. */
  readonly count: number;
  readonly places: readonly FoundPlace[];
}

export interface Found {
  readonly sections: readonly Row[];
  readonly prompt: readonly FoundGroup[];
  readonly sources: readonly FoundGroup[];
  /** Files that were not searched. */
  readonly unread: number;
}

export const nothingFound: Found = { sections: [], prompt: [], sources: [], unread: 0 };

/** A row of the list: the head of a group, or a place to go to. */
export type FoundItem =
  | { readonly kind: 'head'; readonly key: string; readonly name: string; readonly count: number }
  | { readonly kind: 'more'; readonly key: string; readonly count: number }
  | { readonly kind: 'section'; readonly key: string; readonly row: Row }
  | { readonly kind: 'place'; readonly key: string; readonly group: FoundGroup; readonly place: FoundPlace };

export function countOf(found: Found, scope: FindScope): number {
  return scope === 'sections' ? found.sections.length : found[scope].reduce((sum, { count }) => sum + count, 0);
}

/** The rows of all scopes, or of one. */
export function foundItems(found: Found, only: FindScope | null): readonly FoundItem[] {
  const has = (scope: FindScope): boolean => only === null || only === scope;
  return [
    ...(has('sections') ? sectionItems(found.sections) : []),
    ...(has('prompt') ? found.prompt.flatMap(groupItems) : []),
    ...(has('sources') ? found.sources.flatMap(groupItems) : []),
  ];
}

function sectionItems(rows: readonly Row[]): readonly FoundItem[] {
  if (rows.length === 0) return [];
  return [
    { kind: 'head', key: 'sections', name: 'Section names', count: rows.length },
    ...rows.map((row): FoundItem => ({ kind: 'section', key: `section:${row.key}`, row })),
  ];
}

function groupItems(group: FoundGroup): readonly FoundItem[] {
  const { scope, id, name, count, places } = group;
  const key = `${scope}:${id}`;
  return [
    { kind: 'head', key, name, count },
    ...places.map((place): FoundItem => ({ kind: 'place', key: `${key}:${place.start}`, group, place })),
    ...(count > places.length ? [{ kind: 'more' as const, key: `${key}:more`, count: count - places.length }] : []),
  ];
}

/** The next row that leads somewhere, from `at` in the direction of `step`; wraps around. -1 if there is none. */
export function nextPlace(items: readonly FoundItem[], at: number, step: 1 | -1): number {
  for (let tried = 1; tried <= items.length; tried += 1) {
    const index = (((at + step * tried) % items.length) + items.length) % items.length;
    if (leads(items[index])) return index;
  }
  return -1;
}

/** The first place of the next or previous group. */
export function nextGroup(items: readonly FoundItem[], at: number, step: 1 | -1): number {
  const heads = items.flatMap(({ kind }, index) => (kind === 'head' ? [index] : []));
  const own = heads.findLastIndex((head) => head < at);
  const head = heads[(own + step + heads.length) % heads.length];
  return head === undefined ? -1 : nextPlace(items, head, 1);
}

function leads(item: FoundItem | undefined): boolean {
  return item?.kind === 'section' || item?.kind === 'place';
}
