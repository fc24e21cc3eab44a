/** What the README, docs/agents.md and docs/mcp.md promise. */
import { agentTrust, edges, learned, mcp, relayed, type Promised } from './promised';

export const whatTheReadmeSays: Promised = [
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

export const whatAgentsMayRead: Promised = [
  [
    "Files outside the folder that your files name (imports, links, an agent's settings in the folder or above it) " +
      'need workspace trust: [safety.md](safety.md#trust).',
    [
      [agentTrust, 'get nothing from outside; what they ask for is listed with its line, and given if allowed'],
      [agentTrust, 'a home folder inside the opened folder does not count as the wish of the user'],
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

export const whatTheServerDoes: Promised = [
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
