/** The sessions that agents keep of one folder: listed, and opened by id. The command and the window use it. */
import { realpathSync } from 'node:fs';
import { toSlash } from '../../disk/paths';
import { HostError } from '../../errors';
import { logsOf, type AgentLogFile, type LogPlaces } from './find-logs';
import { openLog, openOpenCodeLog, type OpenedLog } from './open-log';
import { hasOpenCode, openCodeSessions } from './opencode';

/** Links are followed: agents write down the real path of the folder they work in. */
export function realFolder(folder: string): string {
  return toSlash(realpathSync.native(folder));
}

/** Newest first. With `asksOpenCode`, opencode is run for its own list, if it has been used on this machine. */
export async function folderLogs(
  folder: string,
  places: LogPlaces,
  { asksOpenCode }: { readonly asksOpenCode: boolean },
): Promise<readonly AgentLogFile[]> {
  const ofOpenCode = asksOpenCode && hasOpenCode(places) ? await openCodeSessions(folder) : [];
  const others = await logsOf(folder, places);
  return [...others, ...ofOpenCode].toSorted((a, b) => (a.writtenAt < b.writtenAt ? 1 : -1));
}

/** By id, or by a unique start of it. Undefined if nothing has that name. */
export async function openFolderLog(folder: string, name: string, places: LogPlaces): Promise<OpenedLog | undefined> {
  // opencode itself is asked only for one of its ids: to start it takes seconds.
  if (/^ses_\w+$/.test(name)) return openOpenCodeLog(name, folder);
  const found = (await logsOf(folder, places)).filter(({ id }) => id.startsWith(name));
  const exact = found.find(({ id }) => id === name) ?? (found.length === 1 ? found[0] : undefined);
  if (exact === undefined && found.length > 1)
    throw new HostError(
      'bad-arguments',
      `"${name}" is the start of ${found.length} sessions: ${found.map(({ id }) => id).join(', ')}`,
    );
  return exact === undefined || exact.path === null ? undefined : openLog(exact.path);
}
