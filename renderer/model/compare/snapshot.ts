/** One build, small enough to keep two hundred: its text once, and the place of each section in it. */
import type { TokenCount } from '../../../shared/analysis/types';
import { layOutJson, spelled, writeJson } from '../../../shared/document/json-text';
import { allTools } from '../../../shared/document/tool-text';
import { toolSettings } from '../../../shared/document/tools-message';
import type { ToolNode } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { Snapshot, SnapshotPart } from '../../../shared/ipc/written/snapshot';
import { causeText } from '../cause-text';
import { PromptText, shownRange } from '../prompt/prompt-text';

/**
 * Its tools stand beside its text, not in it. Breakpoints are no content: the lines that the editor breaks at them are
 * not broken here. What `shown` has read is not read again, if it has no breakpoints.
 */
export function snapshotOf(inspection: Inspection, at: number, shown?: PromptText): Snapshot {
  const { document, analysis } = inspection;
  const text = new PromptText({ ...document, tools: [], breakpoints: [] }, shown);
  const parts: SnapshotPart[] = [];
  const names = new Map<string, { readonly name: string; readonly tier: SnapshotPart['tier'] }>();
  const leafSections = new Set<string>();
  const collect = (node: (typeof document.messages)[number]['children'][number]): void => {
    if (node.type !== 'section') return;
    names.set(node.id, { name: node.name, tier: node.tier });
    if (!node.children.some((child) => child.type === 'section')) leafSections.add(node.id);
    for (const child of node.children) collect(child);
  };
  for (const message of document.messages) {
    for (const child of message.children) collect(child);
    if (!message.children.some((child) => child.type === 'section')) {
      leafSections.add(message.id);
      names.set(message.id, { name: `${message.role} ${message.purpose}`, tier: message.tier });
    }
  }
  for (const message of text.messages) {
    for (const node of message.layout.nodes) {
      const named = names.get(node.id);
      if (named === undefined || !leafSections.has(node.id)) continue;
      const { start, end } = shownRange(message, node.start, node.end);
      parts.push({ id: node.id, ...named, ...counted(analysis.tokens[node.id]), start, end });
    }
  }
  return {
    revision: inspection.revision,
    at,
    cause: causeText(inspection.cause, inspection.specs),
    workspace: inspection.workspace,
    variant: document.variant,
    tokens: analysis.total.tokens,
    method: analysis.total.method,
    text: text.shown,
    parts,
    tools: allTools(document.tools).map((tool) => ({
      id: tool.id,
      name: tool.name,
      ...counted(analysis.tokens[tool.id]),
      text: layOutJson(writeJson(toolParts(tool))),
    })),
  };
}

function toolParts(tool: ToolNode): object {
  const settings = toolSettings(tool);
  return {
    ...(tool.kind === undefined ? {} : { type: tool.kind }),
    description: tool.description.map((leaf) => leaf.value).join(''),
    input: spelled(tool.inputSchema),
    ...(settings === '{}' ? {} : { settings: spelled(settings) }),
  };
}

function counted(count: TokenCount | undefined): Pick<TokenCount, 'tokens' | 'low' | 'high'> {
  return { tokens: count?.tokens ?? 0, low: count?.low ?? 0, high: count?.high ?? 0 };
}
