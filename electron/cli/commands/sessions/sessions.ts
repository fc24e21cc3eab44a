import { counted } from '../../../../shared/basics/grouped';
import { homedir } from 'node:os';
import type { AgentLogFile } from '../../../host/capture/logs/find-logs';
import { realFolder } from '../../../host/capture/logs/folder-logs';
import { exportedLines, exportSession } from '../../../host/capture/export-session';
import { deletedText, deleteSession, findSession, listSessions, type KeptSession } from '../../../host/capture/store';
import { removeLeftFolders } from '../../../host/capture/watched-folders';
import { absolutePath } from '../../../host/disk/paths';
import { capturesFolder } from '../../named/captures-folder';
import { agentLogs } from '../../named/session-lookup';
import { jsonText, table, visible, type Output } from '../../print/output';
import { UsageError } from '../../usage-error';

export interface SessionsOptions {
  readonly captures?: string;
  readonly delete?: string | true;
  readonly all: boolean;
  readonly export?: string;
  readonly to?: string;
  readonly json: boolean;
}

/** `strata sessions`: lists, deletes and exports captured sessions. */
export async function runSessions(
  folder: string | undefined,
  options: SessionsOptions,
  output: Output,
): Promise<number> {
  const captures = capturesFolder(options.captures);
  if (options.all && options.delete === undefined) throw new UsageError('--all needs --delete');
  if (options.delete !== undefined) return deleteThem(captures, options, output);
  if (options.export !== undefined) return exportIt(captures, options.export, options.to, output);
  const wanted = folder === undefined ? undefined : realFolder(folder);
  const sessions = listSessions(captures).filter(({ session }) => wanted === undefined || session.folder === wanted);
  const logs = wanted === undefined ? [] : await agentLogs(wanted);
  if (options.json)
    await output.out(
      jsonText({
        version: 1,
        captures,
        sessions: sessions.map(({ path, session, exchanges, bytes }) => ({ ...session, path, exchanges, bytes })),
        ...(wanted === undefined ? {} : { folder: wanted, logs }),
      }),
    );
  else if (sessions.length === 0 && logs.length === 0)
    output.err(
      wanted === undefined
        ? `There are no sessions in ${visible(captures)}.`
        : `There are no sessions of ${visible(wanted)}, neither captured nor kept by an agent.`,
    );
  else {
    if (sessions.length > 0) await output.out(sessionTable(sessions));
    if (logs.length > 0)
      await output.out(`${sessions.length > 0 ? '\n' : ''}Kept by the agents themselves, in part:\n${logTable(logs)}`);
  }
  return 0;
}

async function deleteThem(captures: string, options: SessionsOptions, output: Output): Promise<number> {
  if (options.all === (typeof options.delete === 'string'))
    throw new UsageError('--delete takes a session, or --all for every one');
  const chosen = options.all ? listSessions(captures) : [namedSession(captures, String(options.delete))];
  for (const each of chosen) {
    output.err(visible(deletedText(each, deleteSession(each))));
  }
  if (options.all) {
    const left = removeLeftFolders();
    if (left > 0) output.err(`Deleted ${counted(left, 'temporary folder')} that captures had left behind.`);
  }
  output.err(`${counted(chosen.length, 'session')} deleted.`);
  return 0;
}

async function exportIt(captures: string, name: string, to: string | undefined, output: Output): Promise<number> {
  if (to === undefined) throw new UsageError('--export needs --to with a new folder');
  const exported = await exportSession(namedSession(captures, name), absolutePath(to), homedir());
  for (const line of exportedLines(exported, visible(to))) output.err(line);
  return 0;
}

function namedSession(captures: string, name: string): KeptSession {
  const found = findSession(captures, name);
  if (found === undefined) throw new UsageError(`There is no session "${name}" in ${captures}`);
  return found;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function sessionTable(sessions: readonly KeptSession[]): string {
  return table(
    [
      ['session', 'started', 'agent', 'captured by', 'requests', 'MB', 'folder'],
      ...sessions.map(({ session, exchanges, bytes }) => [
        session.id,
        session.startedAt.slice(0, 16).replace('T', ' '),
        visible(session.agent ?? 'unknown'),
        session.wayIn,
        String(exchanges),
        number.format(bytes / 1_000_000),
        visible(session.folder ?? ''),
      ]),
    ],
    [4, 5],
  );
}

function logTable(logs: readonly AgentLogFile[]): string {
  return table(
    [
      ['session', 'written', 'agent', 'MB', 'log'],
      ...logs.map(({ id, writtenAt, agent, bytes, path }) => [
        visible(id),
        writtenAt.slice(0, 16).replace('T', ' '),
        agent,
        bytes === null ? '' : number.format(bytes / 1_000_000),
        path === null ? 'printed by opencode export' : visible(path),
      ]),
    ],
    [3],
  );
}
