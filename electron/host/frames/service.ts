/** The learned frames of all agents, and what new captures add to them. */
import { existsSync, readdirSync, unwatchFile, watch, watchFile, type FSWatcher } from 'node:fs';
import { agentRules } from '../../../shared/assemblers/agents';
import type { AgentRules } from '../../../shared/assemblers/agents/types';
import type { FramePiece, KnownFrames, LearnedFrame } from '../../../shared/sources/learned-frame';
import type { SessionFile } from '../../../shared/sessions/types';
import { ownFiles, readSession, readSessionFile } from '../capture/store';
import { childOf } from '../disk/paths';
import { systemCode, systemReason } from '../errors';
import type { FrameService } from '../services';
import { readFrames, writeFrames, type SeenSession, type StoredFrames } from './frames-file';
import { learnSession } from './learn-session';

export interface FrameFolders {
  readonly captures: string;
  /** Where frames are kept; undefined: nowhere. */
  readonly frames: string | undefined;
}

export interface FrameOptions extends FrameFolders {
  readonly workspace: string;
  readonly watch: boolean;
  readonly report: (problem: Error) => void;
}

/** Older versions are kept to compare with. */
const mostFrames = 8;
const mostSeen = 200;
/** Milliseconds between two looks for a folder that does not exist yet. */
const interval = 1000;

export function openFrames(options: FrameOptions): FrameService {
  const { captures, frames: folder, workspace, report } = options;
  const byAgent = new Map<string, { readonly value: KnownFrames; readonly fresh: boolean }>();
  const listeners = new Set<() => void>();
  /** Undefined for a folder that does not exist yet. */
  const watched = new Map<string, FSWatcher | undefined>();
  const changed = (): void => {
    for (const [agent, { value }] of byAgent) byAgent.set(agent, { value, fresh: false });
    for (const listener of listeners) listener();
  };
  const appeared = (): void => {
    unwatchFile(captures, appeared);
    watched.delete(captures);
    changed();
  };
  /** Watches before the folder is read, so that nothing is missed in between. */
  const watchFolder = (path: string): void => {
    if (!options.watch || watched.has(path)) return;
    if (path === captures && !existsSync(path)) {
      watched.set(path, undefined);
      watchFile(path, { interval, persistent: false }, appeared);
      return;
    }
    try {
      const watcher = watch(path, { persistent: false }, changed);
      watcher.on('error', report);
      watched.set(path, watcher);
    } catch (error) {
      if (systemCode(error) === '') throw error;
      if (systemCode(error) !== 'ENOENT')
        report(new Error(`New captures are not noticed: ${systemReason(error)}`, { cause: error }));
    }
  };
  const look = (rules: AgentRules, pieces: readonly FramePiece[]): KnownFrames => {
    watchFolder(captures);
    const before = folder === undefined ? { frames: [], seen: [] } : readFrames(folder, rules.id);
    const after = learnNew({ rules, captures, pieces, workspace, watchFolder }, before);
    if (after !== before && folder !== undefined) keep(folder, rules.id, after, report);
    return knownOf(rules, after, workspace);
  };
  return {
    learned(agent, pieces) {
      const rules = agentRules.find(({ id }) => id === agent);
      const before = byAgent.get(agent);
      // Until the files are read, nothing can be found by their texts.
      const isEarly = rules?.frame.byText === true && pieces === undefined;
      if (before?.fresh === true || (isEarly && before !== undefined)) return before.value;
      if (rules === undefined || isEarly) {
        const value = { agent, frames: [], problems: [] };
        if (isEarly) byAgent.set(agent, { value, fresh: false });
        return value;
      }
      const now = look(rules, pieces ?? []);
      const isSame = before !== undefined && JSON.stringify(before.value) === JSON.stringify(now);
      const value = isSame ? before.value : now;
      byAgent.set(agent, { value, fresh: true });
      return value;
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      unwatchFile(captures, appeared);
      for (const watcher of watched.values()) watcher?.close();
      watched.clear();
    },
  };
}

