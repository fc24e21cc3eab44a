import { describe, expect, test } from 'vitest';
import {
  installable,
  installCommand,
  manualCommand,
  packageNames,
  privilege,
  updateCommand,
} from '../../../build/setup/apt.mjs';

describe('the command line for apt', () => {
  test('is plain for root, goes through a silent sudo, and is refused to anyone else', () => {
    expect(privilege({ uid: 0, sudo: false })).toEqual([]);
    expect(privilege({ uid: 1000, sudo: true })).toEqual(['sudo', '-n']);
    expect(privilege({ uid: 1000, sudo: false })).toBeUndefined();
  });

  test('asks nothing', () => {
    expect(updateCommand([])).toEqual(['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', 'update']);
    expect(installCommand(['sudo', '-n'], ['xvfb', 'libnss3']).join(' ')).toBe(
      'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends xvfb libnss3',
    );
  });

  test('can be pasted by a user who may not install', () => {
    expect(manualCommand(['xvfb', 'libnss3'])).toBe(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb libnss3',
    );
  });
});

describe('package names', () => {
  test('are those of the release', () => {
    const renamed = new Set(['libgtk-3-0t64', 'libasound2t64', 'libasound2']);
    expect(packageNames((name) => renamed.has(name))).toEqual(
      expect.arrayContaining(['libgtk-3-0t64', 'libasound2t64', 'libatspi2.0-0']),
    );
    expect(packageNames(() => false)).toEqual(
      expect.arrayContaining(['xvfb', 'libgtk-3-0', 'libasound2', 'fonts-dejavu-core']),
    );
  });

  test('are installable when apt has a candidate', () => {
    const policy = [
      'libasound2:',
      '  Installed: (none)',
      '  Candidate: (none)',
      'libasound2t64:',
      '  Installed: (none)',
      '  Candidate: 1.2.11-1build2',
      '  Version table:',
      'xvfb:',
      '  Installed: 2:21.1.7',
      '  Candidate: 2:21.1.7',
    ].join('\n');
    expect([...installable(policy)]).toEqual(['libasound2t64', 'xvfb']);
  });
});
