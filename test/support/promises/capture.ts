/** What the documents promise about a capture. */
import { admission, faults, relayed, store, type Promised } from './promised';

export const whatARelayDoes: Promised = [
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
