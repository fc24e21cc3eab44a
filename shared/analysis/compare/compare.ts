import { spelled, writeJson } from '../../document/json-text';
import { allTools, toolText } from '../../document/tool-text';
import type { NodeId, PromptDocument, PromptMessage, PromptNode, Tier, ToolNode } from '../../document/types';
import { memoByIdentity } from '../../basics/memo';
import { nodeText } from '../../document/walk';
import { append } from '../../sources/text/append';
import { firstDivergence, type Divergence } from './divergence';
import type { Analysis } from '../types';

export type ChangeKind = 'same' | 'changed' | 'added' | 'removed';

export interface SectionChange {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
  readonly kind: ChangeKind;
  /** Tokens after minus tokens before, if both are counted. */
  readonly tokens: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The newer build has it as an omission. */
  readonly omitted: boolean;
}

export interface Comparison {
  readonly changes: readonly SectionChange[];
  readonly first: Divergence | undefined;
  readonly tokens: number;
}

export interface Unit {
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

/** Leaf sections (without inner sections), omitted nodes, images and tools: together the whole request. */
export function unitsOf(document: PromptDocument): readonly Unit[] {
  const units: Unit[] = allTools(document.tools).map((tool) => ({
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

function unitsIn(message: PromptMessage): readonly Unit[] {
  const units: Unit[] = [];
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

/** Compares two builds section by section, keyed by id, in the order of the newer one. */
export function compareDocuments(
  before: PromptDocument,
  after: PromptDocument,
  counts?: { readonly before: Analysis; readonly after: Analysis },
): Comparison {
  const old = new Map(unitsOf(before).map((unit) => [unit.id, unit]));
  const tokensOf = (analysis: Analysis | undefined, unit: Unit | undefined): number =>
    unit === undefined || unit.omitted ? 0 : (analysis?.tokens[unit.id]?.tokens ?? 0);
  const changes: SectionChange[] = [];
  const seen = new Set<NodeId>();
  for (const unit of unitsOf(after)) {
    seen.add(unit.id);
    const was = old.get(unit.id);
    changes.push({
      id: unit.id,
      name: unit.name,
      tier: unit.tier,
      kind: kindOf(was, unit),
      tokens: tokensOf(counts?.after, unit) - tokensOf(counts?.before, was),
      before: was === undefined || was.omitted ? undefined : was.text,
      after: unit.omitted ? undefined : unit.text,
      omitted: unit.omitted,
    });
  }
  for (const was of old.values()) {
    if (seen.has(was.id) || was.omitted) continue;
    changes.push({
      id: was.id,
      name: was.name,
      tier: was.tier,
      kind: 'removed',
      tokens: -tokensOf(counts?.before, was),
      before: was.text,
      after: undefined,
      omitted: false,
    });
  }
  const tokens = counts === undefined ? 0 : counts.after.total.tokens - counts.before.total.tokens;
  return { changes, first: firstDivergence(before, after), tokens };
}

function kindOf(was: Unit | undefined, now: Unit): ChangeKind {
  if (was === undefined || was.omitted) return now.omitted ? 'same' : 'added';
  if (now.omitted) return 'removed';
  return was.text === now.text ? 'same' : 'changed';
}
