/** The sessions on disk: list, find, delete, and keep within limits of size and age. */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmdirSync, unlinkSync } from 'node:fs';
import {
  exchange,
  sessionFile,
  type CapturedSession,
  type Exchange,
  type SessionFile,
} from '../../../shared/sessions/types';
import { readTextOf } from '../disk/open-file';
import { absolutePath, childOf, toSlash } from '../disk/paths';
import { HostError, systemCode, systemReason } from '../errors';
import { createSessionWriter, type SessionWriter } from './session-writer';

export interface KeptSession {
  readonly path: string;
  readonly session: SessionFile;
  readonly exchanges: number;
  readonly bytes: number;
}

export interface StoreLimits {
  readonly mostBytes: number;
  readonly mostDays: number;
}

/** About ten working days of a busy agent. */
export const usualLimits: StoreLimits = { mostBytes: 2 * 1024 ** 3, mostDays: 30 };

export type NewSession = Pick<SessionFile, 'agent' | 'folder' | 'wayIn'>;

/** Files that Strata writes into a session's folder. Deleting a session deletes these and nothing else. */
const ownName =
  /^(?:session\.json|\d{4,6}\.(?:exchange\.json|(?:request|response)\.(?:json|sse|bin))|\..+\.strata-[\da-f]{8}\.tmp)$/;
const mostJson = 16 * 1024 * 1024;

/** `captures` is the folder that holds one folder per session. */
export function listSessions(captures: string): readonly KeptSession[] {
  return namesIn(captures)
    .flatMap((name) => keptAt(childOf(captures, name)) ?? [])
    .toSorted(newest);
}

export interface NewestSessions {
  readonly sessions: readonly KeptSession[];
  /** Folders that were not looked into. */
  readonly older: number;
}

/** The newest sessions by the names of their folders. However many there are, only as many are opened as needed. */
export function newestSessions(captures: string, most: number): NewestSessions {
  const names = namesIn(captures).toSorted(newestName);
  const sessions: KeptSession[] = [];
  let looked = 0;
  while (looked < names.length && sessions.length < most) {
    const found = keptAt(childOf(captures, names[looked] ?? ''));
    if (found !== undefined) sessions.push(found);
    looked += 1;
  }
  return { sessions: sessions.toSorted(newest), older: names.length - looked };
}

/** Ids begin with the time. What has another name is no session, or was renamed: it comes last. */
function newestName(a: string, b: string): number {
  return Number(/^\d{8}-\d{4}-/.test(b)) - Number(/^\d{8}-\d{4}-/.test(a)) || (a < b ? 1 : -1);
}

function newest(a: KeptSession, b: KeptSession): number {
  return a.session.startedAt < b.session.startedAt ? 1 : -1;
}

