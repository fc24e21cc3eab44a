// The real app, from out/, in its own window. Every test gets its own user data and its own copy of a workspace.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, type Page, test as base } from '@playwright/test';
import { example, root } from '../../../build/setup/paths.mjs';
import { close, start, type Launched, type LaunchOptions } from './start';
import { startVirtualDisplay } from './virtual-display';

export { expect } from '@playwright/test';

interface TestFixtures {
  /** Copied into `workspace` before the app starts. A test file may choose another with `test.use`. */
  source: string;
  /** A folder that is removed after the test. */
  folder: string;
  /** This test's copy of `source`. */
  workspace: string;
  /** Starts the app with the test's user data. All started apps are closed after the test. */
  launch: (options?: LaunchOptions) => Promise<Launched>;
  /** The app, opened on `workspace`. */
  app: ElectronApplication;
  /** Its first window. */
  page: Page;
  /** Writes a screenshot of the window to test/output/<name>.png, for people to look at. */
  shot: (name: string) => Promise<void>;
}

interface WorkerFixtures {
  display: string | undefined;
}

/** Pins the time in a manifest that does not: a test that crosses a minute would see the prompt change by itself. */
async function stopClock(manifest: string): Promise<void> {
  if (!existsSync(manifest)) return;
  const text = await readFile(manifest, 'utf8');
  if (!text.includes('"now":')) await writeFile(manifest, text.replace('{', '{\n  "now": "2026-11-16T09:30:00.000Z",'));
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  display: [
    async ({}, use) => {
      const display = await startVirtualDisplay();
      await use(display.name);
      await display.stop();
    },
    { scope: 'worker' },
  ],
  source: [example, { option: true }],
  folder: async ({}, use, info) => {
    const folder = await mkdtemp(join(tmpdir(), 'strata-e2e-'));
    await use(folder);
    const log = join(folder, 'user-data', 'logs', 'strata.log');
    if (info.status !== info.expectedStatus && existsSync(log)) process.stderr.write(await readFile(log, 'utf8'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  workspace: async ({ folder, source }, use) => {
    const workspace = join(folder, 'workspace');
    await cp(source, workspace, { recursive: true });
    await stopClock(join(workspace, 'strata.json'));
    await use(workspace);
  },
  launch: async ({ folder, display }, use) => {
    const started: { readonly app: ElectronApplication; readonly child: ChildProcess }[] = [];
    await use(async (options = {}) => {
      const launched = await start(join(folder, 'user-data'), display, options);
      started.push({ app: launched.app, child: launched.app.process() });
      return launched;
    });
    for (const { app, child } of started) await close(app, child);
  },
  app: async ({ launch, workspace }, use) => {
    const { app } = await launch({ workspace });
    await use(app);
  },
  page: async ({ app }, use) => {
    await use(await app.firstWindow());
  },
  shot: async ({ page }, use) => {
    await use(async (name) => {
      const folder = join(root, 'test', 'output');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    });
  },
});
