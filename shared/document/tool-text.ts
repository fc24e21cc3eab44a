import { spelled, writeJson } from './json-text';
import type { ToolNode } from './types';

/** A tool as a provider reads it: equal for tools that are sent equal, wherever they come from. */
export function toolText({
  name,
  description,
  inputSchema,
}: Pick<ToolNode, 'name' | 'description' | 'inputSchema'>): string {
  return writeJson({
    name,
    description: description.map((leaf) => leaf.value).join(''),
    input_schema: spelled(inputSchema),
  });
}
