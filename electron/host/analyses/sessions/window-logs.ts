/** The sessions that agents keep of the folder in a window: listed when asked for, and one of them opened. */
import { agentNames } from '../../../../shared/assemblers/agents/names';
import type { FolderLogs } from '../../../../shared/ipc/captures';
import type { AgentLogFile, LogPlaces } from '../../capture/logs/find-logs';
import { folderLogs, realFolder } from '../../capture/logs/folder-logs';
import { openLog, openOpenCodeLog, type OpenedLog } from '../../capture/logs/open-log';
import { hasOpenCode } from '../../capture/logs/opencode';
import { parentOf, toSlash } from '../../disk/paths';
import { HostError, systemCode } from '../../errors';

export interface WindowLogOptions {
  readonly places: () => LogPlaces;
  /** The folder that agents work in; null if none is open. */
  readonly folder: () => string | null;
  readonly changed: (logs: FolderLogs | null) => void;
}

export interface WindowLogs {
  /** Calls `changed` with what there is now. opencode is run only if that is asked for. */
  refresh(asksOpenCode: boolean): Promise<void>;
  /** Calls `show` with the file. A copy is deleted when the next one is shown. */
  open<T>(agent: string, id: string, show: (opened: OpenedLog) => Promise<T>): Promise<T>;
  /** True for the folder of the log that was opened last. */
  isOpened(folder: string): boolean;
  close(): void;
}

export function createWindowLogs({ places, folder, changed }: WindowLogOptions): WindowLogs {
  let opened: OpenedLog | undefined;
  let listed: { readonly folder: string; readonly logs: readonly AgentLogFile[] } | undefined;
  /** The folder for which opencode was asked. */
  let asked: string | undefined;
  let last = 0;
  return {
    async refresh(asksOpenCode) {
      last += 1;
      const now = last;
      const real = realOf(folder());
      if (real === null) return changed(null);
      if (asksOpenCode) asked = real;
      const logs = await folderLogs(real, places(), { asksOpenCode: asked === real });
      if (now !== last) return;
      listed = { folder: real, logs };
      changed({
        folder: real,
        logs: logs.map((log) => ({ ...log, title: agentNames[log.agent].title })),
        canAskOpenCode: asked !== real && hasOpenCode(places()),
      });
    },
    async open(agent, id, show) {
      const log = listed?.logs.find((each) => each.agent === agent && each.id === id);
      if (listed === undefined || log === undefined)
        throw new HostError('not-found', `There is no session ${id} of ${agent} in the list`);
      const next = log.path === null ? await openOpenCodeLog(id, listed.folder) : await openLog(log.path);
      const before = opened;
      opened = next;
      try {
        const shown = await show(next);
        before?.release();
        return shown;
      } catch (problem) {
        opened = before;
        next.release();
        throw problem;
      }
    },
    isOpened: (path) => opened !== undefined && parentOf(toSlash(opened.path)) === path,
    close() {
      opened?.release();
      opened = undefined;
    },
  };
}

/** Null for a folder that is gone. */
function realOf(folder: string | null): string | null {
  if (folder === null) return null;
  try {
    return realFolder(folder);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return null;
  }
}
