import { nodeId, omitted } from '../../../document/builders';
import type { OmittedNode } from '../../../document/types';

/** Stands where the agent's own text would be. */
export function unknownFrame(messageId: string, name: string, program: string): OmittedNode {
  return omitted(nodeId(messageId, name), name, 'L0', {
    reason: 'not-learned',
    how: `run once: strata capture -- ${program}`,
  });
}
