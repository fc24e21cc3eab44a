// An hour of work at speed: typing, saving, reverting, turns, settings, models, outside writes, tabs, other folders.
// STRATA_SOAK_ROUNDS=20000 runs it in full; by default it takes a quarter of a minute.
import { execFile } from 'node:child_process';
import { appendFile, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CDPSession, ElectronApplication } from '@playwright/test';
import { example, root } from '../../../build/setup/paths.mjs';
import { exportDocument } from '../../../shared/exporters';
import type { Buffer, PlayedTurn } from '../../../shared/ipc/contract';
import { expect, test } from '../../support/app/launch';
import { ask, openAsUser, prompt, shownInspection } from '../../support/app/window';

const rounds = Math.max(120, Number(process.env['STRATA_SOAK_ROUNDS'] ?? 180));
const run = promisify(execFile);
const tiered = join(root, 'build', 'examples', 'tiered-messages');

test.use({ source: tiered });

/** Mulberry32: the same sequence every time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Load {
  readonly mainHeap: number;
  readonly pageHeap: number;
  readonly nodes: number;
  readonly pageListeners: number;
  readonly mainListeners: number;
  readonly watches: number;
}

/** Memory in use after a full garbage collection. */
async function load(app: ElectronApplication, cdp: CDPSession): Promise<Load> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  const main = await app.evaluate(({ app: electron, BrowserWindow, ipcMain }) => {
    const collect: unknown = Reflect.get(globalThis, 'gc');
    if (typeof collect !== 'function') throw new Error('there is no gc');
    collect();
    const emitters: readonly NodeJS.EventEmitter[] = [
      process,
      electron,
      ipcMain,
      ...BrowserWindow.getAllWindows().flatMap((window) => [window, window.webContents]),
    ];
    const listeners = emitters.reduce(
      (sum, emitter) => sum + emitter.eventNames().reduce((own, name) => own + emitter.listenerCount(name), 0),
      0,
    );
    return { heap: process.memoryUsage().heapUsed, listeners };
  });
  return {
    mainHeap: main.heap,
    pageHeap: usedSize,
    nodes,
    pageListeners: jsEventListeners,
    mainListeners: main.listeners,
    watches: await watchesOf(app.process().pid),
  };
}

/** How many folders a process watches, from Linux's /proc; 0 elsewhere. */
async function watchesOf(pid: number | undefined): Promise<number> {
  const folder = `/proc/${pid}/fdinfo`;
  const names = await readdir(folder).catch(() => []);
  const infos = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return infos.reduce((sum, info) => sum + (info.match(/^inotify wd:/gm)?.length ?? 0), 0);
}

