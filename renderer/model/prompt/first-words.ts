import type { PromptNode } from '../../../shared/document/types';

/** Characters. The page cuts the text further where its space ends. */
const most = 200;

/** How a text begins, on one line, for what is folded or has no name. */
export function firstWords(children: readonly PromptNode[]): string {
  return onOneLine(startOf(children));
}

export function onOneLine(text: string): string {
  return text.slice(0, most).replaceAll(/\s+/g, ' ').trim();
}

function startOf(children: readonly PromptNode[]): string {
  let text = '';
  for (const child of children) {
    if (child.type === 'text') text = (text + child.value.slice(0, most)).trimStart();
    else if (child.type === 'section') text = `${text} ${startOf(child.children)}`.trimStart();
    if (text.length >= most) break;
  }
  return text;
}
