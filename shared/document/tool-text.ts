import { spelled, writeJson } from './json-text';
import type { ToolNode } from './types';

/**
 * A tool as a provider reads it, without the tools inside it: what was sent, or name, description and schema. Equal for
 * tools that are sent equal, wherever they come from.
 */
export function toolText({
  name,
  description,
  inputSchema,
  definition,
}: Pick<ToolNode, 'name' | 'description' | 'inputSchema' | 'definition'>): string {
  if (definition !== undefined) return definition.map((leaf) => leaf.value).join('');
  return writeJson({
    name,
    description: description.map((leaf) => leaf.value).join(''),
    input_schema: spelled(inputSchema),
  });
}

/** With the tools inside it. */
export function wholeToolText(tool: ToolNode): string {
  return [toolText(tool), ...(tool.tools ?? []).map(wholeToolText)].join('');
}

/** As lock files hash it. It must not change: a lock of an earlier version holds hashes of it. */
export function lockedToolText(tool: ToolNode): string {
  if (tool.definition !== undefined) return wholeToolText(tool);
  return writeJson([tool.name, tool.description.map(({ value }) => value).join(''), spelled(tool.inputSchema)]);
}

/** Every tool, those inside a group behind it. */
export function allTools(tools: readonly ToolNode[]): readonly ToolNode[] {
  return tools.some((tool) => tool.tools !== undefined)
    ? tools.flatMap((tool) => [tool, ...allTools(tool.tools ?? [])])
    : tools;
}
