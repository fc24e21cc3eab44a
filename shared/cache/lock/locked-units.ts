import { append } from '../../sources/text/append';
import { memoByIdentity } from '../../basics/memo';
import { spelled, writeJson } from '../../document/json-text';
import { allTools, toolText } from '../../document/tool-text';
import type { NodeId, PromptDocument, PromptMessage, PromptNode, Tier, ToolNode } from '../../document/types';
import { nodeText } from '../../document/walk';

/** A part of the request that a lock file has a hash of. */
export interface LockedUnit {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly text: string;
  readonly omitted: boolean;
}

/** Lock files contain hashes of this text, so it must not change for tools that an assembler makes. */
function unitText(tool: ToolNode): string {
  if (tool.definition !== undefined) return toolText(tool);
  return writeJson([tool.description.map((leaf) => leaf.value).join(''), spelled(tool.inputSchema)]);
}

/**
 * Leaf sections (without inner sections), omitted nodes, images between sections, and tools. Text between the sections
 * is in none of them: only the hashes of a lock's prefixes cover it. Do not add to this list: existing lock files hold
 * it.
 */
export function lockedUnits(document: PromptDocument): readonly LockedUnit[] {
  const units: LockedUnit[] = allTools(document.tools).map((tool) => ({
    id: tool.id,
    name: tool.name,
    tier: tool.tier,
    text: unitText(tool),
    omitted: false,
  }));
  for (const message of document.messages) append(units, messageUnits(message));
  return units;
}

/** Cached, because requests of one session share most messages. */
const messageUnits = memoByIdentity(unitsIn);

function unitsIn(message: PromptMessage): readonly LockedUnit[] {
  const units: LockedUnit[] = [];
  const add = (node: PromptNode, owner: { readonly id: NodeId; readonly name: string; readonly tier: Tier }): void => {
    switch (node.type) {
      case 'text':
        return;
      case 'image':
        units.push({
          id: node.id,
          name: node.source ?? node.mediaType,
          tier: owner.tier,
          text: node.data,
          omitted: false,
        });
        return;
      case 'omitted':
        units.push({ id: node.id, name: node.name, tier: node.tier, text: '', omitted: true });
        return;
      case 'section':
        if (node.children.some((child) => child.type === 'section'))
          for (const child of node.children) add(child, node);
        else
          units.push({
            id: node.id,
            name: node.name,
            tier: node.tier,
            text: `${nodeText(node)}${node.block?.fields ?? ''}`,
            omitted: false,
          });
    }
  };
  const owner = { id: message.id, name: message.purpose, tier: message.tier };
  if (message.children.some((child) => child.type === 'section'))
    for (const child of message.children) add(child, owner);
  else units.push({ ...owner, text: nodeText(message), omitted: false });
  return units;
}
