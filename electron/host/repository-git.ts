import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { parseNulList, type ListedPath } from './repository-names';

interface GitOutput {
  readonly code: number;
  readonly stdout: Buffer;
}

/** Config of the opened folder must not run anything (`core.fsmonitor` and hooks name programs), nor may git write to it. */
const harmless = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.bareRepository=explicit'];

/** Set by git for its hooks: they would point us at another repository. */
const pointers = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_COMMON_DIR', 'GIT_PREFIX', 'GIT_NAMESPACE'];

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !pointers.includes(name));
  return { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
}

/** Undefined when there is no git to run. */
function runGit(folder: string, args: readonly string[], signal?: AbortSignal, input = ''): Promise<GitOutput | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', folder, ...harmless, ...args], {
      // Windows looks for programs in the working folder first, so it must not be one that was opened.
      cwd: dirname(process.execPath),
      env: environment(),
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const stop = (): void => void child.kill();
    signal?.addEventListener('abort', stop, { once: true });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    // git that ends before it has read everything is no error of ours: its exit code tells.
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', () => {
      signal?.removeEventListener('abort', stop);
      resolve(undefined);
    });
    child.once('close', (code) => {
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code ?? 1, stdout: Buffer.concat(chunks) });
    });
  });
}

/**
 * Tracked and untracked files under `folder` that git does not ignore, unsorted; deleted ones are still among them.
 * Undefined when git cannot tell: not installed, no work tree, a repository git refuses, or a folder which the repository
 * around it ignores as a whole and therefore knows nothing about.
 */
export async function gitPaths(folder: string, signal?: AbortSignal): Promise<readonly ListedPath[] | undefined> {
  const listed = await runGit(folder, ['ls-files', '-c', '-o', '--exclude-standard', '-z'], signal);
  if (listed === undefined || listed.code !== 0) return undefined;
  if (listed.stdout.length > 0) return parseNulList(listed.stdout);
  const ignored = await runGit(folder, ['check-ignore', '-q', '.'], signal);
  return ignored?.code === 0 ? undefined : [];
}

/** Those of the folders (relative, ended by `/`) that git would look into; an embedded repository is one of its own. */
export async function notIgnored(folder: string, folders: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
  if (folders.length === 0) return [];
  const answer = await runGit(folder, ['check-ignore', '-z', '--stdin'], signal, folders.join('\0'));
  const ignored = new Set(parseNulList(answer?.stdout ?? Buffer.alloc(0)).map(({ path }) => path));
  return folders.filter((path) => !ignored.has(path));
}