/** Undefined for what is no session of ours. */
function keptAt(path: string): KeptSession | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const session = readSessionFile(path);
  if (session === undefined) return undefined;
  const names = namesIn(path).filter((name) => ownName.test(name));
  const bytes = names.reduce(
    (sum, name) => sum + (lstatSync(childOf(path, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { path, session, exchanges: names.filter((name) => name.endsWith('.exchange.json')).length, bytes };
}

/** The names of a session's files. */
export function ownFiles(path: string): readonly string[] {
  return namesIn(path).filter((name) => ownName.test(name) && !name.startsWith('.'));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return [];
  }
}

export function readSessionFile(path: string): SessionFile | undefined {
  return jsonIn(childOf(path, 'session.json'), path, (value) => sessionFile.safeParse(value).data);
}

function jsonIn<T>(file: string, within: string, check: (value: unknown) => T | undefined): T | undefined {
  let text: string;
  try {
    text = readTextOf(file, { most: mostJson, within: toSlash(realpathSync.native(within)) });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
  try {
    return check(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** The session by id, unique start of an id, `last`, or path. Undefined if nothing has that name. */
export function findSession(captures: string, name: string): KeptSession | undefined {
  if (/[\\/]|^\.{1,2}$/.test(name)) return keptAt(absolutePath(name));
  const named = name === '' ? undefined : keptAt(childOf(captures, name));
  if (named?.session.id === name) return named;
  const all = listSessions(captures);
  if (name === 'last') return all[0];
  const exact = all.find(({ session }) => session.id === name);
  if (exact !== undefined) return exact;
  const starting = all.filter(({ session }) => name !== '' && session.id.startsWith(name));
  if (starting.length > 1)
    throw new HostError(
      'bad-arguments',
      `"${name}" is the start of ${starting.length} sessions: ${starting.map(({ session }) => session.id).join(', ')}`,
    );
  return starting[0];
}

/** The names of the files that describe one exchange each. */
export function exchangeFiles(path: string): readonly string[] {
  return namesIn(path).filter((name) => /^\d{4,6}\.exchange\.json$/.test(name));
}

/** Undefined if it cannot be read, or is half-written. */
export function readExchange(path: string, name: string): Exchange | undefined {
  return jsonIn(childOf(path, name), path, (value) => exchange.safeParse(value).data);
}

/** Exchanges that cannot be read are left out; `unreadable` counts them. */
export function readSession(path: string): (CapturedSession & { readonly unreadable: number }) | undefined {
  const file = readSessionFile(path);
  if (file === undefined) return undefined;
  const names = exchangeFiles(path);
  const exchanges = names.flatMap((name) => readExchange(path, name) ?? []);
  return {
    file,
    exchanges: exchanges.toSorted((a, b) => a.number - b.number),
    unreadable: names.length - exchanges.length,
  };
}

/** Deletes what Strata wrote. Returns the names that are not ours and therefore stay. */
export function deleteSession({ path }: KeptSession): readonly string[] {
  const names = namesIn(path);
  const others = names.filter((name) => !ownName.test(name));
  try {
    // The session's own file goes last: what is left after a failure is still known as a session.
    for (const name of names.filter((each) => ownName.test(each)).toSorted(sessionLast))
      unlinkSync(childOf(path, name));
    if (others.length === 0) rmdirSync(path);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw new HostError('io', `${path} could not be deleted: ${systemReason(error)}`, { cause: error });
  }
  return others;
}

/** What is said about it; `left` are the names that stay. */
export function deletedText({ session: { id } }: KeptSession, left: readonly string[]): string {
  return left.length === 0 ? `Deleted ${id}.` : `Deleted ${id}, but not what Strata did not write: ${left.join(', ')}`;
}

function sessionLast(a: string, b: string): number {
  return Number(a === 'session.json') - Number(b === 'session.json');
}

/** Deletes sessions that are too old, then the oldest until the rest fits. Returns what was deleted. */
export function keepWithin(captures: string, { mostBytes, mostDays }: StoreLimits, now: Date): readonly KeptSession[] {
  const oldest = new Date(now.getTime() - mostDays * 24 * 3_600_000).toISOString();
  const dropped: KeptSession[] = [];
  const sessions = listSessions(captures);
  let bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  for (const session of sessions.toReversed()) {
    const { startedAt, endedAt } = session.session;
    // A session that has not ended may still be written. After a day its writer is taken to be gone.
    const isOver = endedAt !== null || startedAt < new Date(now.getTime() - 24 * 3_600_000).toISOString();
    if (!isOver || (startedAt >= oldest && bytes <= mostBytes)) continue;
    deleteSession(session);
    bytes -= session.bytes;
    dropped.push(session);
  }
  return dropped;
}

export async function createSessionAt(
  captures: string,
  { agent, folder, wayIn }: NewSession,
  mostBytes: number,
  now: Date,
): Promise<SessionWriter> {
  const startedAt = now.toISOString();
  const id = `${startedAt.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;
  try {
    mkdirSync(captures, { recursive: true, mode: 0o700 });
    return await createSessionWriter({
      path: childOf(absolutePath(captures), id),
      session: {
        version: 1,
        id,
        agent,
        agentVersion: null,
        folder,
        wayIn,
        startedAt,
        endedAt: null,
        notes: [],
      },
      mostBytes,
    });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw new HostError('io', `A session could not be started in ${captures}: ${systemReason(error)}`, {
      cause: error,
    });
  }
}
