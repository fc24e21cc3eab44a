/** The folder whose files explain the changes of a session. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { readSession } from '../../host/capture/store';
import { toSlash } from '../../host/disk/paths';

export interface AgentFolder {
  /** Null if no folder may be read. */
  readonly folder: string | null;
  /** Why not; null if one is read. */
  readonly why: string | null;
}

interface Given {
  readonly folder?: string;
  readonly trust?: readonly (string | true)[];
}

/**
 * The folder that was given, else the one in which the session's agent worked, if the command runs in it or it is
 * trusted. Undefined for requests of no session.
 */
export function agentFolder(path: string, { folder: given, trust = [] }: Given): AgentFolder | undefined {
  if (given !== undefined) return { folder: toSlash(resolve(given)), why: null };
  const session = readSession(path)?.file;
  if (session === undefined) return undefined;
  if (session.folder === null)
    return { folder: null, why: 'the session does not say in which folder its agent worked: give it with --folder' };
  const worked = toSlash(resolve(session.folder));
  const isIn = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`);
  const isTrusted =
    isIn(worked, toSlash(process.cwd())) ||
    trust.some((each) => each === true || isIn(toSlash(resolve(each.replace(/^~(?=[\\/]|$)/, homedir()))), worked));
  if (isTrusted) return { folder: worked, why: null };
  return {
    folder: null,
    why: `its agent worked in ${worked}, which is not read unasked: run it there, or give --folder or --trust`,
  };
}
