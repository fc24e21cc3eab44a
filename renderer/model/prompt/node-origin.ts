/** Where the text of a node comes from, and how the user can replace it. */
import { allTools } from '../../../shared/document/tool-text';
import type { NodeId, Origin, ToolNode } from '../../../shared/document/types';
import { findNode, leaves } from '../../../shared/document/walk';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

export type FileOrigin = Extract<Origin, { readonly kind: 'file' }>;

export function toolIn(shown: Inspection | undefined, id: NodeId): ToolNode | undefined {
  return allTools(shown?.document.tools ?? []).find((each) => each.id === id);
}

/** Of the first text of a node that comes from a file. */
export function firstFileOrigin(shown: Inspection | undefined, id: NodeId): FileOrigin | undefined {
  if (shown === undefined) return undefined;
  const tool = toolIn(shown, id);
  if (tool !== undefined)
    return [...tool.description, ...(tool.definition ?? [])]
      .map((leaf) => leaf.origin)
      .find((each) => each.kind === 'file');
  const node = findNode(shown.document, id);
  if (node === undefined || node.type === 'image') return undefined;
  const texts = node.type === 'omitted' ? (node.would ?? []) : leaves(node);
  return texts.map((leaf) => leaf.origin).find((each) => each.kind === 'file');
}

/** A file with the same name overrides a part of the catalogue. */
export function wayToReplace(shown: Inspection | undefined, origin: Origin): string {
  const parts = shown?.panels.catalog?.parts ?? [];
  return origin.kind === 'builtin' && parts.some((part) => part.id === origin.name)
    ? ` Write prompts/${origin.name}.md to replace it.`
    : '';
}
