import { nodeId, tool } from '../../document/builders';
import { part, system } from './example';
import type { Rule } from './types';

/** Tools in an order that depends on a hash map or a directory listing differ between two runs; sorted ones never do. */
export const unsortedTools: Rule = {
  id: 'unsorted-list',
  title: 'Tools are not in a fixed order',
  severity: 'info',
  about: 'Tool definitions come first in the cached prefix. Sort them by name, so that the order cannot change between two runs.',
  check({ document }) {
    const names = document.tools.map(({ name }) => name);
    const at = names.findIndex((name, index) => index > 0 && name < (names[index - 1] ?? ''));
    const node = document.tools[at];
    return node === undefined ? [] : [{ node: node.id, message: `${node.name} stands behind ${names[at - 1]}` }];
  },
  examples: {
    good: () => ({ ...system(part('A', 'L0', 'a')), tools: ['bash', 'grep'].map((name) => tool(nodeId('tools', name), name, 'L1', [], {})) }),
    bad: () => ({ ...system(part('A', 'L0', 'a')), tools: ['grep', 'bash'].map((name) => tool(nodeId('tools', name), name, 'L1', [], {})) }),
  },
};
