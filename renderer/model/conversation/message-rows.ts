import { lengthOf } from '../../../shared/document/extent';
import type { NodeId, PromptMessage, PromptNode, SectionNode, TextNode, Tier } from '../../../shared/document/types';
import { blockName, type CalledTools } from '../sections/block-names';
import { mostShown, mostShownOfResult } from './chunks';
import {
  breakpointRows,
  textRows,
  type FoldKey,
  type Marks,
  type TalkMessage,
  type TalkRow,
  type TalkText,
} from './talk-row';
import { callInput, documentSize, isError, opaqueText } from './texts';

interface RowContext {
  readonly calls: CalledTools;
  readonly marks: Marks;
}

/** Where rows are made: around them, and in which text. */
interface Place {
  readonly message: PromptMessage;
  readonly owner: NodeId;
  readonly tier: Tier;
  readonly depth: number;
  readonly under: readonly FoldKey[];
  readonly look: TalkText['look'];
  readonly at: TalkMessage;
}

export function messageRows(message: PromptMessage, number: number, context: RowContext): readonly TalkRow[] {
  const { id, tier, role } = message;
  const fold: FoldKey = `+${id}`;
  const at: TalkMessage = { id, number, role };
  const place: Place = { message, owner: id, tier, depth: 1, under: [fold], look: 'prose', at };
  return [
    { key: id, node: id, tier, depth: 0, under: [], fold, message: at, content: { kind: 'message', message } },
    ...rowsBelow(message.children, 0, place, context),
    ...breakpointRows(id, { depth: 0, under: [], message: at }, context.marks),
  ];
}

/** Text that stands together is one row; each section and each block has its own. */
function rowsBelow(
  children: readonly PromptNode[],
  start: number,
  place: Place,
  context: RowContext,
): readonly TalkRow[] {
  const rows: TalkRow[] = [];
  let run: TextNode[] = [];
  let runStart = start;
  let at = start;
  const endRun = (): void => {
    const { text, start: from } = withoutBlankEnds(run.map(({ value }) => value).join(''), runStart);
    if (text.trim() !== '') rows.push(...textRows(baseOf(place, runStart), textOf(place, text, from), mostOf(place)));
    run = [];
  };
  for (const child of children) {
    if (child.type === 'text') {
      if (run.length === 0) runStart = at;
      run.push(child);
    } else if (child.type === 'image') {
      endRun();
      rows.push({ ...baseOf(place, at), key: child.id, node: child.id, content: { kind: 'image', image: child } });
    } else if (child.type === 'section') {
      endRun();
      rows.push(...sectionRows(child, at, place, context));
    }
    at += lengthOf(child);
  }
  endRun();
  return rows;
}

/** Empty lines before and behind a text are the space between rows. */
function withoutBlankEnds(text: string, at: number): { readonly text: string; readonly start: number } {
  let [start, end] = [0, text.length];
  while (start < end && isLineEnd(text.charAt(start))) start += 1;
  while (end > start && isLineEnd(text.charAt(end - 1))) end -= 1;
  return { text: text.slice(start, end), start: at + start };
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

function mostOf({ look }: Place): number {
  return look === 'code' ? mostShownOfResult : mostShown;
}

function baseOf({ owner, tier, depth, under, at }: Place, start: number): Omit<TalkRow, 'content'> {
  return { key: `${owner}#${start}`, node: owner, tier, depth, under, fold: null, message: at };
}

function textOf({ message, look }: Place, text: string, start: number): TalkText {
  return { kind: 'text', text, look, message, start, isLaidOut: false, whole: null };
}

function sectionRows(section: SectionNode, start: number, place: Place, context: RowContext): readonly TalkRow[] {
  const { id, tier, block, children } = section;
  const { depth, under, at } = place;
  const behind = breakpointRows(id, { depth, under, message: at }, context.marks);
  const within: Place = { ...place, owner: id, tier };
  if (block === undefined) return [...namedSection(section, start, within, context), ...behind];
  if (block.kind === 'text') return [...rowsBelow(children, start, within, context), ...behind];
  const isFolded = block.kind === 'thinking' || block.kind === 'opaque' || block.kind === 'document';
  const fold: FoldKey = `${isFolded ? '-' : '+'}${id}`;
  const head: TalkRow = {
    key: id,
    node: id,
    tier,
    depth,
    under,
    fold,
    message: at,
    content: {
      kind: 'block',
      section,
      name: blockName(section, place.message, context.calls),
      size: block.kind === 'document' ? documentSize(section) : '',
      isError: block.kind === 'tool-result' && isError(section),
    },
  };
  const inside: Place = {
    ...within,
    depth: depth + 1,
    under: [...under, fold],
    look: block.kind === 'tool-result' ? 'code' : 'prose',
  };
  const laidOut =
    block.kind === 'tool-call'
      ? callInput(section)
      : block.kind === 'opaque' || block.kind === 'image'
        ? opaqueText(section)
        : null;
  const body =
    laidOut === null
      ? rowsBelow(children, start, inside, context)
      : laidOut.text === ''
        ? []
        : textRows(baseOf(inside, start), {
            ...textOf(inside, laidOut.text, start + laidOut.start),
            look: 'code',
            isLaidOut: laidOut.isLaidOut,
          });
  return [body.length === 0 ? { ...head, fold: null } : head, ...body, ...behind];
}

/** A part of a text with a name of its own, such as a tag or a heading. Its text stands under its name. */
function namedSection(section: SectionNode, start: number, place: Place, context: RowContext): readonly TalkRow[] {
  const { id, tier, children } = section;
  const { depth, under, at } = place;
  const fold: FoldKey = `+${id}`;
  const body = rowsBelow(children, start, { ...place, depth: depth + 1, under: [...under, fold] }, context);
  return [
    {
      key: id,
      node: id,
      tier,
      depth,
      under,
      fold: body.length === 0 ? null : fold,
      message: at,
      content: { kind: 'section', section },
    },
    ...body,
  ];
}
