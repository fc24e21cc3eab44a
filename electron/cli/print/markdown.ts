/** Tables in Markdown, as code hosts show them in a pull request. */
import { visible } from './output';

/** Text of a table's cell: one line, and nothing in it is markup. */
export function markdownText(text: string): string {
  return visible(text)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&@:-]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** A name as code. */
export function markdownCode(text: string): string {
  return `<code>${markdownText(text)}</code>`;
}

/** `right` lists the columns that hold numbers. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rule = `|${head.map((_, column) => (right.includes(column) ? '---:' : '---')).join('|')}|\n`;
  return `${line(head)}${rule}${rows.map(line).join('')}`;
}
