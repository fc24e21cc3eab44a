/** How commands print: results to standard output, all else to standard error. */
import { grouped } from '../../../shared/basics/grouped';
import { visible } from '../../../shared/basics/invisible';

export interface Output {
  out(text: string): Promise<void>;
  err(line: string): void;
}

/** Standard output could not be written, e.g. a full disk or a closed pipe. */
export class OutputError extends Error {}

export const processOutput: Output = {
  out: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) =>
        error === null || error === undefined
          ? resolve()
          : reject(new OutputError(`standard output: ${error.message}`, { cause: error })),
      );
    }),
  err: (line) => {
    process.stderr.write(`${line}\n`);
  },
};

/** Text from files can contain terminal escape codes. Output for people shows them instead of sending them. */
export { visible };

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** What `--json` prints. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `1,200`, or `0–1,200` when only a range is known. */
export function range(a: number, b: number): string {
  return a === b ? grouped(a) : `${grouped(Math.min(a, b))}–${grouped(Math.max(a, b))}`;
}

/** Four significant digits: a request costs fractions of a cent. */
export function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US', { maximumSignificantDigits: 4, useGrouping: false })}`;
}

/** One decimal, but never rounded to 0 or 100: 99.96 % is `99.9 %`. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.05) return '<0.1 %';
  return `${(value < 100 && value > 99.9 ? 99.9 : value).toFixed(1)} %`;
}

/** Columns padded to their widest cell; `right` lists the columns that hold numbers. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const width = (column: number): number =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[column] ?? '')), 0);
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell)));
          return right.includes(column) ? padding + cell : cell + padding;
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

const wideCharacter = new RegExp(
  '[\\u1100-\\u115F\\u2E80-\\uA4CF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFF60\\uFFE0-\\uFFE6]' +
    '|\\p{Extended_Pictographic}',
  'u',
);

/** Width in terminal cells: East Asian wide characters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) {
    if (/\p{M}/u.test(char)) continue;
    width += wideCharacter.test(char) ? 2 : 1;
  }
  return width;
}
