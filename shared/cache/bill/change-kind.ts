/** What kind of words changed between two requests. */
export const changeKinds = ['time', 'date', 'id', 'number', 'path', 'order', 'text'] as const;
export type WordKind = (typeof changeKinds)[number];

const weekday = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const month = new RegExp(`\\b(?:${months})[a-z]{0,6}\\b\\.?,? \\d|\\d\\.? (?:${months})`, 'i');

/** The first pattern that both texts match decides. Seconds and milliseconds since 1970 are times. */
const patterns: readonly (readonly [WordKind, RegExp])[] = [
  ['time', /\b\d{1,2}:\d{2}(?::\d{2})?\b|\d{4}-\d{2}-\d{2}T\d{2}|^\D{0,3}1[5-9]\d{8}(?:\d{3})?\D{0,3}$/],
  ['date', /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/],
  ['date', weekday],
  ['date', month],
  ['id', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i],
  ['id', /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/],
  ['id', /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/],
  ['id', /\b[a-z]{2,8}_(?=\w*\d)\w{8,}\b/i],
  ['number', /^[^\p{L}\s]*\d[\d.,]*[^\p{L}\s]*$/u],
  ['path', /^["'`(]?(?:~|\/|[A-Za-z]:[\\/])[^\s]*$/],
];

export function wordKindOf(before: string, after: string, lineBefore: string, lineAfter: string): WordKind {
  if (before === '' || after === '') return 'text';
  if (sortedWords(lineBefore) === sortedWords(lineAfter)) return 'order';
  return patterns.find(([, pattern]) => pattern.test(before) && pattern.test(after))?.[0] ?? 'text';
}

function sortedWords(line: string): string {
  return (line.match(/[\p{L}\p{N}_]+/gu) ?? []).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(' ');
}
