/** The main process: a list of set-up calls. Each concern has a file of its own. */
import { app } from 'electron';
import { createChoices } from './choices-file';
import { folderArgument } from './command-line';
import { editableExample, firstExample } from './examples';
import { registerBridge } from './ipc/register';
import { locations } from './locations';
import { log } from './log';
import { setUpMenu } from './menu';
import { registerScheme, servePage } from './protocol';
import { createRecent } from './recent';
import { createRecovery } from './recovery';
import { denyEverythingElse, sandboxEverything } from './security';
import { createWindows } from './windows';

const testing = process.env['STRATA_TEST'] !== undefined;

function start(): void {
  denyEverythingElse();
  servePage(locations.page());
  const recent = createRecent(locations.state('recent'));
  const windows = createWindows(recent, createChoices(locations.state('choices')), createRecovery());
  registerBridge(windows.handlersOf);
  setUpMenu(windows, recent);
  windows.open(firstFolder(recent.list()));

  app.on('second-instance', (_event, argv, cwd) => windows.open(folderArgument(argv, app.isPackaged, cwd)));
  app.on('open-file', (_event, path) => windows.openInFocused(path));
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) windows.open();
  });
}

/** What the command line names, else where the user was last, else the first example. */
function firstFolder(recent: readonly string[]): string | undefined {
  const named = folderArgument(process.argv, app.isPackaged, process.cwd());
  if (named !== undefined) return named;
  const example = firstExample();
  return recent[0] ?? (example === undefined ? undefined : editableExample(example));
}

registerScheme();
sandboxEverything();
process.on('uncaughtException', (problem) => log.error('uncaught', problem));
process.on('unhandledRejection', (problem) => log.error('unhandled', problem));
app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit();
});

if (testing || app.requestSingleInstanceLock()) {
  app.whenReady().then(start, (problem: unknown) => log.error('starting', problem));
} else {
  app.quit();
}