function keep(folder: string, agent: string, frames: StoredFrames, report: (problem: Error) => void): void {
  try {
    writeFrames(folder, agent, frames);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    report(new Error(`The learned prompt of ${agent} could not be kept: ${systemReason(error)}`, { cause: error }));
  }
}

interface Learning {
  readonly rules: AgentRules;
  readonly captures: string;
  readonly workspace: string;
  /** What the rules make of the files of the workspace. */
  readonly pieces: readonly FramePiece[];
  readonly watchFolder: (path: string) => void;
}

/** Returns `before` if no session has anything new to teach. */
function learnNew({ rules, captures, pieces, workspace, watchFolder }: Learning, before: StoredFrames): StoredFrames {
  const frames: LearnedFrame[] = [];
  const seen: SeenSession[] = [];
  const byText = rules.frame.byText === true;
  for (const { path, session } of sessionsOf(captures, rules.id, watchFolder)) {
    const old = before.seen.find((each) => each.session === session.id);
    if (old !== undefined && isTaught(before, session.id)) continue;
    // By text, a session is learned with the files of its own folder as they are now: it waits until that folder is
    // open, and a failed one is tried again.
    if (byText ? session.folder !== workspace : old !== undefined && isWhole(path, session, old)) continue;
    if (session.endedAt === null) watchFolder(path);
    const read = readSession(path);
    if (read === undefined || (!byText && read.exchanges.length === old?.exchanges)) continue;
    const learned = learnSession(rules, path, read, pieces);
    if ('frame' in learned) frames.push(learned.frame);
    seen.push({
      session: session.id,
      exchanges: read.exchanges.length,
      problem: 'problem' in learned ? learned.problem : null,
    });
  }
  if (seen.length === 0) return before;
  return {
    frames: distinct([...frames, ...before.frames]).slice(0, mostFrames),
    seen: [...seen, ...before.seen.filter((old) => !seen.some(({ session }) => session === old.session))]
      .toSorted((a, b) => (a.session < b.session ? 1 : -1))
      .slice(0, mostSeen),
  };
}

function isTaught({ frames }: StoredFrames, session: string): boolean {
  return frames.some((frame) => frame.session === session);
}

/** True if the session has ended and all its exchanges were looked at. */
function isWhole(path: string, { endedAt }: SessionFile, { exchanges }: SeenSession): boolean {
  return endedAt !== null && ownFiles(path).filter((name) => name.endsWith('.exchange.json')).length === exchanges;
}

interface FoundSession {
  readonly path: string;
  readonly session: SessionFile;
}

/** A folder whose session is not written yet is watched. */
function sessionsOf(captures: string, agent: string, watchFolder: (path: string) => void): readonly FoundSession[] {
  if (!existsSync(captures)) return [];
  return readdirSync(captures).flatMap((name): readonly FoundSession[] => {
    const path = childOf(captures, name);
    const session = readSessionFile(path);
    if (session === undefined) watchFolder(path);
    return session !== undefined && (session.agent ?? agent) === agent ? [{ path, session }] : [];
  });
}

/** Newest first; of equal prompts in the same folder only the newest. */
function distinct(frames: readonly LearnedFrame[]): readonly LearnedFrame[] {
  const sorted = frames.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return sorted.filter(
    ({ version, folder, hash }, index) =>
      sorted.findIndex((each) => each.version === version && each.folder === folder && each.hash === hash) === index,
  );
}

/** The newest version decides; of its captures one in this folder comes before newer ones elsewhere. */
function knownOf({ id, title }: AgentRules, { frames, seen }: StoredFrames, workspace: string): KnownFrames {
  const sorted = distinct(frames);
  const [newest] = sorted;
  const best = sorted.find(({ version, folder }) => version === newest?.version && folder === workspace) ?? newest;
  const newer = seen.filter(({ session, problem }) => problem !== null && session > (newest?.session ?? ''));
  return {
    agent: id,
    frames: best === undefined ? [] : [best, ...sorted.filter((frame) => frame !== best)],
    problems: newer
      .slice(0, 1)
      .map(({ session, problem }) => `The session ${session} of ${title} taught nothing: ${problem ?? ''}`),
  };
}
