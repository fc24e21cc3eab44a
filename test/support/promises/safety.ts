/** What the documents promise about an opened folder. */
import { edges, inWindow, trust, type Promised } from './promised';

export const safeToOpen: Promised = [
  [
    'A folder reads its own files, and the instruction files (`CLAUDE.md`, `CLAUDE.local.md`, ' +
      '`AGENTS.md`) of the folders above it where its design does.',
    [
      [trust, 'reads what its design is documented to read, but not by a link there to something else'],
      [trust, 'may be a layout that walks up for the usual instruction files'],
      [trust, 'does not walk up into folders beside its own, whatever the file there is called'],
    ],
  ],
  [
    'What its files ask for beyond that is left out and listed with the line that asks: absolute and ' +
      'home paths, `..`, links that lead out.',
    [
      [trust, 'gets nothing by absolute paths, the home folder, globs, walks and links, and every command '],
      [trust, 'is reported as needed once for each path, at the line that asks'],
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
      [inWindow, 'The button that allows all at once allows no secrets.'],
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

export const whatItCannotDo: Promised = [
  [
    '**Run anything.** Git is never started, and nothing in the folder is executed.',
    [
      ['unit/host/repository/git-ways.test.ts', 'the traps are real: git itself falls into them'],
      [
        'e2e/safety/attack.spec.ts',
        'a hostile workspace runs nothing, reads nothing outside and shows itself as it is',
      ],
    ],
  ],
  [
    'An agent is started by your click alone: its program and the terminal are found on the PATH outside of the ' +
      'folder and named in full before.',
    [
      [
        'unit/host/capture/terminal.test.ts',
        'finds an agent and a terminal as they are installed, never in the folder',
      ],
      ['unit/host/capture/terminal.test.ts', 'starts only what was named, and says when the terminal fails'],
      ['e2e/captures/capture-start.spec.ts', 'the window starts an agent in a terminal, in the opened folder'],
    ],
  ],
  [
    '**Reach anybody.** No request, socket, beacon, prefetch, form, WebRTC or other page leaves the window.',
    [
      [edges, 'the page reaches nobody, and nothing outside what the user opened'],
      ['e2e/safety/security.spec.ts', 'the page cannot leave, open a window, or use a device'],
    ],
  ],
  [
    '**Read or write elsewhere.** The window reads and writes only folders that you opened: by ' +
      'dialog, by dropping them, on the command line, or from the recent ones.',
    [
      [edges, 'the page reaches nobody, and nothing outside what the user opened'],
      ['unit/electron/edges.test.ts', 'is what the user opened, and what is in it'],
      ['e2e/start/ways-in.spec.ts', 'a folder dropped onto the window is opened'],
    ],
  ],
  [
    'Besides, the *Sessions* panel lists the sessions that agents keep of the opened folder in your home, and opens ' +
      'one of that list.',
    [
      ['unit/host/capture/logs.test.ts', 'Only what is in the list: a page cannot name another file.'],
      ['e2e/captures/sessions-list.spec.ts', 'the sessions that agents keep of this folder are listed and opened'],
    ],
  ],
  [
    '**Come back by itself.** A folder with which Strata crashed, hung or was killed is not opened ' +
      'at the next start but offered, also if only its page hung or crashed and you closed the window. ' +
      '`running.json` lists the open folders while the app runs; at a normal end those that went well are taken off.',
    [
      [edges, 'after a crash the next start comes up without the folder and offers it'],
      [edges, 'a folder that hangs its page is offered at the next start, although its window was closed'],
      [edges, 'a folder that crashes its page again and again is offered at the next start, although the user quit'],
      [
        'unit/electron/edges.test.ts',
        'is also one that its page did not draw, hung or crashed with, although the user could close the window',
      ],
      ['unit/electron/edges.test.ts', 'is left open by a run that is killed, and by none that ends as it should'],
    ],
  ],
  [
    '**Open the developer tools** of a release. They are there only when it is started with `STRATA_DEVTOOLS=1`.',
    [['unit/electron/edges.test.ts', 'are in a release only by a setting']],
  ],
  [
    '**Become a switch.** Behind `strata open --` a name may begin with a dash; it never becomes a switch of Chromium.',
    [['unit/electron/edges.test.ts', 'are folders behind `--`, and never the command']],
  ],
  [
    'What cannot be remembered because the disk is full is told once, and the rest goes on.',
    [
      ['unit/cli/odd-machines.test.ts', 'says in a sentence that %s means UTC'],
      ['unit/cli/odd-machines.test.ts', 'goes on where there is no home folder, or none that can be used'],
      [edges, 'a user-data folder that cannot be written is reported once, and the folder is shown all the same'],
    ],
  ],
];
