import { arch, homedir, hostname, release } from 'node:os';
import type { Manifest } from '../../shared/assemblers/types';
import { expandPath } from '../../shared/sources/paths';
import type { Facts } from '../../shared/sources/types';
import { toSlash } from './paths';

export interface GivenFacts {
  readonly facts: Facts;
  /** The clock was set by the manifest or the caller and stands still. */
  readonly pinned: boolean;
}

/** What the caller says wins over the manifest, and that over the machine; only the workspace is what it is. */
export function collectFacts(workspace: string, manifest: Manifest, given: Partial<Facts> = {}): GivenFacts {
  const machine = machineFacts();
  const { now, timeZone } = manifest;
  const home = manifest.home === undefined ? machine.home : expandPath(manifest.home, workspace, machine.home);
  const facts: Facts = { ...machine, ...(now === undefined ? {} : { now }), ...(timeZone === undefined ? {} : { timeZone }), home, ...given, workspace };
  return { facts, pinned: (given.now ?? now) !== undefined };
}

function machineFacts(): Omit<Facts, 'workspace'> {
  standing ??= standingFacts();
  return { now: new Date().toISOString(), ...standing };
}

let standing: Omit<Facts, 'workspace' | 'now'> | undefined;

/** What does not change while a process runs. */
function standingFacts(): Omit<Facts, 'workspace' | 'now'> {
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    home: toSlash(homedir()),
    host: hostname(),
    platform: process.platform,
    osVersion: release(),
    arch: arch(),
    shell: process.env['SHELL'] ?? process.env['ComSpec'] ?? '',
  };
}
