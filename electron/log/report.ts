/** Help → Show Logs and Report a Problem: shows the report to the user, who may copy it. */
import { readFile } from 'node:fs/promises';
import { arch, release } from 'node:os';
import { app, BrowserWindow, clipboard, dialog, shell } from 'electron';
import { machineHome } from '../host/disk/machine';
import { log, logFile } from './log';
import { reportText } from './report-text';

export function showLogs(): void {
  log.info('the logs are shown');
  shell.showItemInFolder(logFile());
}

export async function reportProblem(): Promise<void> {
  const written = await readFile(logFile(), 'utf8').catch(() => '');
  const { electron, chrome, node } = process.versions;
  const text = reportText(
    {
      version: app.getVersion(),
      electron: electron ?? '',
      chrome: chrome ?? '',
      node,
      system: `${process.platform} ${release()} ${arch()}`,
      locale: app.getLocale(),
      home: machineHome().value,
    },
    written,
  );
  const window = BrowserWindow.getFocusedWindow();
  const options = {
    type: 'info' as const,
    message: 'Copy this and add it to your report. Strata sends nothing.',
    detail: text,
    buttons: ['Copy', 'Show Logs', 'Close'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  if (response === 0) await clipboard.writeText(text);
  if (response === 1) showLogs();
}
