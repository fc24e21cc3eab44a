/** What the documents promise about the files that Strata writes and keeps. */
import { edges, inWindow, write, type Promised } from './promised';

export const whatItWrites: Promised = [
  [
    'Into the folders you open Strata writes only what you save, and what a command that says so ' +
      'writes: `lock`, `init`, `turn --write`.',
    [
      ['unit/cli/writes-nothing.test.ts', 'strata %s writes nothing into the folder'],
      ['unit/cli/writes-nothing.test.ts', 'strata %j writes only what it says'],
      [inWindow, 'Nothing was written into the folder'],
    ],
  ],
  [
    '**Whole or not at all.** A write makes a new file in the same folder, syncs it, and renames it ' +
      'over the old one. A full disk keeps the old file.',
    [
      ['unit/host/disk/kill-writes.test.ts', 'leaves the old content or the new, never half: %s'],
      ['long/kill-writes.test.ts', 'two hundred kills at each kind of write'],
    ],
  ],
  [
    '**Links.** A link that leads out of its folder is never written through.',
    [
      [write, 'never goes through a link that leads out of its folder'],
      [write, 'writes no lock through a link that leads out, and says so'],
      [write, 'keeps the old lock, state and layout on a full disk, and says so in a sentence'],
    ],
  ],
  [
    '**Mode and owner.** A file keeps its mode and, where the system allows it, its owner. The ' +
      'window asks before it replaces a read-only file; the command leaves it.',
    [
      [write, 'keeps its mode and, where the system allows it, its owner'],
      [edges, 'a read-only file is replaced only after a yes'],
      [write, 'does not replace a read-only lock'],
    ],
  ],
  [
    '**Hard links.** A file with several names is written in place, because a new file would ' +
      'separate them. Until that is done the whole new text also stands beside it as a hidden ' +
      '`.name.strata-xxxxxxxx.saved`.',
    [
      [write, 'keeps its other names'],
      [
        'support/host/kill-writes.ts',
        'A file with several names is written over: what it lacks stands whole beside it.',
      ],
    ],
  ],
  [
    '**Power cuts** may leave a hidden `.name.strata-xxxxxxxx.tmp`. A later write into the same folder removes it.',
    [[write, 'is swept when it is old and has our mark; nothing else is']],
  ],
  [
    'Everything else is in one folder that only you can open: `~/.config/Strata` on Linux, ' +
      '`%APPDATA%\\Strata` on Windows, `~/Library/Application Support/Strata` on macOS.',
    [
      ['e2e/safety/limits.spec.ts', 'What the app keeps is open to its owner alone.'],
      [inWindow, 'what is kept of it is where docs/install.md says'],
    ],
  ],
];

export const whatItKeeps: Promised = [
  [
    '`recent.json`, `open.json`, `running.json`, `choices.json`, `window.json`, `trust.json`: ' +
      "folders opened, those open now, settings chosen, the window's place, what you allowed each " +
      'folder to read',
    [
      [inWindow, 'what is kept of it is where docs/install.md says'],
      ['unit/electron/state.test.ts', 'are newest first, once each, and survive a restart'],
    ],
  ],
  [
    '`unsaved/`: edits you have not saved, readable by you alone, written with each letter. They are ' +
      'gone when you save, revert or discard them. After a crash they are offered when the folder is ' +
      'opened again, also renamed or through a link',
    [
      ['unit/host/edit/journal.test.ts', 'has each edit on disk when it was noted, readable by the user alone'],
      ['unit/host/edit/journal.test.ts', 'are those of every letter, also while a build takes for ever'],
      ['unit/host/edit/journal.test.ts', 'is gone with the last edit, and after closing; released, it stays'],
      [
        'unit/host/edit/journal.test.ts',
        'are known to be of a folder that was renamed, moved, or is opened through a link, and of no other',
      ],
      [
        'e2e/start/crash.spec.ts',
        'after a crash of the app its unsaved edits are offered, and restored when that is wanted',
      ],
    ],
  ],
  [
    '`baselines/`, `calibration.json`, `computed/`: builds you pinned, without their secrets; counts ' +
      'a provider reported; symbols of repositories',
    [
      [
        'unit/ipc/written/masked-snapshot.test.ts',
        'keeps a pinned build without its secrets, and still tells what changed',
      ],
    ],
  ],
  [
    '`examples/`, `pasted/`: your copies of the bundled examples; requests you pasted, without their secrets',
    [
      ['unit/sources/redact.test.ts', 'hides the key of %s'],
      ['unit/sources/redact.test.ts', 'hides the key of %j'],
    ],
  ],
  [
    '`captures/`: sessions of agents that you captured, without credentials: [capture.md](capture.md#what-is-kept)',
    [
      ['unit/host/relay/faults.test.ts', 'nothing secret is on disk: headers, addresses, cookies'],
      ['unit/host/capture/store.test.ts', 'a session is for its owner alone and is found by id, start, last and path'],
    ],
  ],
  [
    "`frames/`: what captures taught about the agents' own prompts: [learned-prompt.md](learned-prompt.md)",
    [
      [
        'unit/host/frames/service.test.ts',
        'learns the agent’s own prompt once, for the owner alone, and keeps it when the capture is gone',
      ],
    ],
  ],
  [
    '`logs/` (macOS: `~/Library/Logs/Strata`): four files of 1 MB at most, without prompt text or ' +
      'secrets: Help → Show Logs',
    [
      ['unit/electron/log.test.ts', 'turns over when it is full and keeps three'],
      ['unit/electron/log.test.ts', 'holds no secret, no home folder, no terminal command and no second line'],
      ['e2e/start/logs.spec.ts', 'the log turns over and keeps three'],
    ],
  ],
  ["the rest: Chromium's own caches", [[inWindow, 'what is kept of it is where docs/install.md says']]],
];
