import { folderLogs, openFolderLog, realFolder } from '../../host/capture/logs/folder-logs';
import type { AgentLogFile, LogPlaces } from '../../host/capture/logs/find-logs';
import type { OpenedLog } from '../../host/capture/logs/open-log';
import { findSession } from '../../host/capture/store';
import { machineHome } from '../../host/disk/machine';
import { UsageError } from '../usage-error';
import { capturesFolder } from './captures-folder';

/** A captured session, or one that an agent keeps of the current folder. Undefined if nothing has that name. */
export async function lookUp(name: string, captures: string | undefined): Promise<OpenedLog | undefined> {
  const session = findSession(capturesFolder(captures), name);
  if (session !== undefined) return { path: session.path, isCopy: false, release: () => undefined };
  if (name === 'last') throw new UsageError('There is no captured session yet: strata capture keeps one');
  return openFolderLog(realFolder('.'), name, places());
}

/**
 * The sessions that agents keep of this folder, newest first. opencode is asked only if it was used on this machine.
 */
export function agentLogs(folder: string): Promise<readonly AgentLogFile[]> {
  return folderLogs(folder, places(), { asksOpenCode: true });
}

function places(): LogPlaces {
  return { home: machineHome().value, environment: process.env };
}
