import { byCodePoint } from '../../basics/code-point-order';
import type { Load, LoadStatus } from './load';
import type { AgentId } from './names';

export interface AgentLoads {
  readonly agent: AgentId;
  readonly title: string;
  /** The version the rules were measured with; null if they follow documentation. */
  readonly version: string | null;
  readonly loads: readonly Load[];
}

/** What one agent does with a file of the map. */
export interface LoadCell extends Omit<Load, 'path'> {
  readonly agent: AgentId;
}

/** What each agent does with each file that any of them looks at. */
export interface LoadMap {
  readonly agents: readonly Omit<AgentLoads, 'loads'>[];
  readonly files: readonly LoadMapFile[];
}

export interface LoadMapFile {
  readonly path: string;
  /** Of the file on disk; null if no agent reads it. */
  readonly bytes: number | null;
  /** One for each agent, in their order. */
  readonly cells: readonly LoadCell[];
}

/** If one agent meets a file twice, the first of these is shown. */
const strongest: readonly LoadStatus[] = [
  'loaded',
  'cut',
  'on-demand',
  'unknown',
  'refused',
  'shadowed',
  'empty',
  'never',
];

/** Files of the folder first, then those above it and in the home. */
export function loadMap(all: readonly AgentLoads[]): LoadMap {
  const paths = [...new Set(all.flatMap(({ loads }) => loads.map(({ path }) => path)))].toSorted(
    (a, b) => Number(a.startsWith('/')) - Number(b.startsWith('/')) || byCodePoint(a, b),
  );
  const indexes = all.map((each) => ({ ...each, byPath: bestByPath(each.loads) }));
  return {
    agents: all.map(({ agent, title, version }) => ({ agent, title, version })),
    files: paths.map((path) => {
      const cells = indexes.map(({ agent, title, byPath }): LoadCell => {
        const load = byPath.get(path);
        if (load === undefined) return { agent, status: 'never', rule: `${title} does not look for this file.` };
        const { path: _, ...cell } = load;
        return { agent, ...cell };
      });
      return { path, bytes: cells.find(({ bytes }) => bytes !== undefined)?.bytes ?? null, cells };
    }),
  };
}

function bestByPath(loads: readonly Load[]): ReadonlyMap<string, Load> {
  const best = new Map<string, Load>();
  for (const load of loads) {
    const known = best.get(load.path);
    if (known === undefined || strongest.indexOf(load.status) < strongest.indexOf(known.status))
      best.set(load.path, load);
  }
  return best;
}
