import type { PromptDocument, PromptNode } from '../../document/types';

/** What a file or the design's template says is the same on every machine, also if a user is called `root`. */
const isFixed: ReadonlySet<string> = new Set(['file', 'builtin']);

/**
 * The document with words of the machine replaced. Text of files and templates stays. Returns the same document if the
 * words stand nowhere.
 */
export function withOtherWords(document: PromptDocument, words: string, other: string): PromptDocument {
  if (words === '') return document;
  let isFound = false;
  const replaced = (node: PromptNode): PromptNode => {
    if (node.type === 'section') return { ...node, children: node.children.map(replaced) };
    if (node.type !== 'text' || isFixed.has(node.origin.kind) || !node.value.includes(words)) return node;
    isFound = true;
    return { ...node, value: node.value.replaceAll(words, other) };
  };
  const messages = document.messages.map((message) => ({ ...message, children: message.children.map(replaced) }));
  return isFound ? { ...document, messages } : document;
}
