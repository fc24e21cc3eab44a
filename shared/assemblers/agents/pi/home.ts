import { joinPath } from '../../../sources/paths';
import type { Facts } from '../../../sources/types';
import { agentHome } from '../common/agent-home';

/** `PI_CODING_AGENT_DIR`, or `~/.pi/agent`. */
export function piHome(facts: Facts): string {
  return agentHome(facts, 'PI_CODING_AGENT_DIR') ?? joinPath(facts.home, '.pi/agent');
}
