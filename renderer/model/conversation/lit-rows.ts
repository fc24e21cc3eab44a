/** Which rows of the conversation show a place of the prompt. */
import { layoutMessage, leafAt } from '../../../shared/document/layout';
import { toolsId, toolsMessage } from '../../../shared/document/tools-message';
import type { NodeId, PromptDocument } from '../../../shared/document/types';
import type { TalkRow } from './talk-row';

/** Offsets in the message's own text. */
export interface TalkPlace {
  readonly message: NodeId;
  readonly start: number;
  readonly end: number;
  /** What stands there, to find it where the text is laid out anew. */
  readonly text?: string;
}

/** Offsets in the row's text. */
export interface LitRow {
  readonly row: TalkRow;
  readonly start: number;
  readonly end: number;
}

export function litRows(
  document: Pick<PromptDocument, 'tools' | 'messages'>,
  rows: readonly TalkRow[],
  places: readonly TalkPlace[],
): readonly LitRow[] {
  return places.flatMap((place) => {
    const exact = verbatimRows(rows, place);
    return exact.length > 0 ? exact : ownerRow(document, rows, place);
  });
}

function verbatimRows(rows: readonly TalkRow[], place: TalkPlace): readonly LitRow[] {
  return rows.flatMap((row) => {
    const { content } = row;
    if (content.kind !== 'text' || content.isLaidOut || content.message?.id !== place.message) return [];
    const start = Math.max(0, place.start - content.start);
    const end = Math.min(content.text.length, place.end - content.start);
    return start < end ? [{ row, start, end }] : [];
  });
}

/** Laid-out JSON differs from the text that is sent. If the text is not found in it, the whole block is highlighted. */
function ownerRow(
  { tools, messages }: Pick<PromptDocument, 'tools' | 'messages'>,
  rows: readonly TalkRow[],
  { message: id, start, text = '' }: TalkPlace,
): readonly LitRow[] {
  const message = id === toolsId ? toolsMessage(tools) : messages.find((each) => each.id === id);
  const owner = message === undefined ? undefined : leafAt(layoutMessage(message), start)?.owner;
  if (owner === undefined) return [];
  const own = rows.filter(({ node }) => node === owner);
  const texts = own.flatMap((row) => (row.content.kind === 'text' ? [{ row, text: row.content.text }] : []));
  const found = text === '' ? undefined : texts.find((each) => each.text.includes(text));
  if (found !== undefined) {
    const at = found.text.indexOf(text);
    return [{ row: found.row, start: at, end: at + text.length }];
  }
  const [first] = texts;
  if (first !== undefined) return [{ row: first.row, start: 0, end: first.text.length }];
  const [head] = own;
  return head === undefined ? [] : [{ row: head, start: 0, end: 0 }];
}
