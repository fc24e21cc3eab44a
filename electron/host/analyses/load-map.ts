import { setImmediate } from 'node:timers/promises';
import { agentRules } from '../../../shared/assemblers/agents';
import { loadMap, type AgentLoads, type LoadMap } from '../../../shared/assemblers/agents/load-map';
import type { Session } from '../session';

/** Builds the folder as every agent and joins what they do with its files. What is shown does not change. */
export async function loadMapOf(session: Session, workingFile?: string): Promise<LoadMap> {
  const all: AgentLoads[] = [];
  for (const { id, title, version, settings } of agentRules) {
    const takes = settings.some(({ name }) => name === 'workingFile');
    const { assembled } = await session.variant({
      architecture: id,
      settings: takes && workingFile !== undefined ? { workingFile } : {},
    });
    all.push({ agent: id, title, version: version ?? null, loads: assembled.panels?.loads ?? [] });
    await setImmediate();
  }
  return loadMap(all);
}
