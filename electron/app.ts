/** Sets up everything in the main process after the first window. Each concern has its own file. */
import { existsSync } from 'node:fs';
import { app, type BrowserWindow } from 'electron';
import { createChoices } from './state/choices-file';
import { folderArgument } from './start/command-line';
import { editableExample, firstExample, listExamples } from './state/examples';
import { grants } from './window/grants';
import { makePrivateFolder } from './host/disk/access/owner-only';
import { answerBy } from './ipc/answer';
import { createLastRun, type LastRun } from './state/last-run';
import type { Answer } from './ipc/register';
import { locations } from './start/locations';
import { setUpMenu } from './window/menu';
import { createOpenFolders } from './state/open-folders';
import { createRecent } from './state/recent';
import { createRecovery } from './state/recovery';
import { onForgetting } from './state/state-file';
import { log } from './log/log';
import { createWindows, type Windows } from './window/windows';

export interface RunningApp {
  readonly windows: Windows;
  readonly answer: Answer;
}

/** `first` already shows our page, which may be waiting for an answer. */
export function startApp(first: BrowserWindow): RunningApp {
  for (const folder of [app.getPath('userData'), app.getPath('logs')]) makePrivateFolder(folder);
  const recent = createRecent(locations.state('recent'));
  const openFolders = createOpenFolders(locations.state('open'));
  const lastRun = createLastRun(locations.state('running'));
  for (const path of [
    ...recent.list(),
    ...openFolders.list(),
    ...lastRun.left.map((each) => each.path),
    ...listExamples().map((each) => each.path),
  ])
    grants.allow(path);
  const windows = createWindows(
    recent,
    createChoices(locations.state('choices')),
    createRecovery(),
    openFolders,
    lastRun,
  );
  setUpMenu(windows, recent);
  notifyOnce(windows);
  const [folder, ...others] = firstFolders(openFolders.list(), recent.list(), lastRun);
  if (!first.isDestroyed()) windows.show(first, folder);
  for (const other of others) windows.open(other);
  app.on('will-quit', () => lastRun.ended());
  return { windows, answer: answerBy(windows.handlersOf) };
}

/** Reports once per run that state cannot be stored; otherwise every opened folder would report it again. */
function notifyOnce(windows: Windows): void {
  let isNotified = false;
  onForgetting((problem) => {
    log.error('state', problem);
    if (!isNotified)
      windows.notify(
        'Strata cannot remember recent folders and choices: ' +
          `${problem instanceof Error ? problem.message : String(problem)}`,
      );
    isNotified = true;
  });
}

/** The folders on the command line, else the windows of the last run, else the last folder, else the first example. */
function firstFolders(
  open: readonly string[],
  recent: readonly string[],
  { left, isSuspect }: LastRun,
): readonly (string | undefined)[] {
  const named = folderArgument(process.argv, app.isPackaged, process.cwd());
  if (named !== undefined) return [named];
  // Open nothing: what crashed the last run could crash this one too.
  if (left.length > 0) return [undefined];
  const there = open.filter((folder) => existsSync(folder) && !isSuspect(folder));
  if (there.length > 0) return there;
  const example = firstExample();
  return [
    recent.find((folder) => !isSuspect(folder)) ?? (example === undefined ? undefined : editableExample(example)),
  ];
}
