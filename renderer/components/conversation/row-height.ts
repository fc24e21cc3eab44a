import { memoLast } from '../../../shared/basics/memo';
import type { TalkRow } from '../../model/conversation/talk-row';

const [headHeight, lineHeight] = [28, 19];

const memo = memoLast<TalkRow, number>();

/** An estimate in pixels, used until the row is on screen and measured. */
export function estimateHeight(row: TalkRow | undefined, width: number): number {
  return row === undefined ? headHeight : memo(row, [width], () => estimate(row, width));
}

function estimate(row: TalkRow, width: number): number {
  const { content } = row;
  if (content.kind === 'image') return 160;
  if (content.kind !== 'text') return headHeight;
  const perLine = Math.max(20, (width - 40 - row.depth * 14) / 7);
  let lines = 0;
  for (let at = 0; at <= content.text.length;) {
    const end = content.text.indexOf('\n', at);
    const stop = end === -1 ? content.text.length : end;
    lines += Math.max(1, Math.ceil((stop - at) / perLine));
    at = stop + 1;
  }
  return lines * lineHeight + 8 + (content.whole === null ? 0 : 26);
}
