/** The `strata` command that shows what the window shows. */
import type { Inspection } from '../../shared/ipc/inspection/inspection';

/** What of a panel's state the command has to name. */
interface PanelState {
  readonly cacheView: string;
  readonly isWarm: boolean;
}

/** The command that prints what a panel shows; null if there is none. */
export function panelCommandLine(panel: string, built: Built, { cacheView, isWarm }: PanelState): string | null {
  switch (panel) {
    case 'findings':
      return commandLine('lint', built);
    case 'cache':
      if (cacheView === 'moves') return commandLine('volatile', built);
      return commandLine('cache', built, ...(isWarm && cacheView === 'request' ? ['--warm'] : []));
    case 'messages':
    case 'tools':
    case 'sizes':
    case 'recall':
    case 'catalog':
    case 'tiers':
      return commandLine('inspect', built);
    case 'matrix':
      return commandLine('matrix', built);
    case 'sequence':
      return requestCommandLine('sequence', built);
    case 'agents':
      return ['strata', 'agents', built.workspace].map(quoted).join(' ');
    case 'sessions':
      return 'strata sessions';
    default:
      return null;
  }
}

/** The command about the requests of a file, or one of them. */
export function requestCommandLine(
  command: 'sequence' | 'explain',
  { workspace, controls }: Pick<Built, 'workspace' | 'controls'>,
  number?: number,
): string {
  const file = controls.find(({ name }) => name === 'file')?.value;
  const path = typeof file === 'string' && file !== '' ? `${workspace}/${file}` : workspace;
  return ['strata', command, path, ...(number === undefined ? [] : [String(number)])].map(quoted).join(' ');
}

type Built = Pick<Inspection, 'workspace' | 'architecture' | 'modelId' | 'controls'>;

/** Only settings that are not the default are named. Quoted for a POSIX shell. */
export function commandLine(
  command: 'build' | 'inspect' | 'lint' | 'cache' | 'volatile' | 'matrix' | 'sequence',
  { workspace, architecture, modelId, controls }: Built,
  ...options: readonly string[]
): string {
  const chosen = controls.filter(({ isDefault, value }) => !isDefault && value !== null);
  return [
    'strata',
    command,
    workspace,
    ...(architecture === 'request' ? [] : ['--architecture', architecture]),
    '--model',
    modelId,
    ...chosen.flatMap(({ name, value }) => [
      '--set',
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]),
    ...options,
  ]
    .map(quoted)
    .join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
