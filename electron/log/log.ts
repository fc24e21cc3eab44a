/** The log of the main process: its place, and what it must not contain (`log-text.ts`). Nothing is sent anywhere. */
import { join } from 'node:path';
import { app, type WebContents } from 'electron';
import { machineHome } from '../host/disk/machine';
import { writeEntry, type Level } from './log-file';
import { logText } from './log-text';

export function logFile(): string {
  return join(app.getPath('logs'), 'strata.log');
}

function write(level: Level, values: readonly unknown[]): void {
  const text = values.map((each) => logText(each, machineHome().value)).join(' ');
  if (level !== 'info') console.error(text);
  try {
    writeEntry(logFile(), level, text, new Date());
  } catch (problem) {
    console.error('The log cannot be written:', logText(problem, machineHome().value));
  }
}

export const log = {
  info: (...values: readonly unknown[]): void => write('info', values),
  warn: (...values: readonly unknown[]): void => write('warn', values),
  error: (...values: readonly unknown[]): void => write('error', values),
};

/** Logs the page's errors too: the page has no log file. */
export function logPage(contents: WebContents): void {
  contents.on('console-message', ({ level, message, sourceId, lineNumber }) => {
    if (level === 'error') log.error('page', message, `${sourceId}:${lineNumber}`);
  });
}
