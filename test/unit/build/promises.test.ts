/** What the documents promise about safety, sentence by sentence, and the tests that hold it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const pages = [
  'README.md',
  ...['safety', 'install', 'capture', 'agents', 'learned-prompt', 'mcp', 'lock'].map((name) => `docs/${name}.md`),
]
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

type Holds = readonly (readonly [file: string, words: string])[];
type Promised = readonly (readonly [sentence: string, by: Holds])[];

const trust = 'unit/cli/trust.test.ts';
const write = 'unit/host/disk/write-file.test.ts';
const inWindow = 'e2e/safety/trust.spec.ts';
const edges = 'e2e/edit/edges.spec.ts';

const safeToOpen: Promised = [
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

const whatItKeeps: Promised = [
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

const whatItCannotDo: Promised = [
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
      ['e2e/panels/capture-start.spec.ts', 'the window starts an agent in a terminal, in the opened folder'],
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
      ['e2e/panels/sessions-list.spec.ts', 'the sessions that agents keep of this folder are listed and opened'],
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
      [edges, 'a user-data folder that cannot be written is told in a sentence, and the folder is shown all the same'],
    ],
  ],
];

const admission = 'unit/host/relay/admission.test.ts';
const relayed = 'unit/host/relay/relay.test.ts';
const faults = 'unit/host/relay/faults.test.ts';
const store = 'unit/host/capture/store.test.ts';

const whatARelayDoes: Promised = [
  [
    'It passes method, path, headers (but those of the connection), bodies and responses untouched, while they ' +
      'stream. It answers an upgrade to WebSocket with 426, so that the agent posts.',
    [
      [relayed, 'has method, path, query, headers and body as the agent wrote them'],
      [relayed, 'arrives chunk by chunk while the provider is still sending'],
      [relayed, 'is the same in both directions for random bytes in random pieces'],
      [admission, 'an upgrade is answered with 426, so that Codex posts instead'],
    ],
  ],
  [
    'It listens on 127.0.0.1 only, under a secret of this launch. A page in a browser, another `Host`, and on Linux ' +
      'a process of another user are refused.',
    [
      [admission, 'every launch has another secret, on a free port of 127.0.0.1 alone'],
      [admission, 'without the secret of this launch nothing passes'],
      [admission, 'a page in a browser gets nothing, even if it knew the secret'],
      [admission, 'another name for this machine is refused, so that a rebound name leads nowhere'],
      [admission, 'a process of another user is refused, although it has the secret'],
      [admission, 'a request that means two things is refused, and no second one is hidden in its body'],
      [admission, 'no path leads to another host, and each arrives as it was written'],
    ],
  ],
  [
    'When the provider fails, the agent sees a connection that fails, as it would without the relay. The exchange is ' +
      'kept as far as it came and says what happened.',
    [
      [faults, 'refuses: the agent sees a broken connection, not an answer of ours'],
      [faults, 'resets in the middle of a stream: the agent gets the same start and a broken end'],
    ],
  ],
  [
    'They are readable by their owner alone.',
    [[store, 'a session is for its owner alone and is found by id, start, last and path']],
  ],
  [
    'Credentials are not kept: of headers only a list of harmless ones, of addresses neither user nor unknown ' +
      'parameters.',
    [
      [faults, 'nothing secret is on disk: headers, addresses, cookies'],
      ['fuzz/sessions.test.ts', 'headers and addresses'],
    ],
  ],
  [
    'Sessions older than 30 days, and the oldest beyond 2 GB, are deleted when a capture starts, and it says which',
    [[store, 'limits of size and age drop the oldest sessions and say which']],
  ],
  [
    "for opencode its own `export` is run, without plugins and without the folder's configuration.",
    [['unit/host/capture/logs.test.ts', 'runs opencode as it is installed, never a program of the folder']],
  ],
  [
    'An export masks what looks like a credential, and replaces ids, mail addresses and the home folder by stand-ins.',
    [
      [store, 'an export masks secrets, ids, mail addresses and the home folder, alike everywhere'],
      [store, 'an export masks what is written with escapes, in JSON inside JSON, and in pieces of a stream'],
      [store, 'an export of a session from elsewhere has no headers of theirs, and follows no link'],
      ['unit/sources/mask-json.test.ts', 'every kind of secret is masked in %s'],
    ],
  ],
];

const agentTrust = 'unit/cli/agent-trust.test.ts';
const learned = 'unit/host/frames/service.test.ts';
const mcp = 'unit/cli/mcp.test.ts';

const whatTheReadmeSays: Promised = [
  [
    'It executes nothing in the folders you open, has no telemetry, and sends nothing anywhere, with two exceptions ' +
      'that you have to ask for: a count from the provider, and [`strata capture`](docs/capture.md), which runs your ' +
      'agent and, where that agent cannot write its requests down itself, passes them on untouched.',
    [
      ['unit/host/repository/git-ways.test.ts', 'opening a folder runs nothing and calls nobody'],
      [
        'unit/host/repository/git-ways.test.ts',
        'also as an agent, with settings that name commands and addresses, and for the server for agents',
      ],
      [edges, 'the page reaches nobody, and nothing outside what the user opened'],
      [relayed, 'is the same in both directions for random bytes in random pieces'],
    ],
  ],
];

const whatAgentsMayRead: Promised = [
  [
    "Files outside the folder that your files name (imports, links, an agent's settings in the folder or above it) " +
      'need workspace trust: [safety.md](safety.md#trust).',
    [
      [agentTrust, 'get nothing from outside; what they ask for is listed with its line, and given if allowed'],
      [agentTrust, 'a home that the folder puts inside itself does not count as the wish of the user'],
      [agentTrust, 'links and pipes where an agent looks for files lead nowhere'],
      ['unit/assemblers/agents/bad-input.test.ts', 'a link that leads out is read only if it is allowed'],
    ],
  ],
  [
    'It is kept in your user data (`frames`), for its owner alone, never in the folder, and stays when the capture ' +
      'is deleted.',
    [[learned, 'learns the agent’s own prompt once, for the owner alone, and keeps it when the capture is gone']],
  ],
];

const whatTheServerDoes: Promised = [
  [
    'It reads, and writes nothing.',
    [
      [mcp, 'has four tools that only read'],
      [mcp, 'writes nothing'],
      [mcp, 'says what an edit costs, and leaves the file alone'],
    ],
  ],
  [
    'It opens only paths in the folders named at its start. Another path is refused, also through a link or `..`.',
    [[mcp, 'refuses what is outside its folders, also through links']],
  ],
  [
    'A folder reads what it reads in the window before you allow more: its own files, and the places its design is ' +
      'documented to read, such as the instruction files above it. What it asks for beyond that stays out.',
    [[mcp, 'opens a folder as the window does before anything is allowed, whatever its files ask for']],
  ],
  [
    'A pipe, a device or a file without end is an error, never a wait.',
    [[mcp, 'waits for no pipe and no device, and takes no text without end']],
  ],
  [
    'It executes nothing and asks nobody on the network.',
    [
      [
        'unit/host/repository/git-ways.test.ts',
        'also as an agent, with settings that name commands and addresses, and for the server for agents',
      ],
    ],
  ],
  [
    'A wrong path or argument is an answer marked as an error, with the reason in words.',
    [[mcp, 'refuses what is outside its folders, also through links']],
  ],
];

const lockTest = 'unit/cli/commands/diff-lock.test.ts';
const portable = 'unit/cli/commands/lock-portable.test.ts';
const agentLock = 'unit/cli/commands/agent-sessions.test.ts';

const whatALockTells: Promised = [
  [
    'No text, no value of a setting, no name with the shape of a secret.',
    [
      ['unit/cache/lock.test.ts', 'is the same file for the same prompt, holds no text, and reads back'],
      [lockTest, 'stores no setting values, and requires the same ones again'],
      [lockTest, 'are masked in locks, reports, SARIF and lines, and the lock still holds'],
    ],
  ],
  [
    'Secrets are taken out before anything is hashed: two locks that differ only in a secret that Strata recognises ' +
      'are the same but for its length.',
    [
      [portable, 'hashes no secret: another one gives the same lock'],
      [agentLock, 'a lock of an agent’s own prompt is made with the key, and holds nothing of a secret in it'],
    ],
  ],
  [
    "No hash of a line under 40 characters, and none of a section or prefix under 160, of the agent's own prompt " +
      'neither. They are checked by their size.',
    [
      [lockTest, 'stores no hash of a line that is short or holds a secret'],
      [lockTest, 'has no hash of a prefix that could be found by trying, and checks its size'],
      [agentLock, 'it is known by its size alone'],
    ],
  ],
  [
    'Hashes cannot be run backwards, and with a key nobody can make one without it, whatever text is known.',
    [
      ['unit/cache/lock-hashing.test.ts', 'which nobody can run backwards from a text that is known'],
      ['unit/cache/lock-hashing.test.ts', 'with a key, each hash has it inside and outside'],
    ],
  ],
  [
    'With `STRATA_LOCK_KEY` set, `lock` makes its hashes with that key, and `check` needs the same.',
    [[portable, 'takes a key, and asks for it again']],
  ],
];

/** The table of docs/install.md: what is kept, and where. */
function tableRows(): readonly string[] {
  const [, table = ''] = pages.split('| there | holds |');
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| (.*) \| (.*) \|$/, '$1: $2'));
}

