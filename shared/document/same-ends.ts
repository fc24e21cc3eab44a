/**
 * Finds how much of two nodes' texts is equal by comparing nodes only: after an edit most nodes are the same objects.
 */
import { lengthOf, type Parent } from './extent';
import type { PromptNode } from './types';

/** Returns how many characters at the start are certainly equal. Stops at the first leaf that differs. */
export function sameStart(before: Parent, after: Parent): number {
  const most = Math.min(before.children.length, after.children.length);
  let same = 0;
  for (let index = 0; index < most; index += 1) {
    const [old, now] = [before.children[index], after.children[index]];
    if (old === undefined || now === undefined) break;
    if (isSame(old, now)) same += lengthOf(now);
    else {
      const inside = old.type === 'section' && now.type === 'section' ? sameStart(old, now) : 0;
      if (inside < Math.max(lengthOf(old), lengthOf(now))) return same + inside;
      same += inside;
    }
  }
  return same;
}

export function sameEnd(before: Parent, after: Parent): number {
  const most = Math.min(before.children.length, after.children.length);
  let same = 0;
  for (let back = 1; back <= most; back += 1) {
    const [old, now] = [before.children[before.children.length - back], after.children[after.children.length - back]];
    if (old === undefined || now === undefined) break;
    if (isSame(old, now)) same += lengthOf(now);
    else {
      const inside = old.type === 'section' && now.type === 'section' ? sameEnd(old, now) : 0;
      if (inside < Math.max(lengthOf(old), lengthOf(now))) return same + inside;
      same += inside;
    }
  }
  return same;
}

function isSame(old: PromptNode, now: PromptNode): boolean {
  if (old === now) return true;
  if (old.type === 'text') return now.type === 'text' && old.value === now.value;
  return lengthOf(old) === 0 && lengthOf(now) === 0 && now.type !== 'text';
}
