import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SetUpError, say } from '../setup/log.mjs';
import { npmCommand, runCommand } from '../setup/process.mjs';
import { agentPackages } from './versions.mjs';

/** @typedef {import('./versions.mjs').AgentName} AgentName */

/** Where the agents are installed: `STRATA_AGENTS_CACHE`, or a folder of the user's cache. */
const agentsCache =
  process.env['STRATA_AGENTS_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'strata', 'agents');

/** The program of an agent in the cache. @param {AgentName} agent */
export function agentProgram(agent) {
  return join(agentsCache, 'node_modules', '.bin', agentPackages[agent].bin);
}

/** True if exactly the pinned version is in the cache. @param {AgentName} agent */
function isCached(agent) {
  const { package: name, version } = agentPackages[agent];
  const path = join(agentsCache, 'node_modules', name, 'package.json');
  return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).version === version;
}

/** Installs what is missing with npm, about 1.1 GB for all of them. */
export async function fetchAgents() {
  const names = /** @type {AgentName[]} */ (Object.keys(agentPackages));
  if (names.every(isCached)) return;
  await mkdir(agentsCache, { recursive: true });
  const dependencies = Object.fromEntries(
    names.map((name) => [agentPackages[name].package, agentPackages[name].version]),
  );
  await writeFile(join(agentsCache, 'package.json'), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
  say(`Fetching ${names.join(', ')} into ${agentsCache}`);
  const [npm, ...args] = npmCommand();
  const code = await runCommand(npm, [...args, 'install', '--no-audit', '--no-fund'], { cwd: agentsCache });
  const missing = names.filter((name) => !isCached(name));
  if (code !== 0 || missing.length > 0) throw new SetUpError(`npm could not fetch ${missing.join(', ')}.`);
}
