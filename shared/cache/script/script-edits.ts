/**
 * Applies steps of a turn script to a built document. Edits change the text, and so its hash; token counts are given,
 * not computed.
 */
import { withPreamble } from '../../analysis/count/analyze';
import type { Analysis, CountedDocument, TokenCount } from '../../analysis/types';
import { builtin, frame, message, nodeId, tool } from '../../document/builders';
import { writeJson } from '../../document/json-text';
import type { NodeId, PromptDocument, PromptMessage, PromptNode, ToolNode } from '../../document/types';
import { visit, type IdentifiedNode } from '../../document/walk';

/** A document, or why the step does not apply to it. */
export type Edited =
  { readonly ok: true; readonly value: CountedDocument } | { readonly ok: false; readonly why: string };

const usualTool = 100;

/** `nth` makes each edit's text different. */
export function editSection({ document, analysis }: CountedDocument, target: string, nth: number): Edited {
  const found = findTarget(document, target);
  if (found === undefined) return { ok: false, why: `There is no section "${target}"` };
  const mark = frame(`\n(edit ${nth})`);
  const change = <T extends PromptMessage | PromptNode>(node: T): T => {
    if (node.type !== 'section' && node.type !== 'message') return node;
    if (node.id === found.id) return { ...node, children: [...node.children, mark] };
    const children = node.children.map(change);
    return children.every((child, index) => child === node.children[index]) ? node : { ...node, children };
  };
  return { ok: true, value: { document: { ...document, messages: document.messages.map(change) }, analysis } };
}

/** By id or by display name; also finds messages. */
function findTarget(document: PromptDocument, target: string): IdentifiedNode | undefined {
  let byId: IdentifiedNode | undefined;
  let byName: IdentifiedNode | undefined;
  visit(document, (node) => {
    if (node.type === 'omitted' || node.type === 'image') return;
    if (node.id === target) byId ??= node;
    if (node.type === 'section' && node.name.toLowerCase() === target.toLowerCase()) byName ??= node;
  });
  return byId ?? byName;
}

export function addMessage(
  { document, analysis }: CountedDocument,
  role: 'user' | 'assistant',
  tokens: number,
  nth: number,
): CountedDocument {
  const id = nodeId('turn', String(nth));
  const added = message(id, role, 'active', 'history', [builtin('turn script', `${role} ${nth}`)]);
  return {
    document: { ...document, messages: [...document.messages, added] },
    analysis: withTokens(analysis, id, tokens),
  };
}

export function changeTool(
  { document, analysis }: CountedDocument,
  change: 'add' | 'change' | 'remove',
  name: string,
  tokens: number | null,
  nth: number,
): Edited {
  const index = document.tools.findIndex((each) => each.name === name);
  const existing = document.tools[index];
  if (change === 'add') {
    if (existing !== undefined) return { ok: false, why: `There is a tool "${name}" already` };
    const added = tool(nodeId('tools', name), name, 'L1', [builtin('turn script', `${name} ${nth}`)], writeJson({}));
    const next = withTools(document, [...document.tools, added]);
    const counted = withTokens(withPreamble(analysis, next), added.id, tokens ?? usualTool);
    return { ok: true, value: { document: next, analysis: counted } };
  }
  if (existing === undefined) return { ok: false, why: `There is no tool "${name}"` };
  if (change === 'remove') {
    const left = withTools(
      document,
      document.tools.filter((each) => each !== existing),
    );
    return { ok: true, value: { document: left, analysis: withPreamble(analysis, left) } };
  }
  const changed: ToolNode = { ...existing, description: [...existing.description, frame(` (edit ${nth})`)] };
  const next = withTools(document, document.tools.with(index, changed));
  return {
    ok: true,
    value: { document: next, analysis: tokens === null ? analysis : withTokens(analysis, existing.id, tokens) },
  };
}

/** A breakpoint after a removed tool is removed too. */
function withTools(document: PromptDocument, tools: readonly ToolNode[]): PromptDocument {
  const gone = document.tools.filter((each) => !tools.some(({ id }) => id === each.id)).map(({ id }) => id);
  return { ...document, tools, breakpoints: document.breakpoints.filter(({ after }) => !gone.includes(after)) };
}

function withTokens(analysis: Analysis, id: NodeId, tokens: number): Analysis {
  const count: TokenCount = { ...analysis.total, tokens, low: tokens, high: tokens };
  return { ...analysis, tokens: { ...analysis.tokens, [id]: count } };
}
