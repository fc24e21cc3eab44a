import type { PromptMessage, PromptNode, TextNode, ToolNode } from '../document/types';

/** The same message with the places of its text `by` characters further on in their file. */
export function movedMessage(message: PromptMessage, by: number): PromptMessage {
  return by === 0 ? message : { ...message, children: message.children.map((child) => movedNode(child, by)) };
}

export function movedTool(tool: ToolNode, by: number): ToolNode {
  if (by === 0) return tool;
  return {
    ...tool,
    description: tool.description.map((leaf) => movedLeaf(leaf, by)),
    ...(tool.definition === undefined ? {} : { definition: tool.definition.map((leaf) => movedLeaf(leaf, by)) }),
    ...(tool.tools === undefined ? {} : { tools: tool.tools.map((each) => movedTool(each, by)) }),
  };
}

function movedNode(node: PromptNode, by: number): PromptNode {
  if (node.type === 'text') return movedLeaf(node, by);
  return node.type === 'section' ? { ...node, children: node.children.map((child) => movedNode(child, by)) } : node;
}

function movedLeaf(leaf: TextNode, by: number): TextNode {
  const { origin } = leaf;
  if (origin.kind !== 'file') return leaf;
  const { start, end } = origin.span;
  return { ...leaf, origin: { ...origin, span: { start: start + by, end: end + by } } };
}
