import { lengthOf } from '../../../shared/document/extent';
import type { NodeId, PromptMessage, PromptNode, SectionNode, TextNode, Tier } from '../../../shared/document/types';
import { blockName, type CalledTools } from '../sections/block-names';
import { breakpointRows, textRows, type FoldKey, type Marks, type TalkRow, type TalkText } from './talk-row';
import { callInput, documentSize, isError, opaqueText } from './texts';

interface Given {
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
  readonly label: string | null;
}

export function messageRows(message: PromptMessage, number: number, given: Given): readonly TalkRow[] {
  const { id, tier } = message;
  const fold: FoldKey = `+${id}`;
  const place: Place = { message, owner: id, tier, depth: 1, under: [fold], look: 'prose', label: null };
  return [
    { key: id, node: id, tier, depth: 0, under: [], fold, content: { kind: 'message', message, number } },
    ...rowsBelow(message.children, 0, place, given),
    ...breakpointRows(id, 0, [], given.marks),
  ];
}

/** Text that stands together is one row; each section and each block has its own. */
function rowsBelow(children: readonly PromptNode[], start: number, place: Place, given: Given): readonly TalkRow[] {
  const rows: TalkRow[] = [];
  let { label } = place;
  let run: TextNode[] = [];
  let runStart = start;
  let at = start;
  const endRun = (): void => {
    const { text, start: from } = withoutBlankEnds(run.map(({ value }) => value).join(''), runStart);
    if (text.trim() !== '' || label !== null) {
      rows.push(...textRows(baseOf(place, runStart), textOf(place, text, from, label)));
      label = null;
    }
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
      rows.push(...sectionRows(child, at, place, given));
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

function baseOf({ owner, tier, depth, under }: Place, start: number): Omit<TalkRow, 'content'> {
  return { key: `${owner}#${start}`, node: owner, tier, depth, under, fold: null };
}

function textOf({ message, look }: Place, text: string, start: number, label: string | null): TalkText {
  return { kind: 'text', text, look, label, message, start, isLaidOut: false, whole: null };
}

function sectionRows(section: SectionNode, start: number, place: Place, given: Given): readonly TalkRow[] {
  const { id, tier, block, name, children } = section;
  const behind = breakpointRows(id, place.depth, place.under, given.marks);
  const within: Place = { ...place, owner: id, tier };
  if (block === undefined) return [...rowsBelow(children, start, { ...within, label: name }, given), ...behind];
  if (block.kind === 'text') return [...rowsBelow(children, start, { ...within, label: null }, given), ...behind];
  const isFolded = block.kind === 'thinking' || block.kind === 'opaque' || block.kind === 'document';
  const fold: FoldKey = `${isFolded ? '-' : '+'}${id}`;
  const head: TalkRow = {
    key: id,
    node: id,
    tier,
    depth: place.depth,
    under: place.under,
    fold,
    content: {
      kind: 'block',
      section,
      name: blockName(section, place.message, given.calls),
      size: block.kind === 'document' ? documentSize(section) : '',
      isError: block.kind === 'tool-result' && isError(section),
    },
  };
  const inside: Place = {
    ...within,
    depth: place.depth + 1,
    under: [...place.under, fold],
    label: null,
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
      ? rowsBelow(children, start, inside, given)
      : laidOut.text === ''
        ? []
        : textRows(baseOf(inside, start), {
            ...textOf(inside, laidOut.text, start + laidOut.start, null),
            look: 'code',
            isLaidOut: laidOut.isLaidOut,
          });
  return [body.length === 0 ? { ...head, fold: null } : head, ...body, ...behind];
}
