import type { PromptNode, TextNode } from '../../../shared/document/types';

/** Text of a node without a part in between. */
export interface Stretch {
  /** Index of its first text among the node's children. */
  readonly at: number;
  readonly texts: readonly TextNode[];
}

/** Blank lines between two parts belong to the user's text before them, or after them if there is none before. */
export function ownStretches(children: readonly PromptNode[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let open: { readonly at: number; readonly texts: TextNode[] } | undefined;
  for (const [at, child] of children.entries()) {
    if (child.type === 'section' || child.type === 'image') open = undefined;
    if (child.type !== 'text' || child.value === '') continue;
    if (open === undefined) found.push((open = { at, texts: [] }));
    open.texts.push(child);
  }
  const own = new Set(found.filter(({ texts }) => texts.some(isUsers)));
  const [first] = own;
  if (first === undefined) return found;
  const joined = new Map(found.map((stretch) => [stretch, [...stretch.texts]]));
  let last = first;
  for (const stretch of found) {
    if (own.has(stretch)) last = stretch;
    else if (stretch.texts.every(isBlank)) {
      joined.get(last)?.push(...stretch.texts);
      joined.delete(stretch);
    }
  }
  return [...joined].map(([{ at }, texts]) => ({ at, texts }));
}

export function lengthOf({ texts }: Stretch): number {
  return texts.reduce((sum, { value }) => sum + value.length, 0);
}

/** Not what the design supplies or puts between its sections, and not only blank lines. */
export function isUsers(text: TextNode): boolean {
  return isWritten(text) && text.value.trim() !== '';
}

function isBlank(text: TextNode): boolean {
  return isWritten(text) && text.value.trim() === '';
}

function isWritten({ origin: { kind } }: TextNode): boolean {
  return kind !== 'frame' && kind !== 'builtin' && kind !== 'learned';
}
