/** The log file: each entry has time and level; older files are kept beside it. No Electron here. */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Level = 'info' | 'warn' | 'error';

/** Limit of each file, current and older. */
const mostBytes = 1024 * 1024;
const mostFiles = 3;

/** Appends an entry; its further lines, such as a stack, follow. */
export function writeEntry(path: string, level: Level, text: string, at: Date): void {
  mkdirSync(dirname(path), { recursive: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) turnOver(path);
  appendFileSync(path, `[${timeOf(at)}] ${`[${level}]`.padEnd(7)} ${text}\n`);
}

/** Local time, as `2026-02-25 12:30:00.000`. */
function timeOf(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, -1).replace('T', ' ');
}

/** `strata.log` becomes `strata.1.log`, that becomes `strata.2.log`, and the oldest is deleted. */
function turnOver(path: string): void {
  const numbered = (number: number): string => (number === 0 ? path : path.replace(/\.log$/, `.${number}.log`));
  for (let number = mostFiles - 1; number >= 0; number -= 1)
    if (existsSync(numbered(number))) renameSync(numbered(number), numbered(number + 1));
}
