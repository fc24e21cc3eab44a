/** What is typed or written for a shell: sh, and on Windows PowerShell. */
import type { RunChange } from '../ways';

/** Sets variables, and starts the program with what its run needs. */
export function shellLines(
  program: string,
  { environment, args }: Pick<RunChange, 'environment' | 'args'>,
  platform: NodeJS.Platform,
): readonly string[] {
  const isWindows = platform === 'win32';
  const quote = isWindows ? quotedForPowerShell : quoted;
  const set = Object.entries(environment).map(([name, value]) =>
    isWindows ? `$env:${name} = ${inQuotes(value)}` : `export ${name}=${quote(value)}`,
  );
  const [word = '', ...words] = [program, ...args].map(quote);
  // PowerShell takes a word in quotes for a text, not for a program.
  const start = isWindows && word !== program ? `& ${word}` : word;
  return [...set, [start, ...words].join(' ')];
}

/** Keeps the terminal open after the program has ended. `sh` also shows its exit code. */
export function startScript(
  program: string,
  run: Pick<RunChange, 'environment' | 'args'>,
  folder: string,
  platform: NodeJS.Platform,
): string {
  const lines = shellLines(program, run, platform);
  if (platform === 'win32')
    return ['\ufeff', `Set-Location -LiteralPath ${inQuotes(folder)}`, ...lines, ''].join('\r\n');
  return [
    '#!/bin/sh',
    '# Written by Strata for one run of an agent.',
    `cd ${quoted(folder)} || exit 1`,
    // The agent alone decides what Ctrl-C means.
    'trap : INT',
    ...lines,
    `printf '\\n%s ended with code %s. Press Enter to close.\\n' ${quoted(program)} "$?"`,
    'read -r _',
    '',
  ].join('\n');
}

function quoted(value: string): string {
  return isPlain(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}

function quotedForPowerShell(value: string): string {
  return isPlain(value) ? value : inQuotes(value);
}

function inQuotes(value: string): string {
  return `'${value.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}

function isPlain(value: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(value);
}
