/**
 * An editor without a window, in a process that may be killed at any moment: the real session, the real journals, and a
 * simulated user who types, saves, merges, leaves the folder and comes back. `node editor-process.mjs <JSON>`. Prints
 * one line for each accepted word and for each problem.
 */
import { readdirSync } from 'node:fs';
import { identify } from '../../../electron/host/disk/access/folder-identity';
import { createJournal, type Journal } from '../../../electron/host/edit/journal';
import { belongsTo, forget, readLeftBehind } from '../../../electron/host/edit/left-behind';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { createSession } from '../../../electron/host/session';
import { HostError } from '../../../electron/host/errors';
import { analyzeNothing, notes } from '../host/notes';
import { random } from './random.mjs';

interface Options {
  readonly seed: number;
  readonly folders: readonly [string, string];
  readonly unsaved: string;
  readonly padding: number;
}

const { seed, folders, unsaved, padding }: Options = JSON.parse(process.argv[2] ?? '');
const pick = random(seed);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const id = 'notes/a.md';
let words = 0;
let isKept = true;

const journals = new Map<string, Journal>();
const session = createSession({
  architectures: [notes],
  analyze: analyzeNothing,
  report: (problem) => say(`bug ${String(problem)}`),
});
const journalOf = (folder: string): Journal => {
  const told = (problem: unknown): void => {
    isKept = problem === null;
    say(isKept ? 'kept again' : `not kept ${problem instanceof Error ? problem.message : String(problem)}`);
  };
  const journal =
    journals.get(folder) ?? createJournal({ folder: unsaved, of: identify(nodeFiles, folder), onProblem: told });
  journals.set(folder, journal);
  return journal;
};
session.onUnsaved((folder, edits) => journalOf(folder).note(edits));

/** As the app does at start, with a user who answers “Restore”. */
async function open(folder: string): Promise<void> {
  await session.open(folder);
  const opened = identify(nodeFiles, folder);
  for (const left of (await earlier).filter((each) => belongsTo(nodeFiles, each, opened))) {
    if (taken.has(left.file)) continue;
    taken.add(left.file);
    const known = session.unsaved().find((edit) => edit.id === id);
    // Two crashes in a row may leave two journals for one file: the words of both are kept.
    for (const edit of left.edits) {
      if (known === undefined) await session.restore(edit);
      else {
        const { diskVersion } = await session.filesOf(folder).read(id);
        await session.filesOf(folder).type(id, merged(edit.text, known.text), diskVersion);
      }
    }
    if (isKept) await forget(left);
  }
}

const earlier = readLeftBehind(unsaved, (problem) => say(`bug ${String(problem)}`));
const taken = new Set<string>();

/** Merges both texts: the lines of one, then those of the other that it lacks. */
function merged(mine: string, theirs: string): string {
  const lines = new Set(mine.split('\n'));
  return [
    ...mine.split('\n').filter((line) => line !== ''),
    ...theirs.split('\n').filter((line) => !lines.has(line)),
    '',
  ].join('\n');
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof HostError)) throw problem;
    say(`refused ${problem.code}`);
  }
}

await open(folders[0]);
say('open');
let folder = folders[0];
let shown = await session.filesOf(folder).read(id);

async function type(): Promise<void> {
  words += 1;
  const word = `mine-${seed}-${words};`;
  const text = `${shown.text}${word}${'x'.repeat(pick(padding + 1))}\n`;
  const safe = isKept;
  await session.filesOf(folder).type(id, text, shown.diskVersion);
  shown = { ...shown, text, dirty: true };
  say(`${safe && isKept ? 'typed' : 'warned'} ${word}`);
}

/** What the window does when a build arrives and nothing is being typed. */
async function look(): Promise<void> {
  shown = await session.filesOf(folder).read(id);
}

async function save(): Promise<void> {
  const files = session.filesOf(folder);
  await attempt(async () => {
    await files.save(id);
    say('saved');
  });
  await look();
  const { disk } = shown;
  if (disk === undefined || disk.kind === 'unreadable' || pick(3) === 0) return;
  say('conflict');
  await attempt(async () => {
    if (disk.kind === 'text') await files.type(id, merged(shown.text, disk.text), shown.diskVersion);
    await files.save(id, { over: disk.diskVersion });
    say('merged');
  });
  await look();
}

async function leave(): Promise<void> {
  const [before, typed] = [folder, shown];
  folder = folder === folders[0] ? folders[1] : folders[0];
  const opening = open(folder);
  if (pick(2) === 0) await opening;
  // A key that was pressed while the other folder was being opened.
  words += 1;
  const word = `late-${seed}-${words};`;
  const safe = isKept;
  await session.filesOf(before).type(id, `${typed.text}${word}\n`, typed.diskVersion);
  say(`${safe && isKept ? 'typed' : 'warned'} ${word}`);
  await opening;
  say('left');
  await look();
}

for (;;) {
  const deeds = [type, type, type, type, look, save, save, leave];
  await attempt(deeds[pick(deeds.length)] ?? type);
  if (pick(4) === 0) await new Promise((done) => setTimeout(done, pick(12)));
  if (readdirSync(unsaved).length > 6) say(`bug ${readdirSync(unsaved).length} journals`);
}
