import { spelled, writeJson } from './json-text';
import type { ToolNode } from './types';

/**
 * A tool as a provider reads it, without nested tools: the sent definition, or name, description and schema. Tools that
 * are sent equal have equal text, whatever their origin.
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

/** Includes nested tools. */
export function wholeToolText(tool: ToolNode): string {
  return [toolText(tool), ...(tool.tools ?? []).map(wholeToolText)].join('');
}

/** The text that lock files hash. Do not change it: existing lock files hold hashes of it. */
export function lockedToolText(tool: ToolNode): string {
  if (tool.definition !== undefined) return wholeToolText(tool);
  return writeJson([tool.name, tool.description.map(({ value }) => value).join(''), spelled(tool.inputSchema)]);
}

/** Returns all tools; the tools of a group follow the group. */
export function allTools(tools: readonly ToolNode[]): readonly ToolNode[] {
  return tools.some((tool) => tool.tools !== undefined)
    ? tools.flatMap((tool) => [tool, ...allTools(tool.tools ?? [])])
    : tools;
}
