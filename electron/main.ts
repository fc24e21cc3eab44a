/** The main process: a list of set-up calls. Each concern has a file of its own. */
import { existsSync } from 'node:fs';
import { app } from 'electron';
import { createChoices } from './choices-file';
import { runCommand } from './cli/command';
import { commandArguments, folderArgument } from './command-line';
import { editableExample, firstExample } from './examples';
import { registerBridge } from './ipc/register';
import { leave } from './leave';
import { locations } from './locations';
import { log } from './log';
import { setUpMenu } from './menu';
import { createOpenFolders } from './open-folders';
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
  const openFolders = createOpenFolders(locations.state('open'));
  const windows = createWindows(recent, createChoices(locations.state('choices')), createRecovery(), openFolders);
  registerBridge(windows.handlersOf);
  setUpMenu(windows, recent);
  for (const folder of firstFolders(openFolders.list(), recent.list())) windows.open(folder);

  app.on('second-instance', (_event, argv, cwd) => windows.open(folderArgument(argv, app.isPackaged, cwd)));
  app.on('open-file', (_event, path) => windows.openInFocused(path));
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) windows.open();
  });
}

/** What the command line names, else the windows of last time, else where the user was last, else the first example. */
function firstFolders(open: readonly string[], recent: readonly string[]): readonly (string | undefined)[] {
  const named = folderArgument(process.argv, app.isPackaged, process.cwd());
  if (named !== undefined) return [named];
  const there = open.filter((folder) => existsSync(folder));
  if (there.length > 0) return there;
  const example = firstExample();
  return [recent[0] ?? (example === undefined ? undefined : editableExample(example))];
}

function startWindows(): void {
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
}

const command = commandArguments(process.argv);
if (command === undefined) startWindows();
// Before the app is ready, so that it needs no display.
else leave(await runCommand(command));
