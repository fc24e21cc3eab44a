import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandArguments, folderArgument } from '../../../electron/start/command-line';
import { allowsDevTools } from '../../../electron/window/dev-tools';
import { createGrants } from '../../../electron/window/grants';
import { createLastRun, leftOf } from '../../../electron/state/last-run';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-edges-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder that a run did not survive', () => {
  const file = (): string => join(folder, 'running.json');

  it('is left open by a run that is killed, and by none that ends as it should', () => {
    const killed = createLastRun(file());
    killed.opening(1, '/a');
    killed.ready(1, '/a');
    killed.opening(2, '/b');
    const next = createLastRun(file());
    expect(next.left).toEqual([
      { path: '/a', ready: true },
      { path: '/b', ready: false },
    ]);
    expect(leftOf(next)).toEqual({ text: 'Strata did not close properly while opening a, b.', folders: ['/a', '/b'] });
    next.ended();
    expect(createLastRun(file()).left).toEqual([]);
  });

  it('is not opened unasked by later runs either, until one with it ends as it should', () => {
    createLastRun(file()).opening(1, '/bad');
    const second = createLastRun(file());
    expect(second.left).toHaveLength(1);
    second.ended();
    const third = createLastRun(file());
    expect([third.left, third.isSuspect('/bad'), third.isSuspect('/good')]).toEqual([[], true, false]);
    third.opening(1, '/bad');
    third.ready(1, '/bad');
    third.ended();
    expect(createLastRun(file()).isSuspect('/bad')).toBe(false);
  });

  it('is not one that only could not be opened', () => {
    const run = createLastRun(file());
    run.opening(1, '/gone');
    run.failed(1);
    expect(createLastRun(file()).left).toEqual([]);
  });

  it('is also one that its page did not draw, hung or crashed with, although the user could close the window', () => {
    const run = createLastRun(file());
    for (const [window, path] of ['/good', '/slow', '/hung', '/back'].entries()) {
      run.opening(window, path);
      if (path !== '/slow') run.ready(window, path);
    }
    run.broken(2, true);
    run.broken(3, true);
    run.broken(3, false);
    for (const window of [0, 1, 2, 3]) run.closed(window);
    run.ended();
    const next = createLastRun(file());
    expect(leftOf(next)).toEqual({
      text: 'The window hung or crashed with slow, hung open.',
      folders: ['/slow', '/hung'],
    });
    expect(['/good', '/slow', '/hung', '/back'].map(next.isSuspect)).toEqual([false, true, true, false]);
    // Opened on demand, one that is drawn and closed is no longer one of them.
    next.opening(1, '/slow');
    next.ended();
    const third = createLastRun(file());
    expect(leftOf(third)).toEqual({ text: 'Strata was closed while opening slow.', folders: ['/slow'] });
    third.opening(1, '/slow');
    third.ready(1, '/slow');
    third.closed(1);
    third.ended();
    const fourth = createLastRun(file());
    expect([leftOf(fourth), fourth.isSuspect('/slow'), fourth.isSuspect('/hung')]).toEqual([null, false, true]);
  });

  it('is one that crashed a page which came back, until the page has drawn it again', () => {
    const run = createLastRun(file());
    run.opening(1, '/a');
    run.ready(1, '/a');
    run.broken(1, true);
    run.ready(1, '/a');
    run.ended();
    expect(createLastRun(file()).left).toEqual([]);
  });
});

describe('what a page may name', () => {
  it('is what the user opened, and what is in it', () => {
    const grants = createGrants();
    grants.allow('/home/k/bots');
    expect(grants.check('/home/k/bots')).toBe('/home/k/bots');
    expect(grants.check('/home/k/bots/agents/a')).toBe('/home/k/bots/agents/a');
    for (const path of ['/', '/home/k', '/home/k/bots-2', '/home/k/bots/../.ssh', '/etc/passwd'])
      expect(() => grants.check(path)).toThrow('was not opened by you');
  });
});

describe('developer tools', () => {
  it('are in a release only by a setting', () => {
    expect([
      allowsDevTools(true, {}),
      allowsDevTools(true, { STRATA_DEVTOOLS: '0' }),
      allowsDevTools(true, { STRATA_DEVTOOLS: '1' }),
      allowsDevTools(false, {}),
    ]).toEqual([false, false, true, true]);
  });
});

describe('names that begin with a dash', () => {
  it('are folders behind `--`, and never the command', () => {
    expect(folderArgument(['strata-app', '--', '--remote-debugging-port=9222'], true, '/folder')).toBe(
      '/folder/--remote-debugging-port=9222',
    );
    expect(folderArgument(['strata-app', '--ozone-platform=x11', '/folder/a'], true, '/')).toBe('/folder/a');
    expect(commandArguments(['strata-app', '--cli', '--', 'build', '--x'])).toEqual(['build', '--x']);
    expect(commandArguments(['strata-app', '--cli', 'build'])).toEqual(['build']);
    expect(commandArguments(['strata-app', '--', '--cli'])).toBeUndefined();
  });

  it.each([
    [['open', '--', '--remote-debugging-port=9222'], ['$PWD/--remote-debugging-port=9222']],
    [['open', '--remote-debugging-port=9222'], ['$PWD/--remote-debugging-port=9222']],
    [['open'], ['$PWD/.']],
    [['open', '/x'], ['/x']],
    [
      ['build', '--remote-debugging-port=9222'],
      ['--cli', '--', 'build', '--remote-debugging-port=9222'],
    ],
  ])('are no switches of Chromium when the installed command is called with %j', (args, wanted) => {
    const bin = join(folder, 'resources', 'bin');
    mkdirSync(bin, { recursive: true });
    const script = join(bin, 'strata');
    writeFileSync(script, readFileSync(join(import.meta.dirname, '../../../build/package/strata.sh')));
    writeFileSync(join(folder, 'strata-app'), '#!/bin/sh\nfor each in "$@"; do printf "%s\\n" "$each"; done\n');
    for (const program of [script, join(folder, 'strata-app')]) chmodSync(program, 0o755);
    const { stdout } = spawnSync(script, args, { cwd: folder, encoding: 'utf8' });
    const got = stdout
      .trimEnd()
      .split('\n')
      .filter((each) => each !== '--no-sandbox');
    expect(got).toEqual(wanted.map((each) => each.replace('$PWD', folder)));
  });
});
