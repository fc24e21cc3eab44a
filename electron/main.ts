/** Runs first and is small: it opens a window with our page. The rest, `app.ts`, loads while the page starts. */
import { app, Menu, type BrowserWindow } from 'electron';
import type { RunningApp } from './app';
import { commandArguments, folderArgument } from './start/command-line';
import { registerBridge } from './ipc/register';
import { exitNow } from './window/exit';
import { locations } from './start/locations';
import { log, logPage } from './log/log';
import { firstScriptServed, prepareToServe, registerScheme, servePage } from './window/protocol';
import { denyEverythingElse, sandboxEverything, stayOffline } from './window/security';
import { useChosenTheme } from './window/theme';
import { createWindow, loadPage } from './window/window';
import type { Windows } from './window/windows';

const testing = process.env['STRATA_TEST'] !== undefined;

function start(): void {
  denyEverythingElse();
  servePage(locations.page());
  const served = firstScriptServed();
  useChosenTheme();
  const window = createWindow(0);
  logPage(window.webContents);
  const loaded = loadPage(window).catch((problem: unknown) => log.error('loading the page', problem));
  prepareToServe();
  const running = startRest(window, Promise.race([served, loaded]));
  running.catch((problem: unknown) => log.error('starting', problem));
  registerBridge(running.then(({ answer }) => answer));

  const withWindows = (work: (windows: Windows) => void): void => {
    running.then(({ windows }) => work(windows)).catch((problem: unknown) => log.error('opening', problem));
  };
  app.on('second-instance', (_event, argv, cwd) =>
    withWindows((windows) => windows.open(folderArgument(argv, app.isPackaged, cwd))),
  );
  app.on('open-file', (_event, path) => withWindows((windows) => windows.openInFocused(path)));
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) withWindows((windows) => windows.open());
  });
}

/** Starts when the page is busy loading: both take about as long, each on its own core. */
async function startRest(window: BrowserWindow, idle: Promise<void>): Promise<RunningApp> {
  await idle;
  const { startApp } = await import('./app');
  return startApp(window);
}

function startWindows(): void {
  registerScheme();
  // Our menu comes later; without this, Electron would build its own.
  Menu.setApplicationMenu(null);
  sandboxEverything();
  stayOffline();
  process.on('uncaughtException', (problem) => log.error('uncaught', problem));
  process.on('unhandledRejection', (problem) => log.error('unhandled', problem));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  if (testing || app.requestSingleInstanceLock()) {
    app
      .whenReady()
      .then(start)
      .catch((problem: unknown) => log.error('starting', problem));
  } else {
    app.quit();
  }
}

async function runAsCommand(args: readonly string[]): Promise<void> {
  const { runCommand } = await import('./cli/command');
  exitNow(await runCommand(args));
}

const command = commandArguments(process.argv);
if (command === undefined) startWindows();
// Runs before the app is ready, so it needs no display.
else await runAsCommand(command);
