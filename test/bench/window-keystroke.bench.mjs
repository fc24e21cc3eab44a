import { watch, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, p95, row, runIfMain, sampleTexts } from './support/support.mjs';
import {
  buildBareMonaco,
  installProbe,
  openSection,
  paintedAfter,
  paintedFromNow,
  pause,
  untilQuiet,
  untilShown,
  withApps,
} from './support/window-support.mjs';
import { filesWorkspace } from './support/workspaces.mjs';

export const name =
  'keystroke and save to the painted prompt at 200,000 tokens, against a bare Monaco with as long a text';

const words = 5;
const letters = 'klmnoprstu';
const saves = 30;
const tokens = 200_000;

/**
 * Types words in both apps by turns, and waits for each letter.
 * @param {readonly
 * import('./support/window-support.mjs').Running[]} apps
 */
async function type(apps) {
  const took = apps.map(() => /** @type {number[]} */ ([]));
  for (let word = 0; word <= words; word += 1) {
    let typed = `zq${letters[word]}`;
    for (const { page, cdp } of apps) {
      await page.keyboard.type(` ${typed}`, { delay: 60 });
      await untilQuiet(cdp);
    }
    for (const letter of letters) {
      typed += letter;
      for (const [index, app] of apps.entries()) {
        const ms = await paintedAfter(app, letter, typed);
        // The first word is for warming up.
        if (word > 0) took[index]?.push(ms);
        // Longer than the pause after a burst of builds, and never in step with the frames.
        await pause(120 + ((word * 7 + took[0].length * 3) % 17));
      }
    }
  }
  return took;
}

/**
 * Writes the file from outside. The watcher's event time is that of a bare `fs.watch` on the same folder.
 * @param {import('./support/window-support.mjs').Running} app @param {string} folder @param {string} edited
 */
async function save({ page, cdp }, folder, edited) {
  const path = join(folder, edited);
  const text = readFileSync(path, 'utf8');
  const beyond = [];
  for (let turn = 0; turn < saves; turn += 1) {
    const mark = `saved${String.fromCharCode(97 + (turn % 26))}${turn}`;
    const { painted } = await paintedFromNow(page, mark);
    const watcher = watch(join(path, '..'));
    const event = new Promise((resolve) =>
      watcher.once('change', () => resolve(performance.timeOrigin + performance.now())),
    );
    await pause(150);
    writeFileSync(path, `${mark} ${text}`);
    const [shown, seen] = await Promise.all([painted, event]);
    watcher.close();
    beyond.push(shown - /** @type {number} */ (seen));
    await untilQuiet(cdp);
  }
  return beyond;
}

export async function run() {
  const bare = await buildBareMonaco();
  const workspace = filesWorkspace(tokens, 500);
  try {
    return await withApps(async (launch) => {
      const ours = await launch({ workspace: workspace.folder });
      await untilShown(ours, tokens * 0.8);
      await openSection(ours, workspace.section);
      const peer = await launch({ bare });
      const text = sampleTexts(tokens * 4.2).prose;
      await peer.page.waitForFunction(() => 'bare' in window);
      await peer.page.evaluate(
        ([value, at]) => /** @type {any} */ (window).bare.show(value, at),
        /** @type {const} */ ([text, text.indexOf('\n\n', text.length >> 1) + 2]),
      );
      for (const { page, cdp } of [ours, peer]) {
        await untilQuiet(cdp);
        await installProbe(page);
      }
      const [own = [], theirs = []] = await type([ours, peer]);
      const rows = [
        row('keystroke to painted prompt, p95', 'at most', {
          ratio: p95(own) / p95(theirs),
          bar: 3,
          moonshot: 1.5,
          note:
            `${p95(own).toFixed(1)} ms against ${p95(theirs).toFixed(1)} ms, medians ` +
            `${median(own).toFixed(1)} and ${median(theirs).toFixed(1)} ms`,
        }),
      ];
      await peer.close();
      await ours.page.keyboard.press('Control+s');
      await untilQuiet(ours.cdp);
      const beyond = await save(ours, workspace.folder, workspace.edited);
      rows.push(
        row('save on disk to painted prompt, beyond the event of a bare watcher, p95', 'at most', {
          ratio: Math.max(0.1, p95(beyond)),
          bar: 50,
          moonshot: 20,
          unit: ' ms',
          note: `median ${median(beyond).toFixed(1)} ms`,
        }),
      );
      return rows;
    });
  } finally {
    workspace.remove();
  }
}

await runIfMain(import.meta.url, run);
