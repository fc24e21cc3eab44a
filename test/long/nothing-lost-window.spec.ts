/**
 * Random rounds in the real window, with another editor on the same file in its own process: words are typed, saved and
 * merged, folders are switched, disks are full, and the app is killed. No word of either side may be lost.
 * STRATA_WINDOW_ROUNDS sets the number of rounds, STRATA_FUZZ_SEED the seed. The full disks are small ones, which only
 * root may mount.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Locator, Page } from '@playwright/test';
import { root } from '../../build/setup/paths.mjs';
import { readLines } from '../../electron/host/edit/journal-lines';
import type { Buffer as FileBuffer } from '../../shared/ipc/contract';
import { expect, test } from '../support/app/launch';
import type { Launched } from '../support/app/start';
import { answerMessageBox, ask, openAsUser, prompt, source } from '../support/app/window';
import { random } from '../support/nothing-lost/random.mjs';

const rounds = Number(process.env['STRATA_WINDOW_ROUNDS'] ?? 200);
const seed = Number(process.env['STRATA_FUZZ_SEED'] ?? 20_261_118);
const outsideProcess = join(import.meta.dirname, '../support/nothing-lost/outside-process.mjs');
const id = 'notes/a.md';
/** The words in this file: our own and the other editor's. */
const wordPattern = /(?:mine|theirs)-[\d-]+;/g;
/** As many lines as the dialog shows without scrolling. */
const mostLines = 14;

const wordsIn = (text: string): readonly string[] => text.match(wordPattern) ?? [];
/** In the page: the editors draw a new text in the next frame. */
const drawn = (): Promise<void> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
const soon = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

function makeFolder(folder: string): void {
  mkdirSync(join(folder, 'notes'), { recursive: true });
  writeFileSync(join(folder, id), 'Begin here.\n');
  const sections = [{ id: 'notes', source: { kind: 'file', path: id } }];
  const manifest = { now: '2026-11-16T09:30:00.000Z', declared: { messages: [{ role: 'system', sections }] } };
  writeFileSync(join(folder, 'strata.json'), JSON.stringify(manifest));
}

/** A journal that was replaced or deleted meanwhile has no text. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const mounted: string[] = [];

/** Returns false if this user may not mount. */
function mountSmall(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  mounted.push(folder);
  return true;
}

function unmount(folder: string): void {
  const at = mounted.indexOf(folder);
  if (at === -1) return;
  mounted.splice(at, 1);
  execFileSync('umount', ['-l', folder]);
}

/** The window and the steps of its round, to report a failure. */
let inSight: { readonly page: Page; readonly story: readonly string[] } | undefined;

test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  if (status !== expectedStatus && inSight !== undefined) {
    process.stderr.write(`steps: ${inSight.story.join(', ')}\n`);
    const focus = await inSight.page.evaluate(() => document.activeElement?.className);
    process.stderr.write(`focus: ${focus}\n`);
    await inSight.page.screenshot({ path: join(root, 'test', 'output', 'nothing-lost-window.png') });
  }
  mounted.toReversed().forEach(unmount);
});

/** Writes until the disk is full. Returns the file that fills it. */
function fill(folder: string): string {
  const filler = join(folder, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(8_000_000));
  } catch {
    // Disk full: wrote as much as fitted.
  }
  return filler;
}

interface Outside {
  readonly words: readonly string[];
  stop(): Promise<void>;
}

