import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
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

// Packages that a registry did not offer have no hash: builds of development tools for other platforms, listed by name.
test('every entry of the lock file has its integrity, except those that are listed', () => {
  const listed: readonly string[] = JSON.parse(
    readFileSync(join(root, 'build', 'checks', 'no-integrity.json'), 'utf8'),
  );
  const without = Object.entries(lock.packages).filter(
    ([path, { integrity }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(
    without.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)).toSorted(),
  ).toEqual(listed);
  expect(
    without.filter(
      ([, { optional, dev, os, cpu }]) => optional !== true || dev !== true || (os === undefined && cpu === undefined),
    ),
  ).toEqual([]);
});
