import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { textAt } from '../body';
import { contentBlocks, messageFields, type ReadParts } from '../read-types';
import { isOpenaiRole, openaiBlock, openaiRole } from './openai-chat';

/** Reads the message array that `--format messages` prints. */
export function readNeutral(root: ConfigNode): ReadParts {
  const items = root.kind === 'array' ? root.items : [];
  return {
    model: undefined,
    provider: undefined,
    parameters: [],
    tools: [],
    messages: items.map((node) => ({
      role: openaiRole(textAt(node, 'role')),
      node,
      blocks: contentBlocks(configAt(node, ['content']), openaiBlock),
      ...messageFields(node, ...(isOpenaiRole(textAt(node, 'role')) ? ['role'] : []), 'content'),
    })),
  };
}