test('an hour of work leaks no memory and ends with the prompt of a fresh build', async ({
  launch,
  workspace,
  folder,
}) => {
  test.setTimeout(120_000 + rounds * 1000);
  const other = join(folder, 'other');
  await cp(example, other, { recursive: true });
  const { app, page } = await launch({ workspace, args: ['--js-flags=--expose-gc'] });
  await expect(prompt(page)).toContainText('system');
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Reflect.set(window, 'revisions', seen);
    window.strata.on('inspection:changed', (json) => seen.push(JSON.parse(json).revision));
  });

  const pick = random(7);
  const files = ['system.md', 'docs/conventions.md', 'board/board.ts', 'history.jsonl', 'forecast/tides.py'];
  const models = ['claude-sonnet-4-5', 'gpt-5', 'claude-opus-4-1'];
  const file = (): string => files[pick(files.length)] ?? '';
  const line = (id: string): string =>
    id.endsWith('.jsonl') ? `{"role":"user","content":"note ${pick(1000)}"}\n` : `note ${pick(1000)}\n`;
  const save = async (id: string): Promise<void> => {
    const { disk } = await ask<Buffer>(page, 'buffer:read', workspace, id);
    await ask(page, 'buffer:save', workspace, id, ...(disk?.kind === 'text' ? [disk.diskVersion] : [])).catch(
      () => undefined,
    );
  };
  const deeds: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 5 }, () => async () => {
      const id = file();
      const { text, diskVersion } = await ask<Buffer>(page, 'buffer:read', workspace, id);
      await ask(
        page,
        'buffer:edit',
        workspace,
        id,
        `${text.slice(0, 6000)}${text.endsWith('\n') ? '' : '\n'}${line(id)}`,
        diskVersion,
      );
    }),
    // Overwrites the version of the other program, as a user does who saw both.
    async () => save(file()),
    async () => ask(page, 'buffer:revert', workspace, file()),
    async () => ask(page, 'inspection:configure', { model: models[pick(models.length)] }),
    async () => ask(page, 'inspection:configure', { settings: { prompt: `Question ${pick(1000)}?` } }),
    async () => {
      const { path } = await ask<PlayedTurn>(page, 'tiers:turn');
      await save(path);
    },
    async () => {
      const id = file();
      await appendFile(join(workspace, id), line(id));
    },
    async () => {
      const id = file();
      const text = await readFile(join(workspace, id), 'utf8');
      if (text.length > 4000) await writeFile(join(workspace, id), text.slice(0, text.lastIndexOf('\n', 3000) + 1));
    },
    async () => {
      await prompt(page).click({ position: { x: 120, y: 40 + 20 * pick(10) } });
      if ((await page.locator('.tab-close').count()) > 2) await page.locator('.tab-close').first().click();
    },
    async () => page.getByRole('treeitem').nth(pick(6)).click(),
  ];
  // The user opens it once; from then on the page may name it.
  await openAsUser(app, other);
  await expect(page.locator('.workspace-name')).toHaveText('other');
  await ask(page, 'workspace:open', workspace);
  await expect(page.locator('.workspace-name')).toHaveText('workspace');
  const clean = async (): Promise<void> => {
    while ((await page.locator('.tab-close').count()) > 0) await page.locator('.tab-close').first().click();
    await ask(page, 'workspace:open', other);
    await expect(page.locator('.workspace-name')).toHaveText('other');
    await ask(page, 'workspace:open', workspace);
    await expect(page.locator('.workspace-name')).toHaveText('workspace');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    // Everything around the prompt is drawn a frame later, in slices. The old nodes are released after the last slice.
    await page.evaluate(
      () =>
        new Promise((drawn) =>
          requestAnimationFrame(() =>
            requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(drawn))),
          ),
        ),
    );
  };

  const loads: Load[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await deeds[pick(deeds.length)]?.();
    if (round % Math.floor(rounds / 6) !== 0) continue;
    await clean();
    loads.push(await load(app, cdp));
  }

  const revisions = await page.evaluate((): readonly number[] => Reflect.get(window, 'revisions'));
  expect(revisions.length).toBeGreaterThan(rounds / 3);
  expect(revisions.filter((revision, at) => revision <= (revisions[at - 1] ?? 0))).toEqual([]);

  const sources = (await shownInspection(page))?.sources ?? [];
  for (const { id } of sources.filter(({ dirty }) => dirty)) await ask(page, 'buffer:revert', workspace, id);
  await ask(page, 'inspection:configure', { model: '', settings: { prompt: null } });
  const fresh = (
    await run(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'build', workspace], {
      maxBuffer: 1 << 26,
    }).catch((problem: unknown) => {
      if (problem instanceof Error && 'stdout' in problem && 'code' in problem && problem.code === 1)
        return { stdout: String(problem.stdout) };
      throw problem;
    })
  ).stdout;
  await expect
    .poll(
      async () => {
        const shown = await shownInspection(page);
        return shown === null ? null : exportDocument(shown.document, 'text').body;
      },
      { timeout: 20_000 },
    )
    .toBe(fresh);

  // The first measurement is of a cold app. One may fall under a tooltip, or before the repository's folders are
  // watched. A leak shows as growth in every measurement of the second half.
  test.info().annotations.push({ type: 'loads', description: JSON.stringify(loads) });
  const [early, late] = [loads.slice(1, 4), loads.slice(4)];
  // Bounded caches fill up with time, so longer runs get more room.
  const room = Math.min(40, 8 + rounds / 100) * 1024 * 1024;
  for (const [key, allowed] of [
    ['mainHeap', room],
    ['pageHeap', room],
    ['nodes', 200],
    ['pageListeners', 30],
    ['mainListeners', 0],
    ['watches', 0],
  ] as const) {
    const most = Math.max(...early.map((each) => each[key]));
    const least = Math.min(...late.map((each) => each[key]));
    expect(least, `${key}: ${JSON.stringify(loads)}`).toBeLessThanOrEqual(most + allowed);
  }
});
