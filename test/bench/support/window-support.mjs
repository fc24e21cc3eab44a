/** Shared by window benchmarks: the built app and its bare peers on separate displays, and probes in their pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, runnerImport } from 'vite';
import { ensureBuilt } from '../../../build/bundle/bundle.mjs';
import { output, root } from './support.mjs';

const plain = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('error') };

/** The page with the bare Monaco, built as the window's own page is. */
export async function buildBareMonaco() {
  const outDir = join(output, 'bare-monaco');
  await build({
    root: join(root, 'test/bench/support/bare-window'),
    configFile: false,
    logLevel: 'error',
    base: './',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, minify: true, chunkSizeWarningLimit: 8000 },
  });
  return join(outDir, 'index.html');
}

/**
 * Runs `work` with a function that starts apps, each with its own display and user data. All are closed afterwards.
 * @template T
 * @param {(launch: Launch) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withApps(work) {
  await ensureBuilt('app', { quiet: true });
  const { module: starting } = await runnerImport(join(root, 'test/support/app/start.ts'), plain);
  const { module: displays } = await runnerImport(join(root, 'test/support/app/virtual-display.ts'), plain);
  /** @type {(() => Promise<void>)[]} */
  const endings = [];
  /** @type {Launch} */
  const launch = async (options = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'strata-bench-app-'));
    const display = await displays.startVirtualDisplay();
    const bare =
      options.bare === undefined
        ? {}
        : { main: join(root, 'test/bench/support/bare-window'), env: { BARE_PAGE: options.bare } };
    const { app, page } = await starting.start(join(folder, 'user-data'), display.name, {
      workspace: options.workspace,
      ...bare,
    });
    let open = true;
    const close = async () => {
      if (!open) return;
      open = false;
      await starting.close(app, app.process());
      await display.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    endings.push(close);
    const cdp = await page.context().newCDPSession(page);
    return { app, page, cdp, close };
  };
  try {
    return await work(launch);
  } finally {
    for (const end of endings) await end();
  }
}

/**
 * Runs `work` with a display that is closed afterwards.
 * @template T @param {(display: string | undefined) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDisplay(work) {
  const { module: displays } = await runnerImport(join(root, 'test/support/app/virtual-display.ts'), plain);
  const display = await displays.startVirtualDisplay();
  try {
    return await work(display.name);
  } finally {
    await display.stop();
  }
}

/**
 * @typedef {{ workspace?: string, bare?: string }} LaunchChoice bare: the page of a bare window, '' for an empty one
 * @typedef {{ app: any, page: import('@playwright/test').Page, cdp: import('@playwright/test').CDPSession, close: () =>
 * Promise<void> }} Running
 * @typedef {(options?: LaunchChoice) => Promise<Running>} Launch
 */

/**
 * Waits until the window shows a prompt of at least this many tokens and is idle.
 * @param {Running} running @param
 * {number} tokens
 */
export async function untilShown({ page, cdp }, tokens) {
  await page.waitForFunction(
    (least) =>
      Number((document.querySelector('.sections-total .count')?.textContent ?? '').replaceAll(/\D/g, '')) >= least,
    tokens,
    { timeout: 120_000 },
  );
  await page.keyboard.press('Escape');
  await untilQuiet(cdp);
}

/**
 * Opens the source of the section with this name and puts the cursor into it.
 * @param {Running} running @param {string}
 * name
 */
export async function openSection(running, name) {
  const { page, cdp } = running;
  await page.locator('.filter').click();
  await page.keyboard.type(name);
  await page.locator('.section-row', { hasText: name }).last().click();
  await page.keyboard.press('Enter');
  await page.locator('[data-testid="source"] .view-line').first().waitFor();
  await page.locator('.filter').fill('');
  await page.keyboard.press('Control+3');
  await untilQuiet(cdp);
}

/** Main-thread work of the page so far, in milliseconds. @param {Running['cdp']} cdp */
export async function workOf(cdp) {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (/** @type {string} */ name) =>
    (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
  return value('TaskDuration');
}

/** Waits until the page has been nearly idle for a while. @param {Running['cdp']} cdp */
export async function untilQuiet(cdp) {
  const began = performance.now();
  let before = await workOf(cdp);
  for (let calm = 0; calm < 4;) {
    await pause(80);
    const now = await workOf(cdp);
    calm = now - before < 4 ? calm + 1 : 0;
    before = now;
    if (performance.now() - began > 30_000) throw new Error('the page is never quiet');
  }
}

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Installs a probe in the page. It measures from the next keystroke, or from arming, to the end of the frame that shows
 * a text in the prompt. A frame ends with the first task after its rendering.
 * @param {Running['page']} page
 */
export async function installProbe(page) {
  await page.evaluate(() => {
    const state = { needle: '', from: 0, seen: false, /** @type {((ms: number) => void) | null} */ done: null };
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      if (!state.seen || state.done === null) return;
      const took = performance.now() - state.from;
      const { done } = state;
      state.done = null;
      state.seen = false;
      done(took);
    };
    const frame = () => {
      if (state.done === null) return;
      channel.port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    const host = document.querySelector('[data-testid="prompt"]');
    if (host === null) throw new Error('there is no prompt');
    new MutationObserver(() => {
      if (
        state.done !== null &&
        !state.seen &&
        (host.querySelector('.view-lines')?.textContent ?? '').includes(state.needle)
      )
        state.seen = true;
    }).observe(host, { childList: true, characterData: true, subtree: true });
    window.addEventListener(
      'keydown',
      (event) => {
        if (state.done !== null && state.from === 0) state.from = event.timeStamp;
      },
      true,
    );
    Object.assign(window, {
      probe: {
        painted: (/** @type {string} */ needle, /** @type {boolean} */ fromNow) =>
          new Promise((resolve) => {
            Object.assign(state, { needle, from: fromNow ? performance.now() : 0, seen: false, done: resolve });
            requestAnimationFrame(frame);
          }),
      },
    });
  });
}

/**
 * Milliseconds from now until the prompt shows `needle`, and the clock time of that.
 * @param {Running['page']}
 * page @param {string} needle
 */
export async function paintedFromNow(page, needle) {
  const painted = page.evaluate(async (text) => {
    await /** @type {any} */ (window).probe.painted(text, true);
    return performance.timeOrigin + performance.now();
  }, needle);
  await page.evaluate(() => undefined);
  return { painted: within(10_000, painted, `${needle} is not shown`) };
}

/**
 * Presses a key and waits until the prompt shows `needle`. @param {Running} running @param {string} key @param {string}
 * needle
 * @returns {Promise<number>} milliseconds from the key to the painted text
 */
export async function paintedAfter({ page }, key, needle) {
  const painted = page.evaluate((text) => /** @type {any} */ (window).probe.painted(text, false), needle);
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return within(10_000, painted, `${needle} is not shown`);
}

/** @template T @param {number} ms @param {Promise<T>} work @param {string} problem @returns {Promise<T>} */
export function within(ms, work, problem) {
  /** @type {NodeJS.Timeout} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(problem)), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
