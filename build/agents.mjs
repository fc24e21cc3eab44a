#!/usr/bin/env node
// npm run agents [-- --all] [test file…]: fetches the real agents, runs them offline, and compares what they send with
// what Strata builds, captures and reads from their logs. The last line is "N passed, N failed".
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchAgents } from './agents/cache.mjs';
import { countsIn, outcome, vitestCounts } from './checks/counts.mjs';
import { setUp, testPrograms } from './setup.mjs';
import { situationOf } from './setup/consent.mjs';
import { run, say } from './setup/log.mjs';
import { root } from './setup/paths.mjs';
import { outputOf, runCommand } from './setup/process.mjs';

/** Generated workspaces, and edits of one with a learned prompt, for each agent. `--all` takes what the tests take. */
const usualRuns = { STRATA_AGENT_RUNS: '30', STRATA_FRAME_RUNS: '6' };
const report = join(root, 'test', 'output', 'agents.json');

/** The command line in a network namespace of its own, where only loopback exists. */
function isolated() {
  for (const unshare of [
    ['unshare', '-n'],
    ['unshare', '-rn'],
  ]) {
    const [command = '', ...args] = unshare;
    if (outputOf(command, [...args, 'ip', 'link', 'set', 'lo', 'up']) !== undefined)
      return [...unshare, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  }
  say('No network namespace can be made here: the agents could reach the network.');
  return [];
}

await run(async () => {
  const isAll = process.argv.includes('--all');
  const files = process.argv.slice(2).filter((arg) => arg !== '--all');
  await setUp(situationOf(), testPrograms());
  await fetchAgents();
  await rm(report, { force: true });
  const [command = '', ...args] = [
    ...isolated(),
    process.execPath,
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config=test/agents/vitest.config.ts',
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const code = await runCommand(command, args, { env: isAll ? process.env : { ...usualRuns, ...process.env } });
  const { passed, failed } = outcome(await countsIn(report, vitestCounts), code);
  say(`${passed} passed, ${failed} failed`);
  return code;
});
