/** The terminal of the system, and the arguments with which it runs a script. */
import { spawn } from 'node:child_process';
import { HostError } from '../../errors';
import { findProgram } from './find-program';

export interface Terminal {
  /** Its whole path. */
  readonly program: string;
  readonly args: (script: string) => readonly string[];
  /** True if the arguments are quoted already for the command line of Windows. */
  readonly isVerbatim?: boolean;
}

/** By their names, in the order in which they are looked for. */
export const linuxTerminals: readonly (readonly [name: string, args: (script: string) => readonly string[]])[] = [
  ['x-terminal-emulator', (script) => ['-e', '/bin/sh', script]],
  // It passes the command to a server process, which does not get our environment.
  ['gnome-terminal', (script) => ['--', '/bin/sh', script]],
  ['konsole', (script) => ['-e', '/bin/sh', script]],
  ['xterm', (script) => ['-e', '/bin/sh', script]],
];

/** Undefined if there is none. */
export function findTerminal(
  platform: NodeJS.Platform,
  places: readonly string[],
  folders: readonly string[],
  windows = 'C:\\Windows',
): Terminal | undefined {
  if (platform === 'darwin') return { program: '/usr/bin/open', args: (script) => ['-a', 'Terminal', script] };
  if (platform === 'win32') {
    const shell = `${windows}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
    return {
      program: `${windows}\\System32\\cmd.exe`,
      // `start` gives the shell a console of its own.
      args: (script) => [
        '/d',
        '/c',
        `start "Strata" "${shell}" -NoExit -ExecutionPolicy Bypass -File "${script.replaceAll('/', '\\')}"`,
      ],
      isVerbatim: true,
    };
  }
  for (const [name, args] of linuxTerminals) {
    const program = findProgram([name], places, folders);
    if (program !== undefined) return { program, args };
  }
  return undefined;
}

/** Resolves when the terminal runs. `failed` is called if it ends with another code than 0. */
export function openTerminal(
  { program, args, isVerbatim = false }: Terminal,
  script: string,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
  failed: (code: number | NodeJS.Signals) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args(script), {
      cwd: folder,
      env,
      detached: true,
      stdio: 'ignore',
      windowsVerbatimArguments: isVerbatim,
    });
    child.once('error', (error) => reject(new HostError('io', `${program} could not be started: ${error.message}`)));
    child.once('spawn', resolve);
    child.once('exit', (code, signal) => {
      if (code !== 0) failed(code ?? signal ?? 'SIGKILL');
    });
    child.unref();
  });
}
