import type { PromptDocument, PromptNode } from '../../document/types';

/**
 * The document with words of the machine replaced. Text of files stays: it is the same on every machine. Returns the
 * same document if the words stand nowhere.
 */
export function withOtherWords(document: PromptDocument, words: string, other: string): PromptDocument {
  if (words === '') return document;
  let isFound = false;
  const replaced = (node: PromptNode): PromptNode => {
    if (node.type === 'section') return { ...node, children: node.children.map(replaced) };
    if (node.type !== 'text' || node.origin.kind === 'file' || !node.value.includes(words)) return node;
    isFound = true;
    return { ...node, value: node.value.replaceAll(words, other) };
  };
  const messages = document.messages.map((message) => ({ ...message, children: message.children.map(replaced) }));
  return isFound ? { ...document, messages } : document;
}
