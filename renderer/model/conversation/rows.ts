/**
 * A request as a conversation: one row for each thing to read, in the provider's order. All rows are here, folded ones
 * too; each knows the folds it lies under.
 */
import { allTools } from '../../../shared/document/tool-text';
import { toolsId } from '../../../shared/document/tools-message';
import type { CacheBreakpoint, NodeId, Parameter, PromptDocument, ToolNode } from '../../../shared/document/types';
import { calledTools } from '../sections/block-names';
import { messageRows } from './message-rows';
import { breakpointRows, textRows, type FoldKey, type Marks, type TalkRow } from './talk-row';
import { toolTexts } from './texts';

export function talkRows(document: PromptDocument): readonly TalkRow[] {
  const marks = marksOf(document.breakpoints);
  const calls = calledTools(document.messages);
  return [
    ...toolRows(document.tools, marks),
    ...parameterRows(document.parameters),
    ...document.messages.flatMap((message, index) => messageRows(message, index + 1, { calls, marks })),
  ];
}

function marksOf(breakpoints: readonly CacheBreakpoint[]): Marks {
  const marks = new Map<NodeId, CacheBreakpoint[]>();
  for (const each of breakpoints) {
    const others = marks.get(each.after);
    if (others === undefined) marks.set(each.after, [each]);
    else others.push(each);
  }
  return marks;
}

function toolRows(tools: readonly ToolNode[], marks: Marks): readonly TalkRow[] {
  if (tools.length === 0) return [];
  const fold: FoldKey = '-tools';
  const head: TalkRow = {
    key: 'tools',
    node: toolsId,
    tier: tools[0]?.tier ?? null,
    depth: 0,
    under: [],
    fold,
    message: null,
    content: { kind: 'tools', tools, count: allTools(tools).length },
  };
  return [head, ...tools.flatMap((tool) => oneTool(tool, 1, [fold], marks))];
}

function oneTool(tool: ToolNode, depth: number, under: readonly FoldKey[], marks: Marks): readonly TalkRow[] {
  const fold: FoldKey = `-${tool.id}`;
  const { id, tier } = tool;
  const inside = [...under, fold];
  const texts = toolTexts(tool).flatMap(({ text, look }, index) =>
    textRows(
      { key: `${id}#${index}`, node: id, tier, depth: depth + 1, under: inside, fold: null, message: null },
      { kind: 'text', text, look, message: null, start: 0, isLaidOut: look === 'code', whole: null },
    ),
  );
  return [
    { key: id, node: id, tier, depth, under, fold, message: null, content: { kind: 'tool', tool } },
    ...texts,
    ...(tool.tools ?? []).flatMap((inner) => oneTool(inner, depth + 1, inside, marks)),
    ...breakpointRows(id, { depth, under, message: null }, marks),
  ];
}

function parameterRows(parameters: readonly Parameter[]): readonly TalkRow[] {
  if (parameters.length === 0) return [];
  const fold: FoldKey = '-parameters';
  const base = { node: null, tier: null, message: null } as const;
  const text = parameters.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return [
    { ...base, key: 'parameters', depth: 0, under: [], fold, content: { kind: 'parameters', parameters } },
    ...textRows(
      { ...base, key: 'parameters#text', depth: 1, under: [fold], fold: null },
      { kind: 'text', text, look: 'code', message: null, start: 0, isLaidOut: true, whole: null },
    ),
  ];
}

export function isOpen(fold: FoldKey, toggled: ReadonlySet<string>): boolean {
  return fold.startsWith('+') !== toggled.has(fold);
}

/** The rows that are not folded away. */
export function openRows(rows: readonly TalkRow[], toggled: ReadonlySet<string>): readonly TalkRow[] {
  return rows.filter(({ under }) => under.every((fold) => isOpen(fold, toggled)));
}

/** The folds to change so that all messages and the tools are folded, or all messages are open. */
export function foldsOfAll(rows: readonly TalkRow[], toggled: ReadonlySet<string>, opens: boolean): readonly FoldKey[] {
  return rows.flatMap(({ fold, content: { kind } }) =>
    fold !== null && (kind === 'message' || (kind === 'tools' && !opens)) && isOpen(fold, toggled) !== opens
      ? [fold]
      : [],
  );
}
