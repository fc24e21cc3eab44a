/** What the page shows of agents. */
export type { LoadCell as LoadMapCell, LoadMap } from '../assemblers/agents/load-map';
