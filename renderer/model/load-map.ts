/** What each agent does with each file, as a table shows it. */
import type { LoadMap, LoadMapCell } from '../../shared/ipc/agents';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { formatNumber } from './counts';

/** For an agent, and for a folder in which files of agents were found. */
export function showsLoadMap({
  architecture,
  architectures,
}: Pick<Inspection, 'architecture' | 'architectures'>): boolean {
  const agents = architectures.filter(({ kind }) => kind === 'agent');
  return agents.some(({ id, detected }) => detected || id === architecture);
}

const words: Readonly<Record<LoadMapCell['status'], string>> = {
  loaded: 'loaded',
  'on-demand': 'on demand',
  shadowed: 'shadowed',
  cut: 'cut',
  empty: 'empty',
  refused: 'refused',
  never: 'never',
  unknown: 'unknown',
};

export function statusWord({ status }: Pick<LoadMapCell, 'status'>): string {
  return words[status];
}

/** One sentence or two: where it lands, how much of it, and the rule that says so. */
export function cellText({ status, by, place, bytes, sentBytes, rule }: LoadMapCell): string {
  const parts = [
    `${words[status]}${by === undefined ? '' : ` by ${by}`}`,
    ...(place === undefined ? [] : [place]),
    ...(sentBytes === undefined ? [] : [sentText(sentBytes, bytes)]),
  ];
  return `${parts.join('; ')}. ${rule}`;
}

function sentText(sent: number, bytes: number | undefined): string {
  return bytes === undefined || bytes === sent
    ? `${formatNumber(sent)} bytes`
    : `${formatNumber(sent)} of ${formatNumber(bytes)} bytes`;
}

/** A path outside of the folder that Strata does not look at: whether a file is there is not known. */
export function isUnseen({ path, bytes, cells }: LoadMap['files'][number]): boolean {
  return (
    bytes === null &&
    /^(?:[/\\]|[A-Za-z]:)/.test(path) &&
    cells.some(({ status }) => status === 'refused') &&
    cells.every(({ status }) => status === 'refused' || status === 'never')
  );
}

/** How many files an agent may send from, which Strata does not know. */
export function unknownCount({ files }: LoadMap, agent: string): number {
  return files.filter(({ cells }) => cells.some((cell) => cell.agent === agent && cell.status === 'unknown')).length;
}

/** How many files an agent sends from. */
export function sentCount({ files }: LoadMap, agent: string): number {
  return files.filter(({ cells }) =>
    cells.some((cell) => cell.agent === agent && (cell.status === 'loaded' || cell.status === 'cut')),
  ).length;
}
