import type { TalkRow } from './talk-row';
import { memoByIdentity } from '../../../shared/basics/memo';

export interface Match {
  /** Of the row's `key`. */
  readonly row: string;
  /** From 0, of the matches in this row. */
  readonly index: number;
}

/** What is searched in a row: its text, or the name that stands in its head. */
function rowText({ content }: TalkRow): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'tool':
      return content.tool.name;
    case 'block':
      return content.name;
    case 'section':
      return content.section.name;
    case 'tools':
    case 'parameters':
    case 'message':
    case 'image':
    case 'breakpoint':
      return '';
  }
}

const lowerText = memoByIdentity((row: TalkRow) => rowText(row).toLowerCase());

/** Every place of the words in all rows, folded ones too, in the order of the rows. */
export function findMatches(rows: readonly TalkRow[], words: string): readonly Match[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  return rows.flatMap((row) => {
    const text = lowerText(row);
    const found: Match[] = [];
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
      found.push({ row: row.key, index: found.length });
    return found;
  });
}
