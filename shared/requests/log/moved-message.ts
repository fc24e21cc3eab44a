import type { JsonPath, PromptMessage, PromptNode, TextNode, ToolNode } from '../../document/types';

/** The position of a text inside a longer one: its offset in characters, and the path of the value above it. */
export interface TextPosition {
  readonly by: number;
  readonly path: JsonPath;
}

/** Moves the positions of a message that was read from a separate text to those in the file. */
export function movedMessage(message: PromptMessage, by: TextPosition): PromptMessage {
  return { ...message, children: message.children.map((child) => movedNode(child, by)) };
}

export function movedTool(tool: ToolNode, by: TextPosition): ToolNode {
  return {
    ...tool,
    description: tool.description.map((leaf) => movedLeaf(leaf, by)),
    ...(tool.definition === undefined ? {} : { definition: tool.definition.map((leaf) => movedLeaf(leaf, by)) }),
    ...(tool.tools === undefined ? {} : { tools: tool.tools.map((each) => movedTool(each, by)) }),
  };
}

function movedNode(node: PromptNode, by: TextPosition): PromptNode {
  if (node.type === 'text') return movedLeaf(node, by);
  return node.type === 'section' ? { ...node, children: node.children.map((child) => movedNode(child, by)) } : node;
}

function movedLeaf(leaf: TextNode, { by, path }: TextPosition): TextNode {
  const { origin } = leaf;
  if (origin.kind !== 'file') return leaf;
  const { start, end } = origin.span;
  const moved = { ...origin, span: { start: start + by, end: end + by } };
  return { ...leaf, origin: origin.path === undefined ? moved : { ...moved, path: [...path, ...origin.path] } };
}