function startOutside(file: string, number: number, pause: number): Outside {
  const child: ChildProcess = spawn(process.execPath, [outsideProcess, file, String(number), String(pause)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const words: string[] = [];
  if (child.stdout === null) throw new Error('the other editor has no output');
  createInterface({ input: child.stdout }).on('line', (line) => words.push(line.slice('wrote '.length)));
  return {
    words,
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

test(`no word of either side is lost in ${rounds} rounds in the window`, async ({ launch, folder }) => {
  const pick = random(seed);
  const figures: Record<string, number> = {};
  /** The steps of this round, to print on failure. */
  let story: string[] = [];
  const count = (what: string, by = 1): void => {
    figures[what] = (figures[what] ?? 0) + by;
    story.push(by === 1 ? what : `${by} ${what}`);
  };
  const unsaved = join(folder, 'user-data', 'unsaved');
  const mayMount = mountSmall(unsaved, '2m');
  const first = join(folder, 'first');
  makeFolder(first);
  const started = async (): Promise<Launched> => {
    const launched = await launch({ workspace: first });
    await expect(prompt(launched.page).locator('.view-line', { hasText: 'Begin here.' })).toBeVisible();
    return launched;
  };
  let { app, page } = await started();
  const dialog = (): Locator => page.getByRole('dialog', { name: /on disk/ });
  const journalled = (): string =>
    readdirSync(unsaved)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readLines(textOf(join(unsaved, name)))?.edits ?? [])
      .map(({ text }) => text)
      .join('\n');
  const showing = async (path: string): Promise<void> => {
    await openAsUser(app, path);
    await expect(page.locator('.workspace-name')).toHaveText(path.split('/').at(-1) ?? '');
    await expect(prompt(page).locator('.view-line', { hasText: 'Begin here.' })).toBeVisible();
  };
  /** Brings the file's tab to the front and focuses its editor. */
  const goToFile = async (): Promise<void> => {
    if ((await page.getByRole('tab', { name: 'a.md' }).count()) === 0) {
      await prompt(page)
        .locator('.view-line', { hasText: 'Begin here.' })
        .click({ position: { x: 4, y: 8 } });
      await expect(source(page).locator('.view-line', { hasText: 'Begin here.' })).toBeVisible();
    }
    await page.keyboard.press('Control+3');
    await page.keyboard.press('Control+End');
  };

  for (let round = 1; round <= rounds; round += 1) {
    const home = join(folder, `round-${round}`);
    const isSmall = mayMount && round % 4 === 0 && mountSmall(home, '256k');
    const [a, b] = [join(home, `A${round}`), join(home, `B${round}`)];
    for (const each of [a, b]) makeFolder(each);
    const mine: string[] = [];
    story = [];
    /** Words that the user discarded by a choice, after seeing them. */
    const givenUp = new Set<string>();
    /** Words that the choice being made discards. If the app dies meanwhile, it may have been carried out or not. */
    let choosing: readonly string[] = [];
    let current = a;
    await showing(a);
    const other = startOutside(join(a, id), seed + round, [150, 500, 1500][pick(3)] ?? 500);

    const buffer = (): Promise<FileBuffer> => ask<FileBuffer>(page, 'buffer:read', current, id);
    const type = async (): Promise<void> => {
      await goToFile();
      const word = `mine-${round}-${mine.length + 1};`;
      await page.keyboard.insertText(`${word}\n`);
      // What was accepted counts as typed. A save that was not waited for may ask in a dialog meanwhile.
      const isTaken = async (): Promise<boolean> => (await buffer()).text.includes(word);
      await expect.poll(async () => (await isTaken()) || dialog().isVisible()).toBe(true);
      if (await isTaken()) mine.push(word);
      count((await isTaken()) ? 'typed' : 'met a dialog');
    };
    const look = async (): Promise<void> => {
      if (await dialog().isVisible()) await dialog().getByRole('button', { name: 'Decide later' }).click();
    };
    const leave = async (): Promise<void> => {
      await look();
      await goToFile();
      current = current === a ? b : a;
      // Keys that are pressed while the other folder is being opened.
      const opening = pick(2) === 0 ? showing(current) : undefined;
      const word = `mine-${round}-${mine.length + 1};`;
      await page.keyboard.insertText(`${word}\n`);
      const isTaken = (await source(page).textContent())?.includes(word) ?? false;
      if (isTaken) mine.push(word);
      count(isTaken ? 'typed' : 'late');
      await (opening ?? showing(current));
      count('left');
    };
    inSight = { page, story };
    /** Waits until the save has asked, has succeeded, or was refused by a full disk. */
    const settled = async (): Promise<void> => {
      const problem = page.locator('.toast', { hasText: 'could not be saved' });
      await expect
        .poll(async () => (await dialog().isVisible()) || (await problem.count()) > 0 || !(await buffer()).dirty)
        .toBe(true);
    };
    const save = async (): Promise<void> => {
      await goToFile();
      await page.keyboard.press('Control+s');
      if (pick(4) === 0) return;
      await settled();
      if (!(await dialog().isVisible())) {
        count((await buffer()).dirty ? 'not saved' : 'saved');
        return;
      }
      count('conflict');
      await choose();
    };
    const choose = async (): Promise<void> => {
      const side = async (which: string): Promise<readonly string[]> =>
        dialog().locator(`.${which}-in-monaco-diff-editor .view-line`).allInnerTexts();
      const again = dialog().getByRole('button', { name: 'Show what is on disk now' });
      if (await again.isVisible()) {
        await again.click();
        await page.evaluate(drawn);
        count('shown again');
      }
      const what = pick(8);
      await expect(dialog().locator('.original-in-monaco-diff-editor .view-line').first()).toBeVisible();
      const seen = await side('original');
      if (what === 0 || seen.length === 0 || seen.length > mostLines) return look();
      /** Clicks and waits for the result. A button that was disabled at the last moment does nothing. */
      const press = async (name: string, discarded: readonly string[]): Promise<FileBuffer> => {
        choosing = discarded;
        const button = dialog().getByRole('button', { name });
        await button.click({ force: true });
        await expect
          .poll(
            async () => (await dialog().isHidden()) || (await button.isDisabled({ timeout: 100 }).catch(() => true)),
          )
          .toBe(true);
        await settled();
        const after = await buffer();
        if (!after.dirty) for (const word of discarded) if (!after.text.includes(word)) givenUp.add(word);
        choosing = [];
        return after;
      };
      const { text } = await buffer();
      if (what === 1) {
        const own = wordsIn(text).filter((word) => word.startsWith('mine'));
        const { dirty } = await press('Use the version on disk', own);
        count(dirty ? 'refused' : 'theirs taken');
        return look();
      }
      const theirs = wordsIn(seen.join('\n'));
      if (what > 2) {
        const lines = theirs.filter((word) => !text.includes(word)).map((word) => `${word}\n`);
        await dialog().locator('.modified-in-monaco-diff-editor .view-line').last().click();
        await page.keyboard.press('Control+End');
        await page.keyboard.insertText(lines.join(''));
      }
      const after = await press('Keep mine and save', theirs);
      count(after.dirty ? 'refused' : what > 2 ? 'merged' : 'mine kept');
      return look();
    };

    let filler: string | undefined;
    let isJournalFull = false;
    if (isSmall && pick(2) === 0) {
      filler = fill(home);
      count('full');
    } else if (mayMount && pick(8) === 0) {
      filler = fill(unsaved);
      isJournalFull = true;
      count('full journal');
    }
    const deeds = [type, type, type, save, save, save, leave, look];
    for (let deed = 3 + pick(6); deed > 0; deed -= 1) {
      await (deeds[pick(deeds.length)] ?? type)();
      if (pick(3) === 0) await soon(pick(80));
      if (await dialog().isVisible()) await choose();
    }
    if (filler !== undefined && !isJournalFull) rmSync(filler, { force: true });

    let kept = '';
    if (!isJournalFull && pick(4) === 0) {
      // Kills the app in the middle of typing and saving.
      const last = [type, save][pick(2)] ?? type;
      const doing = last().catch(() => undefined);
      await soon(pick(150));
      const before = new Set(wordsIn(journalled()));
      const onDisk = (): string => [a, b].map((each) => readFileSync(join(each, id), 'utf8')).join('\n');
      for (const word of wordsIn(onDisk())) before.add(word);
      const child = app.process();
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await Promise.all([gone, doing]);
      count('killed');
      kept = `${journalled()}\n${onDisk()}`;
      for (const word of choosing) if (!kept.includes(word)) givenUp.add(word);
      const lost = mine.filter((word) => before.has(word) && !kept.includes(word) && !givenUp.has(word));
      expect({ round, lost }).toEqual({ round, lost: [] });
      // A crash may only lose what was not yet in the journal.
      count('not yet kept', mine.filter((word) => !kept.includes(word) && !givenUp.has(word)).length);
      for (const word of mine) if (!before.has(word) && !kept.includes(word)) givenUp.add(word);
      ({ app, page } = await started());
      inSight = { page, story };
      const answer = pick(4) === 0 ? 'Not Now' : 'Restore';
      await answerMessageBox(app, answer);
      current = a;
      await showing(a);
      if (pick(2) === 0) await type();
      count(answer);
    }
    await other.stop();
    // A word is safe in the editor, in the journal, or on disk. If the journal is full, words of a folder that was left
    // are only in the editor.
    const held: string[] = [];
    for (const each of isJournalFull ? [b, a] : []) {
      await look();
      current = each;
      await showing(each);
      held.push((await buffer()).text);
    }
    const found = async (): Promise<string> => {
      const disks = [a, b].map((each) => readFileSync(join(each, id), 'utf8'));
      return [...held, (await buffer()).text, ...disks, journalled()].join('\n');
    };
    const lostNow = async (): Promise<readonly string[]> => {
      const text = await found();
      return [...mine, ...other.words].filter((word) => !text.includes(word) && !givenUp.has(word));
    };
    await expect.poll(lostNow, { message: `round ${round}: ${story.join(', ')}` }).toEqual([]);
    // A save that was not waited for may still be under way. One that was killed leaves its new file, which a later
    // save removes once it is old.
    const isUsual = (name: string): boolean =>
      name === 'a.md' || (story.includes('killed') && /^\.a\.md\.strata-[\da-f]{8}\.tmp$/.test(name));
    const strays = (): readonly string[] => readdirSync(join(b, 'notes')).filter((name) => !isUsual(name));
    await expect.poll(strays, { message: `round ${round}: ${story.join(', ')}` }).toEqual([]);
    expect({ round, theirs: readFileSync(join(b, id), 'utf8').includes('theirs-') }).toEqual({ round, theirs: false });
    count('written outside', other.words.length);
    count('given up by choice', givenUp.size);
    if (isJournalFull && filler !== undefined) rmSync(filler, { force: true });
    await look();
    if (existsSync(home)) unmount(home);
  }
  process.stderr.write(`nothing lost in the window: ${JSON.stringify({ rounds, ...figures })}\n`);
});
