/** Finds the edit from one shown prompt to the next by comparing nodes instead of the whole text. */
import { memoLast } from '../../../shared/basics/memo';
import { extentOf } from '../../../shared/document/extent';
import { sameEnd, sameStart } from '../../../shared/document/same-ends';
import { sharedItemEnds } from '../../../shared/basics/shared-ends';
import { minimalEdit, type TextEdit } from '../../../shared/basics/minimal-edit';
import type { PromptText, ShownMessage } from './prompt-text';
import { hasReturns } from './prompt-tree';

/** The editor and the history ask for the same edit. */
const lastEdit = memoLast<PromptText, TextEdit | null>();

/** One replacement in the shown text, or null if nothing changed. */
export function promptEdit(before: PromptText, after: PromptText): TextEdit | null {
  return lastEdit(after, [before], () => findEdit(before, after));
}

function findEdit(before: PromptText, after: PromptText): TextEdit | null {
  const [old, now] = [before.messages, after.messages];
  let { start: first, end: last } = sharedItemEnds(old, now, (a, b) => a.text === b.text);
  if (first + last === old.length && old.length === now.length) return null;
  const [oldOne, nowOne] = [old[first], now[first]];
  const isOne = old.length === now.length && first + last === old.length - 1;
  if (isOne && oldOne !== undefined && nowOne !== undefined) return editInMessage(oldOne, nowOne);
  // If the number of messages changed, one unchanged message is included, so that the replacement covers all line ends
  // between messages.
  if (first > 0) first -= 1;
  else if (last > 0) last -= 1;
  const [from, until] = [first, (list: readonly ShownMessage[]) => list.length - last];
  const textOf = (list: readonly ShownMessage[]): string =>
    list
      .slice(from, until(list))
      .map(({ text }) => text.shown)
      .join('\n');
  return moved(minimalEdit(textOf(old), textOf(now)), old[from]?.start ?? 0);
}

function editInMessage(old: ShownMessage, now: ShownMessage): TextEdit | null {
  const [before, after] = [old.message, now.message];
  const isPlain = !hasReturns(before) && !hasReturns(after);
  const most = Math.min(extentOf(before).length, extentOf(after).length);
  const start = isPlain ? sameStart(before, after) : 0;
  const end = isPlain ? Math.min(sameEnd(before, after), most - start) : 0;
  const [oldEnd, nowEnd] = [old.layout.length - end, now.layout.length - end];
  if (!isPlain || !sameGaps(old, now, start, end)) return moved(minimalEdit(old.text.shown, now.text.shown), old.start);
  // A gap at either border is inside the range.
  const [from, oldTo, nowTo] = [
    old.text.toShown(start, 'end'),
    old.text.toShown(oldEnd, 'start'),
    now.text.toShown(nowEnd, 'start'),
  ];
  return moved(minimalEdit(old.text.slice(from, oldTo), now.text.slice(from, nowTo)), old.start + from);
}

/** Whether both have the same gaps before `start` and after the point `end` characters from the end. */
function sameGaps(old: ShownMessage, now: ShownMessage, start: number, end: number): boolean {
  const outside = ({ gaps, layout: { length } }: ShownMessage): string =>
    `${gaps.filter((gap) => gap < start).join()};${gaps
      .filter((gap) => gap > length - end)
      .map((gap) => length - gap)
      .join()}`;
  return (old.gaps.length === 0 && now.gaps.length === 0) || outside(old) === outside(now);
}

function moved(edit: TextEdit | null, by: number): TextEdit | null {
  return edit === null ? null : { start: edit.start + by, end: edit.end + by, text: edit.text };
}
