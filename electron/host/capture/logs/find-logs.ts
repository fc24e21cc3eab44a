/**
 * Finds the sessions that agents keep of one folder of their own accord. Nothing is run, and of a log at most the first
 * line is read. Where each agent keeps them:
 *
 *     Codex        <CODEX_HOME>/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl, also .jsonl.zst
 *     Claude Code  <CLAUDE_CONFIG_DIR>/projects/<folder, all but letters and digits as ->/<session>.jsonl
 *     Gemini CLI   <GEMINI_CLI_HOME>/.gemini/projects.json (folder -> name),
 *                  <GEMINI_CLI_HOME>/.gemini/tmp/<name>/chats/session-*.json, .jsonl
 *     pi           <PI_CODING_AGENT_DIR>/sessions/--<folder, / as ->--/<time>_<session>.jsonl
 */
import { fieldsOf, parsedJson } from '../../../../shared/basics/json-value';
import type { Dirent, Stats } from 'node:fs';
import { lstatSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { childOf, nameOf } from '../../disk/paths';
import { readTextOf } from '../../disk/open-file';
import { systemCode } from '../../errors';
import { headOf } from './log-head';

export type LogAgent = 'claude-code' | 'codex' | 'gemini-cli' | 'opencode' | 'pi';

export interface AgentLogFile {
  readonly agent: LogAgent;
  /** The agent's own id of the session. */
  readonly id: string;
  /** Null if the agent itself has to print it. */
  readonly path: string | null;
  /** When it was last written. */
  readonly writtenAt: string;
  readonly bytes: number | null;
}

export interface LogPlaces {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Newest first. `folder` is an absolute path with slashes. */
export async function logsOf(folder: string, places: LogPlaces): Promise<readonly AgentLogFile[]> {
  return [
    ...(await codexLogs(folder, places)),
    ...claudeLogs(folder, places),
    ...geminiLogs(folder, places),
    ...piLogs(folder, places),
  ].toSorted((a, b) => (a.writtenAt < b.writtenAt ? 1 : -1));
}

/** A machine used for years has thousands of rollouts: only the newest are read. */
const mostRollouts = 2000;
/** So many are read before others get their turn: the window must not stand still. */
const atOnce = 20;

async function codexLogs(folder: string, { home, environment }: LogPlaces): Promise<readonly AgentLogFile[]> {
  const root = childOf(environment['CODEX_HOME'] ?? childOf(home, '.codex'), 'sessions');
  const rollouts: string[] = [];
  for (const day of daysIn(root)) {
    rollouts.push(...newestIn(day, /^rollout-.*\.jsonl(?:\.zst)?$/));
    if (rollouts.length >= mostRollouts) break;
  }
  const found: AgentLogFile[] = [];
  for (const [index, path] of rollouts.slice(0, mostRollouts).entries()) {
    if (index % atOnce === atOnce - 1) await setImmediate();
    const { cwd, id } = fieldsOf(fieldsOf(parsedJson(headOf(path)))['payload']);
    if (cwd === folder) found.push(...fileAt('codex', path, typeof id === 'string' ? id : nameOf(path)));
  }
  return found;
}

/** The folders of days, newest first, read as they are asked for. */
function* daysIn(root: string): Generator<string, void> {
  for (const year of newestIn(root, /^\d{4}$/))
    for (const month of newestIn(year, /^\d\d$/)) yield* newestIn(month, /^\d\d$/);
}

function claudeLogs(folder: string, { home, environment }: LogPlaces): readonly AgentLogFile[] {
  const root = environment['CLAUDE_CONFIG_DIR'] ?? childOf(home, '.claude');
  const project = childOf(childOf(root, 'projects'), folder.replaceAll(/[^a-zA-Z\d]/g, '-'));
  return newestIn(project, /\.jsonl$/).flatMap((path) =>
    fileAt('claude-code', path, nameOf(path).replace(/\.jsonl$/, '')),
  );
}

function geminiLogs(folder: string, { home, environment }: LogPlaces): readonly AgentLogFile[] {
  const root = childOf(environment['GEMINI_CLI_HOME'] ?? home, '.gemini');
  const slug = fieldsOf(fieldsOf(parsedJson(smallText(childOf(root, 'projects.json'))))['projects'])[folder];
  if (typeof slug !== 'string' || !/^[\w.-]+$/.test(slug)) return [];
  const chats = childOf(childOf(childOf(root, 'tmp'), slug), 'chats');
  return newestIn(chats, /^session-.*\.jsonl?$/).flatMap((path) => {
    const { sessionId } = fieldsOf(parsedJson(headOf(path)));
    const named = nameOf(path).replace(/^session-|\.jsonl?$/g, '');
    return fileAt('gemini-cli', path, typeof sessionId === 'string' ? sessionId : named);
  });
}

function piLogs(folder: string, { home, environment }: LogPlaces): readonly AgentLogFile[] {
  const root = environment['PI_CODING_AGENT_DIR'] ?? childOf(childOf(home, '.pi'), 'agent');
  const project = `--${folder.replace(/^\/+/, '').replaceAll(/[/\\:]/g, '-')}--`;
  return newestIn(childOf(childOf(root, 'sessions'), project), /\.jsonl$/).flatMap((path) =>
    fileAt('pi', path, nameOf(path).replace(/^.*_|\.jsonl$/g, '')),
  );
}

function fileAt(agent: LogAgent, path: string, id: string): readonly AgentLogFile[] {
  const stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return [];
  return [{ agent, id, path, writtenAt: stat.mtime.toISOString(), bytes: stat.size }];
}

/** Files and folders whose names match, in descending order: where names start with a date, the newest come first. */
function newestIn(folder: string, name: RegExp): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return [];
  }
  return entries
    .filter((entry) => name.test(entry.name) && !entry.isSymbolicLink())
    .map((entry) => childOf(folder, entry.name))
    .toSorted()
    .toReversed();
}

const mostConfig = 4 * 1024 * 1024;

function smallText(path: string): string {
  try {
    return readTextOf(path, { most: mostConfig });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return '';
  }
}
