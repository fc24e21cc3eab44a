import { homedir } from 'node:os';
import { logsOf, type AgentLogFile } from '../../../host/capture/logs/find-logs';
import { hasOpenCode, openCodeSessions } from '../../../host/capture/logs/opencode';
import { exportSession } from '../../../host/capture/export-session';
import { deleteSession, findSession, listSessions, type KeptSession } from '../../../host/capture/store';
import { removeLeftFolders } from '../../../host/capture/watched-folders';
import { absolutePath } from '../../../host/disk/paths';
import { capturesFolder } from '../../named/captures-folder';
import { logPlaces, realFolder } from '../../named/session-lookup';
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
  if (options.all && options.delete === undefined) throw new UsageError('--all goes with --delete');
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

/** The sessions that agents keep of this folder, newest first. opencode is asked only if it has been used here. */
async function agentLogs(folder: string): Promise<readonly AgentLogFile[]> {
  const places = logPlaces();
  const ofOpenCode = hasOpenCode(places) ? await openCodeSessions(folder) : [];
  return [...logsOf(folder, places), ...ofOpenCode].toSorted((a, b) => (a.writtenAt < b.writtenAt ? 1 : -1));
}

async function deleteThem(captures: string, options: SessionsOptions, output: Output): Promise<number> {
  if (options.all === (typeof options.delete === 'string'))
    throw new UsageError('--delete takes a session, or --all for every one');
  const chosen = options.all ? listSessions(captures) : [namedSession(captures, String(options.delete))];
  for (const each of chosen) {
    const left = deleteSession(each);
    output.err(
      left.length === 0
        ? `Deleted ${each.session.id}.`
        : `Deleted ${each.session.id}, but not what Strata did not write: ${visible(left.join(', '))}`,
    );
  }
  if (options.all) {
    const left = removeLeftFolders();
    if (left > 0) output.err(`Deleted ${left} temporary folders that captures had left behind.`);
  }
  output.err(`${chosen.length} ${chosen.length === 1 ? 'session' : 'sessions'} deleted.`);
  return 0;
}

async function exportIt(captures: string, name: string, to: string | undefined, output: Output): Promise<number> {
  if (to === undefined) throw new UsageError('--export needs --to with a new folder');
  const { files, masked, leftOut, unreadable } = await exportSession(
    namedSession(captures, name),
    absolutePath(to),
    homedir(),
  );
  output.err(`Exported ${files} files to ${visible(to)}; ${masked} secrets and ids were masked.`);
  if (leftOut.length > 0) output.err(`Left out, because they are not text: ${leftOut.join(', ')}`);
  if (unreadable.length > 0) output.err(`Left out, because they cannot be read: ${unreadable.join(', ')}`);
  output.err('Prompts and answers are as they were: read them before you share them.');
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
      ['session', 'started', 'agent', 'way in', 'requests', 'MB', 'folder'],
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
