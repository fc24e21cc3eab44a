import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasDisplay, needsVirtualDisplay } from '../../../build/setup/display.mjs';
import { npmCommand } from '../../../build/setup/process.mjs';
import { hasUnofficialFor, integrityOf } from '../../../build/setup/runtime-unofficial.mjs';
import { sandboxObstacle } from '../../../build/setup/sandbox.mjs';
import { notFound } from '../../../build/setup/system-libraries.mjs';

test('ldd names what it did not find', () => {
  const ldd =
    '\tlinux-vdso.so.1 (0x00007fff)\n\tlibgtk-3.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6 ' +
    '(0x0)\n\tlibgbm.so.1 => not found\n';
  expect(notFound(ldd)).toEqual(['libgtk-3.so.0', 'libgbm.so.1']);
  expect(notFound('\tstatically linked\n')).toEqual([]);
});

test('a display is DISPLAY or WAYLAND_DISPLAY on Linux, and always there elsewhere', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(needsVirtualDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(needsVirtualDisplay({ DISPLAY: ':0' }, 'linux')).toBe(false);
  expect(needsVirtualDisplay({}, 'win32')).toBe(false);
});

test('the sandbox is given up only where it cannot start', () => {
  const user = { uid: 1000, read: () => undefined, canUnshare: () => true };
  const restricted = (path: string) => (path.endsWith('apparmor_restrict_unprivileged_userns') ? '1' : undefined);
  expect(sandboxObstacle(user)).toBeUndefined();
  expect(sandboxObstacle({ ...user, uid: 0 })).toContain('root');
  expect(sandboxObstacle({ ...user, read: restricted })).toContain('AppArmor');
  expect(sandboxObstacle({ ...user, canUnshare: () => false })).toContain('namespaces');
});

test('the unofficial runtime exists for linux-x64 alone', () => {
  expect(hasUnofficialFor('linux', 'x64')).toBe(true);
  expect(hasUnofficialFor('linux', 'arm64')).toBe(false);
  expect(hasUnofficialFor('darwin', 'x64')).toBe(false);
});

test('npm is the one that called us', () => {
  expect(npmCommand({ npm_execpath: '/opt/npm/bin/npm-cli.js' }, 'linux')).toEqual([
    process.execPath,
    '/opt/npm/bin/npm-cli.js',
  ]);
  expect(npmCommand({ npm_execpath: '/usr/bin/yarn' }, 'linux')).toEqual(['npm']);
  expect(npmCommand({}, 'win32')).toEqual(['cmd', '/c', 'npm']);
});

test('integrity is written as in a lock file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-integrity-'));
  try {
    await writeFile(join(folder, 'abc'), 'abc');
    expect(await integrityOf(join(folder, 'abc'))).toBe(
      'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
