/** opencode keeps its sessions in a database; its own commands list and print them. They are run when asked for. */
import { fieldsOf } from '../../../../shared/basics/json-value';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { childOf } from '../../disk/paths';
import { HostError, systemCode } from '../../errors';
import { findProgram, placesOutside } from '../terminal/find-program';
import type { AgentLogFile, LogPlaces } from './find-logs';

const patience = 60_000;
const mostBytes = 512 * 1024 * 1024;

/** True if opencode has kept a session on this machine. */
export function hasOpenCode({ home, environment }: LogPlaces): boolean {
  const data = environment['XDG_DATA_HOME'] ?? childOf(childOf(home, '.local'), 'share');
  return existsSync(childOf(childOf(data, 'opencode'), 'opencode.db'));
}

/** Empty if opencode is not installed or has no sessions of this folder. */
export async function openCodeSessions(folder: string): Promise<readonly AgentLogFile[]> {
  const { out } = await run(['session', 'list', '--format', 'json'], folder);
  let listed: unknown;
  try {
    listed = JSON.parse(out?.toString('utf8') ?? '[]');
  } catch {
    return [];
  }
  return (Array.isArray(listed) ? listed : []).flatMap((each: unknown): readonly AgentLogFile[] => {
    const { id, directory, updated } = fieldsOf(each);
    const at = new Date(typeof updated === 'number' ? updated : Number.NaN);
    if (typeof id !== 'string' || !isId(id) || directory !== folder || Number.isNaN(at.getTime())) return [];
    return [{ agent: 'opencode', id, path: null, writtenAt: at.toISOString(), bytes: null }];
  });
}

function isId(id: string): boolean {
  return /^ses_\w+$/.test(id);
}

/** The text that `opencode export` prints. */
export async function exportFromOpenCode(id: string, folder: string): Promise<Buffer> {
  if (!isId(id)) throw new HostError('bad-arguments', `"${id}" is not a session of opencode`);
  const { out, problem } = await run(['export', id], folder);
  if (out === undefined) throw new HostError('io', `opencode did not print the session ${id}: ${problem}`);
  return out;
}

interface Ran {
  readonly out: Buffer | undefined;
  readonly problem: string;
}

function run(args: readonly string[], folder: string): Promise<Ran> {
  const places = placesOutside([folder], process.env['PATH']);
  const name = process.platform === 'win32' ? 'opencode.exe' : 'opencode';
  const program = findProgram([name], places, [folder]);
  if (program === undefined) return Promise.resolve({ out: undefined, problem: 'it is not installed' });
  // Without what the folder itself sets: it may name plugins, which would be run.
  const env = {
    ...process.env,
    PATH: places.join(delimiter),
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  };
  const options = { cwd: folder, env, timeout: patience, maxBuffer: mostBytes, encoding: 'buffer' as const };
  return new Promise((resolve) => {
    const child = execFile(program, ['--pure', ...args], options, (error, out) => {
      if (error === null) return resolve({ out, problem: '' });
      const problem = systemCode(error) === 'ENOENT' ? 'it is not installed' : error.message.slice(0, 300);
      return resolve({ out: undefined, problem });
    });
    child.stdin?.end();
  });
}