/** The bullets of a section, each without what explains its first sentences. */
function bulletsOf(title: string): readonly string[] {
  const [, section = ''] = pages.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return own.split('\n').filter((line) => line.startsWith('- '));
}

describe.each([
  ['Safe to open', safeToOpen],
  ['What it writes, and where', whatItWrites],
  ['What it keeps', whatItKeeps],
  ['What an opened folder cannot do', whatItCannotDo],
  ['What a capture does', whatARelayDoes],
  ['What the README says', whatTheReadmeSays],
  ['What agents may read', whatAgentsMayRead],
  ['What the MCP server may do', whatTheServerDoes],
  ['What can be learned from a lock', whatALockTells],
])('%s', (_, promised) => {
  it.each(promised)('%s', (sentence, by) => {
    expect([pages, tableRows().join('\n')].some((text) => text.includes(sentence))).toBe(true);
    for (const [file, words] of by) expect(readFileSync(join(root, 'test', file), 'utf8'), file).toContain(words);
  });
});

it('holds every point of the lists, and every row of the table', () => {
  const held = [...whatItWrites, ...whatItCannotDo, ...whatTheServerDoes].map(([sentence]) => sentence);
  const points = ['What it writes, and where', 'What an opened folder cannot do', 'What it may do'].flatMap(bulletsOf);
  expect(points.filter((point) => !held.some((sentence) => point.startsWith(`- ${sentence}`)))).toEqual([]);
  expect(tableRows()).toEqual(whatItKeeps.map(([sentence]) => sentence));
});
