import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

/** Where `require` would look for `name` from the package at `path`, nearest first. */
function* places(path: string, name: string): Generator<string> {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    yield `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (at === '') return;
  }
}

// If a registry lacks some platforms, npm leaves them out, and then npm ci refuses the lock file.
test('the lock file names every platform of every package', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => ![...places(path, name)].some((place) => place in lock.packages),
    ),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

// A registry that lacks a platform of a package lets npm write its entry without a hash. Then the package has to be
// pinned to a version of which all platforms are there.
test('every entry of the lock file has its integrity', () => {
  const without = Object.entries(lock.packages).filter(
    ([path, { integrity }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});
