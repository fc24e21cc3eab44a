import { byCodePoint } from '../../basics/code-point-order';
import { nodeId, sourceId, tool } from '../../document/builders';
import { writeJson } from '../../document/json-text';
import type { ToolNode } from '../../document/types';
import { part, system } from './example';
import type { Rule } from './types';

/**
 * Tools from several files may come in a different order in each run. The order within one file, or set by a design, is
 * fixed.
 */
export const unsortedTools: Rule = {
  id: 'unsorted-list',
  title: 'Tools are not in a fixed order',
  severity: 'info',
  about:
    'Tool definitions come first in the cached prefix. Sort them by name, so that the order cannot ' +
    'change between two runs.',
  check({ document: { tools } }) {
    if (tools.some(({ source }) => source === undefined) || new Set(tools.map(({ source }) => source)).size < 2)
      return [];
    const at = tools.findIndex(({ name }, index) => index > 0 && byCodePoint(name, tools[index - 1]?.name ?? '') < 0);
    const node = tools[at];
    return node === undefined ? [] : [{ node: node.id, message: `${node.name} comes after ${tools[at - 1]?.name}` }];
  },
  examples: {
    good: () => ({
      ...system(part('A', 'L0', 'a')),
      tools: [toolFrom('grep', 'tools.json'), toolFrom('bash', 'tools.json')],
    }),
    bad: () => ({
      ...system(part('A', 'L0', 'a')),
      tools: [toolFrom('grep', 'search.json'), toolFrom('bash', 'shell.json')],
    }),
  },
};

function toolFrom(name: string, path: string): ToolNode {
  return tool(nodeId('tools', name), name, 'L1', [], writeJson({}), sourceId(path));
}
