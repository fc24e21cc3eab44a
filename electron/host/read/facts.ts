import { arch, hostname, release } from 'node:os';
import type { Manifest } from '../../../shared/assemblers/types';
import { expandPath } from '../../../shared/sources/paths';
import type { Facts } from '../../../shared/sources/types';
import { toSlash } from '../disk/paths';
import { machineHome, machineTimeZone } from '../disk/machine';

export interface GivenFacts {
  readonly facts: Facts;
  /** The clock was set by the manifest or the caller and does not advance. */
  readonly pinned: boolean;
  /** Values the machine could not give, replaced by defaults. */
  readonly problems: readonly string[];
}

const nothingGiven: Partial<Facts> = {};

/** The last answer. For the same arguments only the clock can differ. */
let last:
  | {
      readonly workspace: string;
      readonly manifest: Manifest;
      readonly given: Partial<Facts>;
      readonly answer: GivenFacts;
    }
  | undefined;

/** The caller's facts win over the manifest's, those over the machine's. The workspace cannot be overridden. */
export function collectFacts(workspace: string, manifest: Manifest, given: Partial<Facts> = nothingGiven): GivenFacts {
  if (last?.workspace !== workspace || last.manifest !== manifest || last.given !== given)
    last = { workspace, manifest, given, answer: factsOf(workspace, manifest, given) };
  const { facts, pinned, problems } = last.answer;
  return pinned ? last.answer : { facts: { ...facts, now: new Date().toISOString() }, pinned, problems };
}

function factsOf(workspace: string, manifest: Manifest, given: Partial<Facts>): GivenFacts {
  standing ??= standingFacts();
  const { now = '', timeZone } = manifest;
  const home = manifest.home === undefined ? standing.home : expandPath(manifest.home, workspace, standing.home);
  const isOwnHome = (given.home ?? manifest.home) === undefined;
  const { variables, ...machine } = standing;
  const facts: Facts = {
    ...machine,
    ...(isOwnHome && variables !== undefined ? { variables } : {}),
    now,
    ...(timeZone === undefined ? {} : { timeZone }),
    home,
    ...given,
    workspace,
  };
  const problems = [
    ...((given.timeZone ?? timeZone) === undefined ? [machineTimeZone().problem] : []),
    ...(isOwnHome ? [machineHome().problem] : []),
  ].filter((problem) => problem !== undefined);
  return { facts, pinned: (given.now ?? manifest.now) !== undefined, problems };
}

let standing: Omit<Facts, 'workspace' | 'now'> | undefined;

/** Where agents look for their own folders instead of the home. */
const agentVariables = ['CODEX_HOME', 'GEMINI_CLI_HOME', 'XDG_CONFIG_HOME', 'PI_CODING_AGENT_DIR', 'CLAUDE_CONFIG_DIR'];

function setVariables(): Pick<Facts, 'variables'> {
  const set = agentVariables.flatMap((name) => {
    const value = process.env[name] ?? '';
    return value === '' ? [] : [[name, toSlash(value)] as const];
  });
  return set.length === 0 ? {} : { variables: Object.fromEntries(set) };
}

/** Facts that are constant while a process runs. */
function standingFacts(): Omit<Facts, 'workspace' | 'now'> {
  return {
    timeZone: machineTimeZone().value,
    home: machineHome().value,
    host: hostname(),
    platform: process.platform,
    osVersion: release(),
    arch: arch(),
    shell: process.env['SHELL'] ?? process.env['ComSpec'] ?? '',
    ...setVariables(),
  };
}
