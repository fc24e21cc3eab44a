// Starts and ends the real app, for tests and for benchmarks.
import type { ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { findRuntime } from '../../../build/setup/runtime.mjs';
import { sandboxObstacle } from '../../../build/setup/sandbox.mjs';

export interface LaunchOptions {
  /** The folder to open, or none. */
  readonly workspace?: string | undefined;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The app's folder; by default this repository. */
  readonly main?: string;
}

export interface Launched {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** When a test closes the app, its windows must not wait for an answer to "save changes?". */
const testMarker = { STRATA_TEST: '1' };

export async function start(
  userData: string,
  display: string | undefined,
  { workspace, args = [], env = {}, main = root }: LaunchOptions,
): Promise<Launched> {
  const runtime = await findRuntime();
  if (!runtime) throw new Error('There is no Electron runtime: run the tests with npm test, which sets it up.');
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && entry[0] !== 'ELECTRON_RUN_AS_NODE' && (!display || entry[0] !== 'WAYLAND_DISPLAY'),
  );
  // Playwright pauses the app until it is attached only if it finds the executable itself. With `executablePath` the
  // app runs ahead, and sometimes the launch never returns.
  if (runtime.source !== 'official') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(runtime.executable);
  const app = await _electron.launch({
    args: [
      ...(display ? ['--ozone-platform=x11'] : []),
      `--user-data-dir=${userData}`,
      ...args,
      main,
      ...(workspace === undefined ? [] : [workspace]),
    ],
    cwd: root,
    chromiumSandbox: sandboxObstacle() === undefined,
    env: { ...Object.fromEntries(inherited), ...(display ? { DISPLAY: display } : {}), ...testMarker, ...env },
    // With any other value the page would not follow the app's theme.
    colorScheme: null,
  });
  return { app, page: await app.firstWindow() };
}

/** Closes the app. An app that does not answer is killed, and the test fails. */
export async function close(app: ElectronApplication, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const limit = 10_000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), limit)));
  const outcome = await Promise.race([app.close().then(() => 'closed' as const), late]);
  clearTimeout(timer);
  if (outcome === 'late') {
    child.kill('SIGKILL');
    throw new Error(`The app did not close within ${limit / 1000} s.`);
  }
}
