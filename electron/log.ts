/** The log of the main process: a file that turns over, and what it may not hold (`log-text.ts`). Nothing is sent anywhere. */
import { existsSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type WebContents } from 'electron';
import log from 'electron-log/main';
import { logText } from './log-text';

/** Each of the files, the one that is written and those before it. */
const mostBytes = 1024 * 1024;
const kept = 3;

export function logFile(): string {
  return join(app.getPath('logs'), 'strata.log');
}

log.transports.console.level = 'warn';
log.transports.file.level = 'info';
log.transports.file.maxSize = mostBytes;
log.transports.file.resolvePathFn = logFile;
log.transports.file.archiveLogFn = ({ path }) => turnOver(path);
log.hooks.push((message) => ({ ...message, data: message.data.map((each: unknown) => logText(each, homedir())) }));

/** `strata.log` becomes `strata.1.log`, that becomes `strata.2.log`, and the oldest is gone. */
export function turnOver(path: string): void {
  const numbered = (number: number): string => (number === 0 ? path : path.replace(/\.log$/, `.${number}.log`));
  for (let number = kept - 1; number >= 0; number -= 1) if (existsSync(numbered(number))) renameSync(numbered(number), numbered(number + 1));
}

/** What goes wrong in the page is told here too: it has no file of its own. */
export function logPage(contents: WebContents): void {
  contents.on('console-message', ({ level, message, sourceId, lineNumber }) => {
    if (level === 'error') log.error('page', message, `${sourceId}:${lineNumber}`);
  });
}

export { log };
