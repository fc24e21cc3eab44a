/** What the README promises about safety, sentence by sentence, and the tests that hold it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

type Holds = readonly (readonly [file: string, words: string])[];
type Promised = readonly (readonly [sentence: string, by: Holds])[];

const trust = 'unit/cli/trust.test.ts';
const write = 'unit/host/write-file.test.ts';
const inWindow = 'e2e/trust.spec.ts';
const edges = 'e2e/edges.spec.ts';

const safeToOpen: Promised = [
  [
    'A folder reads its own files, and the instruction files (`CLAUDE.md`, `CLAUDE.local.md`, `AGENTS.md`) of the folders above it where its design does.',
    [
      [trust, 'reads what its design is documented to read, but not by a link there to something else'],
      [trust, 'may be a layout that walks up for the usual instruction files'],
      [trust, 'does not walk up into folders beside its own, whatever the file there is called'],
    ],
  ],
  [
    'What its files ask for beyond that (absolute and home paths, `..`, links that lead out) is left out and listed with the line that asks; you allow each in the window, where it is remembered and can be taken back, or with `--trust` on the command line.',
    [
      [trust, 'gets nothing by absolute paths, the home folder, globs, walks and links, and every command '],
      [trust, 'is said to be needed once for each path, at the line that asks'],
      [trust, 'allows what is asked for and no secrets; a path allows exactly that'],
      [
        inWindow,
        'a folder reads nothing outside itself until each file is allowed, and that is remembered and taken back',
      ],
    ],
  ],
  [
    'Files that look like passwords or keys are allowed only one by one.',
    [
      [trust, 'allows what is asked for and no secrets; a path allows exactly that'],
      [inWindow, 'All at once is all but secrets.'],
    ],
  ],
  [
    'A file behind a link that leads out is never edited here.',
    [
      [
        'unit/host/trust.test.ts',
        'is read behind a link, said to be locked before anybody types, and never written through it',
      ],
      [inWindow, 'A link that leads out is read and not written through: that is said before anybody types.'],
    ],
  ],
  [
    '`lock` and `check` end with 1 while something is left out.',
    [
      [trust, 'is needed by lock and check, which name what is left out and end with 1'],
      [trust, 'is named by a check without a lock too, which ends with 1'],
    ],
  ],
];

const whatItWrites: Promised = [
  [
    'Into the folders you open: only what you save, and what a command that says so writes (`lock`, `init`, `turn --write`).',
    [
      ['unit/cli/writes-nothing.test.ts', 'strata %s writes nothing into the folder'],
      ['unit/cli/writes-nothing.test.ts', 'strata %j writes only what it says'],
      [inWindow, 'Nothing was written into the folder'],
    ],
  ],
  [
    'Every write replaces a file as a whole or not at all: a new file in the same folder, synced, and renamed over the old one.',
    [
      ['unit/host/kill-writes.test.ts', 'leaves the old content or the new, never half: %s'],
      ['long/kill-writes.test.ts', 'two hundred kills at each kind of write'],
    ],
  ],
  [
    'A link that leads out of its folder is never written through, and a full disk keeps the old file.',
    [
      [write, 'never goes through a link that leads out of its folder'],
      [write, 'writes no lock through a link that leads out, and says so'],
      [write, 'keeps the old lock, state and layout on a full disk, and says so in a sentence'],
    ],
  ],
  [
    'A file keeps its mode and, where the system allows it, its owner; the window asks before it replaces a read-only file, and the command leaves it.',
    [
      [write, 'keeps its mode and, where the system allows it, its owner'],
      [edges, 'a read-only file is replaced only after a yes'],
      [write, 'does not replace a read-only lock'],
    ],
  ],
  [
    'A file with several names (hard links) is written in place, because a new one would part them; until that is done the whole new text also stands beside it as a hidden `.name.strata-xxxxxxxx.saved`.',
    [
      [write, 'keeps its other names'],
      ['support/kill-writes.ts', 'A file with several names is written over: what it lacks stands whole beside it.'],
    ],
  ],
  [
    'What a power cut leaves otherwise is a hidden `.name.strata-xxxxxxxx.tmp`, which a later write into the same folder sweeps.',
    [[write, 'is swept when it is old and has our mark; nothing else is']],
  ],
  [
    'Everything else is in one folder, open to you alone, `~/.config/Strata` on Linux, `%APPDATA%\\Strata` on Windows, `~/Library/Application Support/Strata` on macOS:',
    [
      ['e2e/limits.spec.ts', 'What the app keeps is open to its owner alone.'],
      [inWindow, 'what is kept of it is where the README says'],
    ],
  ],
];

const whatItKeeps: Promised = [
  [
    "`recent.json`, `open.json`, `running.json`, `choices.json`, `window.json`, `trust.json`: folders opened, those open now, settings chosen, the window's place, what you allowed each folder to read",
    [
      [inWindow, 'what is kept of it is where the README says'],
      ['unit/electron/state.test.ts', 'are newest first, once each, and survive a restart'],
    ],
  ],
  [
    '`unsaved/`: edits you have not saved, readable by you alone, written with each letter; gone when you save, revert or discard them; offered after a crash when the folder is opened again, also renamed or through a link',
    [
      ['unit/host/journal.test.ts', 'has each edit on disk when it was noted, readable by the user alone'],
      ['unit/host/journal.test.ts', 'are those of every letter, also while a build takes for ever'],
      ['unit/host/journal.test.ts', 'is gone with the last edit, and after closing; released, it stays'],
      [
        'unit/host/journal.test.ts',
        'are known to be of a folder that was renamed, moved, or is opened through a link, and of no other',
      ],
      ['e2e/crash.spec.ts', 'after a crash of the app its unsaved edits are offered, and restored when that is wanted'],
    ],
  ],
  [
    '`baselines/`, `calibration.json`, `computed/`: builds you pinned, without their secrets, counts a provider reported, symbols of repositories',
    [['unit/ipc/masked-snapshot.test.ts', 'keeps a pinned build without its secrets, and still tells what changed']],
  ],
  [
    '`examples/`, `pasted/`: your copies of the bundled examples, requests you pasted, without their secrets',
    [
      ['unit/sources/redact.test.ts', 'hides the key of %s'],
      ['unit/sources/redact.test.ts', 'hides the key of %j'],
    ],
  ],
  [
    '`logs/` (macOS: `~/Library/Logs/Strata`): four files of 1 MB at most, without prompt text or secrets: Help → Show Logs',
    [
      ['unit/electron/log.test.ts', 'turns over when it is full and keeps three'],
      ['unit/electron/log.test.ts', 'holds no secret, no home folder, no terminal command and no second line'],
      ['e2e/logs.spec.ts', 'the log turns over and keeps three'],
    ],
  ],
  ["the rest: Chromium's own caches", [[inWindow, 'what is kept of it is where the README says']]],
];

const whatItCannotDo: Promised = [
  [
    'It runs nothing: git is never started, and nothing in the folder is executed.',
    [
      ['unit/host/git-ways.test.ts', 'the traps are real: git itself falls into them'],
      ['e2e/attack.spec.ts', 'a hostile workspace runs nothing, reads nothing outside and shows itself as it is'],
    ],
  ],
  [
    'The window reaches nobody: no request, socket, beacon, prefetch, form, WebRTC or other page leaves it.',
    [
      [edges, 'the page reaches nobody, and nothing outside what the user opened'],
      ['e2e/security.spec.ts', 'the page cannot leave, open a window, or use a device'],
    ],
  ],
  [
    'It reads and writes only folders that you opened: by dialog, by dropping them, on the command line, or from the recent ones.',
    [
      [edges, 'the page reaches nobody, and nothing outside what the user opened'],
      ['unit/electron/edges.test.ts', 'is what the user opened, and what is in it'],
      ['e2e/ways-in.spec.ts', 'a folder dropped onto the window is opened'],
    ],
  ],
  [
    'A folder with which Strata crashed, hung or was killed is not opened again at the next start but offered.',
    [
      [edges, 'after a crash the next start comes up without the folder and offers it'],
      ['unit/electron/edges.test.ts', 'is left open by a run that is killed, and by none that ends as it should'],
    ],
  ],
  [
    'A release has developer tools only when it is started with `STRATA_DEVTOOLS=1`.',
    [['unit/electron/edges.test.ts', 'are in a release only by a setting']],
  ],
  [
    'Behind `strata open --` a name may begin with a dash; it never becomes a switch of Chromium.',
    [['unit/electron/edges.test.ts', 'are folders behind `--`, and never the command']],
  ],
  [
    'Where the machine tells no time zone or home folder, UTC and no home are used, and a warning says so; what cannot be remembered because the disk is full is told once, and the rest goes on.',
    [
      ['unit/cli/odd-machines.test.ts', 'says in a sentence that %s means UTC'],
      ['unit/cli/odd-machines.test.ts', 'goes on where there is no home folder, or none that can be used'],
      [edges, 'a user-data folder that cannot be written is told in a sentence, and the folder is shown all the same'],
    ],
  ],
];

/** The paragraph that begins with this title, as sentences. A colon before a table ends one. */
function sentencesOf(title: string): readonly string[] {
  const paragraph = readme.split('\n').find((line) => line.startsWith(`**${title}**`)) ?? '';
  return paragraph.slice(`**${title}** `.length).split(/(?<=\.)\s(?=[A-Z`])/);
}

/** Rows of the table behind the paragraph with this title. */
function rowsBehind(title: string): readonly string[] {
  const [, behind = ''] = readme.split(`**${title}**`);
  const [, table = ''] = behind.split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| (.*) \| (.*) \|$/, '$1: $2'));
}

describe.each([
  ['Safe to open.', safeToOpen, sentencesOf('Safe to open.')],
  ['What it writes, and where.', whatItWrites, sentencesOf('What it writes, and where.')],
  ['What it keeps', whatItKeeps, rowsBehind('What it writes, and where.')],
  ['What an opened folder cannot do.', whatItCannotDo, sentencesOf('What an opened folder cannot do.')],
])('%s', (_, promised, written) => {
  it('says no sentence that is not held here, word for word', () => {
    expect(written).toEqual(promised.map(([sentence]) => sentence));
  });

  it.each(promised)('%s', (_sentence, by) => {
    for (const [file, words] of by) expect(readFileSync(join(root, 'test', file), 'utf8'), file).toContain(words);
  });
});
