import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../build/bundle/fingerprint.mjs';
import { withLock } from '../../../build/bundle/lock.mjs';
import { userFolder } from '../../../build/setup/npm-script.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-bundle-'));
  await mkdir(join(folder, 'shared', 'document'), { recursive: true });
  await writeFile(join(folder, 'shared', 'document', 'types.ts'), 'export {};');
  await writeFile(join(folder, 'package.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the fingerprint of the sources', () => {
  const take = () => fingerprint(folder, ['shared', 'package.json']);

  test('depends on the content and not on modification times', async () => {
    const before = await take();
    await utimes(join(folder, 'package.json'), 1, 1);
    expect(await take()).toBe(before);
  });

  test.each([
    ['a changed file', () => writeFile(join(folder, 'shared', 'document', 'types.ts'), 'export { };')],
    ['a new file', () => writeFile(join(folder, 'shared', 'new.ts'), '')],
    [
      'a renamed file',
      () => rename(join(folder, 'shared', 'document', 'types.ts'), join(folder, 'shared', 'document', 'type.ts')),
    ],
    ['a removed file', () => rm(join(folder, 'shared', 'document', 'types.ts'))],
  ])('changes with %s', async (_what, change) => {
    const before = await take();
    await change();
    expect(await take()).not.toBe(before);
  });
});

describe('the build lock', () => {
  test('admits one process at a time and is removed afterwards', async () => {
    const lock = join(folder, 'build.lock');
    let inside = 0;
    const visit = () =>
      withLock(lock, async () => {
        inside += 1;
        expect(inside).toBe(1);
        expect(await readFile(lock, 'utf8')).toBe(String(process.pid));
        inside -= 1;
      });
    await Promise.all([visit(), visit(), visit()]);
    await expect(readFile(lock)).rejects.toThrow('ENOENT');
  });

  test('is taken over from a process that died', async () => {
    const lock = join(folder, 'build.lock');
    await writeFile(lock, '999999999');
    expect(await withLock(lock, () => Promise.resolve('built'))).toBe('built');
  });

  test('is released when the build fails', async () => {
    const lock = join(folder, 'build.lock');
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(readFile(lock)).rejects.toThrow('ENOENT');
  });
});

test('INIT_CWD counts only for the npm script itself', () => {
  const env = { npm_lifecycle_event: 'strata', INIT_CWD: '/home/me/agents' };
  expect(userFolder('strata', env, '/repo')).toBe('/home/me/agents');
  expect(userFolder('strata', { ...env, npm_lifecycle_event: 'test' }, '/here')).toBe('/here');
  expect(userFolder('strata', {}, '/here')).toBe('/here');
});
