/**
 * A prompt without what differs from machine to machine: the paths of the workspace and of the home folder, the host
 * and the system. Locks hold hashes of this text, so they pass at any path and for any user.
 */
import type { PromptDocument, PromptNode, TextNode, ToolNode } from '../../document/types';

export interface MachineNames {
  readonly workspace: string;
  readonly home: string;
}

/** Facts that stand in the text by themselves; the clock and its zone are pinned by the lock. */
const machineFacts: readonly string[] = ['host', 'platform', 'osVersion', 'arch', 'shell', 'home', 'user'];

/** Text that stands in a file as it is stays: it is the same on every machine. */
export function portableDocument(document: PromptDocument, names: MachineNames): PromptDocument {
  const leaf = (node: TextNode): TextNode => portableLeaf(node, names);
  const nodeOf = (node: PromptNode): PromptNode =>
    node.type === 'text'
      ? leaf(node)
      : node.type === 'section'
        ? { ...node, children: node.children.map(nodeOf) }
        : node;
  const toolOf = (tool: ToolNode): ToolNode => ({
    ...tool,
    description: tool.description.map(leaf),
    ...(tool.definition === undefined ? {} : { definition: tool.definition.map(leaf) }),
    ...(tool.tools === undefined ? {} : { tools: tool.tools.map(toolOf) }),
  });
  return {
    ...document,
    tools: document.tools.map(toolOf),
    messages: document.messages.map((message) => ({ ...message, children: message.children.map(nodeOf) })),
  };
}

function portableLeaf(node: TextNode, names: MachineNames): TextNode {
  const { origin, value } = node;
  if (origin.kind === 'file' && origin.change === undefined) return node;
  if (origin.kind === 'environment' && machineFacts.includes(origin.key)) return { ...node, value: `{${origin.key}}` };
  const portable = portableName(value, names);
  return portable === value ? node : { ...node, value: portable };
}

/** The longer path first: one is often inside the other. */
export function portableName(text: string, { workspace, home }: MachineNames): string {
  const paths = [
    { path: workspace, name: '{workspace}' },
    { path: home, name: '{home}' },
  ].toSorted((a, b) => b.path.length - a.path.length);
  return paths.reduce((sum, { path, name }) => replacePath(sum, path, name), text);
}

/** Only whole names: `/home/k` is not in `/home/kate`. */
function replacePath(text: string, path: string, name: string): string {
  if (path === '' || path === '/' || !text.includes(path)) return text;
  let result = '';
  let from = 0;
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, from)) {
    const next = text.charAt(at + path.length);
    const before = text.charAt(at - 1);
    const isWhole = !/[\p{L}\p{N}_.-]/u.test(next) && !/[\p{L}\p{N}_.-]/u.test(before);
    result += text.slice(from, at) + (isWhole ? name : path);
    from = at + path.length;
  }
  return result + text.slice(from);
}
