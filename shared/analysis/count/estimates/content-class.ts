/**
 * Classifies text, because token ratios depend on its kind. Looks only at a sample, so long texts cost no more than
 * short ones. The same text always has the same class.
 */
export type ContentClass = 'prose' | 'markdown' | 'code' | 'json' | 'script' | 'ids';

const sampleSize = 2048;

/** The start, the middle and the end. */
function sampleOf(text: string): string {
  if (text.length <= 3 * sampleSize) return text;
  const middle = (text.length - sampleSize) >> 1;
  return `${text.slice(0, sampleSize)}\n${text.slice(middle, middle + sampleSize)}\n${text.slice(-sampleSize)}`;
}

interface Shares {
  /** Share of non-Latin letters among all letters. */
  readonly script: number;
  /** This and the rest: share of all visible characters. */
  readonly digits: number;
  readonly operators: number;
  readonly quotes: number;
  /** Average characters between spaces. */
  readonly run: number;
}

const operators = new Set([...'{}()[];=<>_$&|+*\\'].map((char) => char.charCodeAt(0)));

function sharesOf(sample: string): Shares {
  let [visible, letters, foreign, digits, signs, quotes, runs] = [0, 0, 0, 0, 0, 0, 0];
  let inRun = false;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code <= 0x20) {
      inRun = false;
      continue;
    }
    if (!inRun) runs += 1;
    inRun = true;
    visible += 1;
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters += 1;
    else if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code === 0x22) quotes += 1;
    else if (operators.has(code)) signs += 1;
    else if (code >= 0xc0 && code < 0x2000) {
      letters += 1;
      if (code >= 0x370) foreign += 1;
    } else if (code >= 0x2c00 && code < 0xd800) {
      letters += 1;
      foreign += 1;
    }
  }
  const all = Math.max(1, visible);
  return {
    script: foreign / Math.max(1, letters),
    digits: digits / all,
    operators: signs / all,
    quotes: quotes / all,
    run: visible / Math.max(1, runs),
  };
}

/** Headings, list items, quotes, tables, fences and bold: what marks a line as Markdown. */
const markdownLine = /^\s{0,6}(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>|\||```|~~~)|\*\*|\]\(|`[^`\n]+`/;

function markdownShare(sample: string): number {
  const lines = sample.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => markdownLine.test(line)).length / Math.max(1, lines.length);
}

export function classifyText(text: string): ContentClass {
  const sample = sampleOf(text);
  const { script, digits, operators: signs, quotes, run } = sharesOf(sample);
  if (script > 0.3) return 'script';
  if (digits > 0.3 || (run > 40 && signs + quotes < 0.08)) return 'ids';
  if (quotes > 0.05 && /^\s*[[{]/.test(sample)) return 'json';
  if (markdownShare(sample) > 0.2) return 'markdown';
  if (signs > 0.06) return 'code';
  return 'prose';
}
