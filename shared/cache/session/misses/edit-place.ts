import { firstDivergence } from '../../../analysis/compare/divergence';
import { allTools } from '../../../document/tool-text';
import type { PromptDocument } from '../../../document/types';
import { visit } from '../../../document/walk';
import { changedWords } from '../../bill/changed-words';
import type { EditPlace } from '../types';

/** Where two requests of a conversation first differ; null if one only continues the other. */
export function editPlace(before: PromptDocument, now: PromptDocument): EditPlace | null {
  const words = changedWords(before, now, firstDivergence(before, now));
  if (words === null) return null;
  return { ...words, name: nameOf(now, words.node) ?? nameOf(before, words.node) ?? words.node };
}

function nameOf(document: PromptDocument, id: string): string | undefined {
  let name = allTools(document.tools).find((each) => each.id === id)?.name;
  visit(document, (node) => {
    if (node.type === 'section' && node.id === id) name = node.name;
  });
  return name;
}
