/**
 * Claude tokens per o200k token, by kind of text. No vocabulary is public. The next two paragraphs give what was
 * measured and published between 2026-04 and 2026-11; all else here is our own estimate.
 *
 * Claude 3 to Opus 4.6: o200k is 15 to 20 % low on ordinary text and lower on code and other scripts, about × 1.18
 * overall. The split by kind of text and the interval widths are ours.
 *
 * Opus 4.7 and later, as a multiple of the older tokenizer. Two studies disagree, so each interval spans both: prose
 * 1.45 and 1.20 (German 1.46, Spanish 1.24, technical text 1.47), Markdown 1.37 and 1.445 (the other study has only
 * prose), TypeScript 1.13 and 1.36, Python 1.20 and 1.29, logs of JSON 1.31, ids and times 1.06 to 1.07, Chinese,
 * Japanese, Arabic, Hindi and Cyrillic 1.00 and 1.01. Where an interval is wider, we widened it, because few texts were
 * measured.
 */
import type { ContentClass } from './content-class';
import type { Ratio } from '../counts';

export type ClassRatios = Readonly<Record<ContentClass, Ratio>>;

export const olderClaude: ClassRatios = {
  prose: { low: 1.05, ratio: 1.18, high: 1.27 },
  markdown: { low: 1.05, ratio: 1.18, high: 1.3 },
  code: { low: 1.08, ratio: 1.24, high: 1.45 },
  json: { low: 1.05, ratio: 1.2, high: 1.4 },
  script: { low: 0.95, ratio: 1.2, high: 1.7 },
  ids: { low: 1, ratio: 1.15, high: 1.4 },
};

const growth: ClassRatios = {
  prose: { low: 1.2, ratio: 1.33, high: 1.47 },
  markdown: { low: 1.2, ratio: 1.4, high: 1.47 },
  code: { low: 1.13, ratio: 1.24, high: 1.36 },
  json: { low: 1.13, ratio: 1.31, high: 1.4 },
  script: { low: 1, ratio: 1, high: 1.01 },
  ids: { low: 1.06, ratio: 1.065, high: 1.13 },
};

function grown(kind: ContentClass): Ratio {
  const [older, by] = [olderClaude[kind], growth[kind]];
  return { low: older.low * by.low, ratio: older.ratio * by.ratio, high: older.high * by.high };
}

export const newerClaude: ClassRatios = {
  prose: grown('prose'),
  markdown: grown('markdown'),
  code: grown('code'),
  json: grown('json'),
  script: grown('script'),
  ids: grown('ids'),
};
