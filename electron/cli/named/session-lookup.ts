import { realpathSync } from 'node:fs';
import { logsOf, type AgentLogFile } from '../../host/capture/logs/find-logs';
import { openLog, openOpenCodeLog, type OpenedLog } from '../../host/capture/logs/open-log';
import { findSession } from '../../host/capture/store';
import { machineHome } from '../../host/disk/machine';
import { toSlash } from '../../host/disk/paths';
import { capturesFolder } from './captures-folder';
import { UsageError } from '../usage-error';

/** A captured session, or one that an agent keeps of the current folder. Undefined if nothing has that name. */
export async function lookUp(name: string, captures: string | undefined): Promise<OpenedLog | undefined> {
  const session = findSession(capturesFolder(captures), name);
  if (session !== undefined) return { path: session.path, release: () => undefined };
  if (name === 'last') throw new UsageError('There is no captured session yet: strata capture keeps one');
  const folder = realFolder('.');
  // opencode itself is asked only for one of its ids: to start it takes seconds.
  if (/^ses_\w+$/.test(name)) return openOpenCodeLog(name, folder);
  const found = logsOf(folder, logPlaces()).filter(({ id }) => id.startsWith(name));
  const exact = found.find(({ id }) => id === name) ?? (found.length === 1 ? found[0] : undefined);
  if (exact === undefined && found.length > 1)
    throw new UsageError(`"${name}" is the start of ${found.length} sessions: ${found.map(idOf).join(', ')}`);
  return exact === undefined || exact.path === null ? undefined : openLog(exact.path);
}

function idOf({ id }: AgentLogFile): string {
  return id;
}

/** Links are followed: agents write down the real path of the folder they work in. */
export function realFolder(folder: string): string {
  return toSlash(realpathSync.native(folder));
}

export function logPlaces(): { readonly home: string; readonly environment: NodeJS.ProcessEnv } {
  return { home: machineHome().value, environment: process.env };
}
