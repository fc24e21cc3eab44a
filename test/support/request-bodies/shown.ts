import { allTools } from '../../../shared/document/tool-text';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeText, visit } from '../../../shared/document/walk';
import { nonce } from './tree';

/**
 * Everything that a document shows of a body: texts, fields, definitions, parameters. The bytes as sent do not count.
 */
export function shownOf(document: PromptDocument): string {
  const parts: string[] = [];
  visit(document, (node) => {
    if (node.type === 'message') parts.push(nodeText(node), node.fields ?? '');
    if (node.type === 'image') parts.push(node.mediaType, node.data, node.fields ?? '');
    if (node.type === 'section') parts.push(node.name, node.block?.type ?? '', node.block?.fields ?? '');
  });
  for (const tool of allTools(document.tools)) parts.push((tool.definition ?? []).map(({ value }) => value).join(''));
  for (const { name, value } of document.parameters) parts.push(name, value);
  return parts.join('\n');
}

/** The marks with which the generated texts of a body begin. */
export function textsIn(body: string): readonly string[] {
  return body.match(new RegExp(`${nonce}[0-9a-f]+ `, 'g')) ?? [];
}
