import { layOutJson, writeJson } from '../document/json-text';
import type { NodeId, PromptDocument } from '../document/types';
import { visit } from '../document/walk';
import { finding, type Finding } from '../sources/findings';

export type Losable = 'roles' | 'images' | 'tools' | 'breakpoints';

/** One warning for each kind of content that the format cannot express. */
export function lossesOf(document: PromptDocument, format: string, kinds: readonly Losable[]): readonly Finding[] {
  return kinds.flatMap((kind) => {
    const lost = countOf(document, kind);
    return lost === 0 ? [] : [finding('warning', `export-loses-${kind}`, `${format} has no ${kind}: ${lost} left out`)];
  });
}

function countOf(document: PromptDocument, kind: Losable): number {
  switch (kind) {
    case 'roles':
      return document.messages.length > 1 ? document.messages.length : 0;
    case 'images': {
      let images = 0;
      visit(document, (node) => {
        if (node.type === 'image') images += 1;
      });
      return images;
    }
    case 'tools':
      return document.tools.length;
    case 'breakpoints':
      return document.breakpoints.length;
  }
}

/** Warns that the target form cannot express something at this node. */
export function lost(what: string, why: string, node: NodeId): Finding {
  return finding('warning', 'export-loses', `${what} left out: ${why}`, undefined, { node });
}

/** Reports that the target form expresses something differently. */
export function changed(what: string, how: string, node: NodeId): Finding {
  return finding('warning', 'export-changes', `${what} is not written as it was: ${how}`, undefined, { node });
}

/** Formats like `JSON.stringify`; JSON text inside keeps its spelling. */
export function jsonBody(value: unknown): string {
  return `${layOutJson(writeJson(value))}\n`;
}
