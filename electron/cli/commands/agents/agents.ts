import type { LoadCell, LoadMap, LoadMapFile } from '../../../../shared/assemblers/agents/load-map';
import { grouped } from '../../../../shared/basics/grouped';
import { writtenLoadMap } from '../../../../shared/ipc/written/load-map';
import { loadMapOf } from '../../../host/analyses/load-map';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, table, visible, type Output } from '../../print/output';

/** `strata agents`: what each agent does with each file it looks at in and above the folder, and in the home. */
export async function runAgents(
  folder: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  // Gemini CLI has every setting that any agent has: read as Gemini CLI, the folder takes each valid --set.
  const map = await withFolder(folder, { ...options, architecture: 'gemini-cli' }, ({ controls }, session) => {
    const value = controls.find(({ name }) => name === 'workingFile')?.value;
    return loadMapOf(session, typeof value === 'string' && value !== '' ? value : undefined);
  });
  await output.out(options.json ? jsonText(writtenLoadMap(map)) : mapText(map));
  return 0;
}

/** Columns of a usual terminal. */
const width = 100;

function mapText(map: LoadMap): string {
  if (map.files.length === 0) return 'No agent that Strata knows finds anything to read here.\n';
  return `${overview(map)}\n${map.files.map(details).join('\n')}`;
}

/** A path that leaves no room for the columns gets a line of its own. */
function overview({ agents, files }: LoadMap): string {
  const columns = agents.map(({ agent }) => Math.max(agent.length, 'on demand'.length) + 2);
  const room = width - columns.reduce((sum, each) => sum + each, 0);
  const widest = Math.min(room, Math.max(4, ...files.map(({ path }) => visible(path).length)) + 2);
  const line = (path: string, cells: readonly string[]): string =>
    `${path.padEnd(widest)}${cells.map((cell, at) => cell.padEnd(columns[at] ?? 0)).join('')}`.trimEnd();
  const rows = files.map(({ path, cells }) => {
    const name = visible(path);
    const words = cells.map(({ status }) => statusWord(status));
    return name.length + 2 <= widest ? line(name, words) : `${name}\n${line('', words)}`;
  });
  return [
    line(
      'file',
      agents.map(({ agent }) => agent),
    ),
    ...rows,
    '',
  ].join('\n');
}

function statusWord(status: LoadCell['status']): string {
  return status === 'on-demand' ? 'on demand' : status;
}

function details({ path, bytes, cells }: LoadMapFile): string {
  const rows = cells
    .filter(({ status }) => status !== 'never')
    .flatMap((cell) => wrapped(sentence(cell), width - 15).map((line, at) => [at === 0 ? cell.agent : '', line]));
  const never = cells.filter(({ status }) => status === 'never').map(({ agent }) => agent);
  const head = `${visible(path)}${bytes === null ? '' : `, ${grouped(bytes)} bytes`}`;
  const last = never.length === 0 ? [] : [['never', never.join(', ')]];
  return `${head}\n${table([...rows, ...last].map(([name = '', text = '']) => [`  ${name.padEnd(11)}`, text]))}`;
}

function sentence({ status, place, by, sentBytes, rule }: LoadCell): string {
  const parts = [
    `${statusWord(status)}${by === undefined ? '' : ` by ${visible(by)}`}`,
    ...(place === undefined ? [] : [place]),
    ...(sentBytes === undefined ? [] : [`${grouped(sentBytes)} bytes sent`]),
  ];
  return `${parts.join('; ')}. ${visible(rule)}`;
}

/** Broken at spaces; a longer word stays whole. */
function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
