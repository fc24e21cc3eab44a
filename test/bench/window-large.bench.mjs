import { row, p95, median, runIfMain, sampleTexts } from './support/support.mjs';
import { largeFileWorkspace, filesWorkspace, rulesWorkspace } from './support/workspaces.mjs';
import { buildBareMonaco, openSection, pause, untilQuiet, untilShown, withApps } from './support/window-support.mjs';
import { traced } from './support/window-trace.mjs';

export const name = 'page work in the window at 500,000 tokens in 2,000 sections, processor time of the main thread';

const frame = 16.7;
const strokes = 30;

/**
 * Types into the source editor, about seven letters a second.
 * @param {import('./support/window-support.mjs').Running} running
 * @returns {Promise<{ steps: readonly import('./support/window-trace.mjs').Step[], work: number }>} work: for each
 * keystroke, everything together
 */
async function type(running) {
  const { page } = running;
  await page.keyboard.type('warming up ', { delay: 150 });
  await untilQuiet(running.cdp);
  const steps = await traced(running, async (step) => {
    await step();
    await pause(1000);
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      await step();
      await page.keyboard.press('typing '[stroke % 7] === ' ' ? 'Space' : `Key${'TYPING'[stroke % 7]}`);
      await pause(150);
    }
    // Includes work that waits for a pause in typing.
    await pause(850);
  });
  const [idle, ...typed] = steps;
  const whole = typed.reduce((sum, { total }) => sum + total, 0) - ((idle?.total ?? 0) * (strokes * 150 + 850)) / 1000;
  return { steps: typed, work: whole / strokes };
}

/** The work per keystroke in a window with one editor. Ours has two, and shows each letter in both. */
async function bareWork() {
  const bare = await buildBareMonaco();
  return withApps(async (launch) => {
    const running = await launch({ bare });
    const text = sampleTexts(1000).prose;
    await running.page.waitForFunction(() => 'bare' in window);
    await running.page.evaluate(
      ([value, at]) => /** @type {any} */ (window).bare.show(value, at),
      /** @type {const} */ ([text, text.length >> 1]),
    );
    await untilQuiet(running.cdp);
    return (await type(running)).work;
  });
}

/** @param {string} title @param {Awaited<ReturnType<typeof type>>} typed @param {number} bare */
function typingRows(title, { steps, work }, bare) {
  const [longest, busiest] = [steps.map((step) => step.longest), steps.map((step) => step.frame)];
  return [
    row(`a keystroke, ${title}: its busiest frame, p95`, 'at most', {
      ratio: p95(busiest),
      bar: frame,
      moonshot: frame / 2,
      unit: ' ms',
      isGoal: false,
      note: `median ${median(busiest).toFixed(1)} ms; longest task p95 ${p95(longest).toFixed(1)} ms`,
    }),
    row(`a keystroke, ${title}: everything it causes, in all frames together`, 'at most', {
      ratio: Math.max(0.1, work),
      bar: frame,
      moonshot: frame / 2,
      unit: ' ms',
      isGoal: false,
      note: `beyond what the page does when nobody types; in a window that is one bare editor ${bare.toFixed(1)} ms`,
    }),
  ];
}

export async function run() {
  const rows = [];
  const bare = await bareWork();
  for (const [title, make] of /** @type {const} */ ([
    ['tiers of files', filesWorkspace],
    ['one system message', rulesWorkspace],
    ['one large file', largeFileWorkspace],
  ])) {
    const workspace = make(500_000, 2000);
    await withApps(async (launch) => {
      const running = await launch({ workspace: workspace.folder });
      await untilShown(running, 400_000);
      await openSection(running, workspace.section);
      rows.push(...typingRows(title, await type(running), bare));
      if (make !== filesWorkspace) return;
      rows.push(await scrollRow(running), await filterRow(running));
    }).finally(workspace.remove);
  }
  return rows;
}

/** @param {import('./support/window-support.mjs').Running} running */
async function scrollRow(running) {
  const { page } = running;
  const box = await page.locator('[data-testid="prompt"]').boundingBox();
  if (box === null) throw new Error('there is no prompt to scroll');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const steps = await traced(running, async (step) => {
    for (const distance of [120, 400, 3000, 60_000, -25_000]) {
      await step();
      for (let turn = 0; turn < 25; turn += 1) await page.mouse.wheel(0, distance);
      await pause(200);
    }
  });
  const most = Math.max(...steps.map((step) => step.frame));
  return row('the busiest frame of scrolling the prompt', 'at most', {
    ratio: most,
    bar: 50,
    moonshot: 16,
    unit: ' ms',
    note:
      '125 turns of the wheel from a line to thousands; by speed ' +
      `${steps.map((step) => step.frame.toFixed(1)).join(', ')} ms`,
  });
}

/** @param {import('./support/window-support.mjs').Running} running */
async function filterRow(running) {
  const { page } = running;
  await page.locator('.filter').click();
  const steps = await traced(running, async (step) => {
    for (const key of [
      'KeyF',
      'Digit1',
      'Digit0',
      'Digit0',
      'Digit7',
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
    ]) {
      await step();
      await page.keyboard.press(key);
      await pause(250);
    }
  });
  const busiest = steps.map((step) => step.frame);
  return row('a letter in the filter of 2,000 sections, its busiest frame, p95', 'at most', {
    ratio: p95(busiest),
    bar: frame,
    moonshot: frame / 2,
    unit: ' ms',
    isGoal: false,
    note: `median ${median(busiest).toFixed(1)} ms`,
  });
}

await runIfMain(import.meta.url, run);
