import { expect, test } from 'vitest';
import { isInstalled } from '../../../build/setup/node-modules.mjs';
import { isSupportedNode } from '../../../build/setup/node-version.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a-darwin': { version: '1.0.0', integrity: 'sha512-d', optional: true },
  },
};
const installed = { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };

test('dependencies are current when the installed lock agrees, other platforms aside', () => {
  expect(isInstalled(lock, installed)).toBe(true);
  expect(
    isInstalled(lock, {
      packages: { ...installed.packages, 'node_modules/a-darwin': { version: '1.0.0', integrity: 'sha512-d' } },
    }),
  ).toBe(true);
});

test.each([
  ['nothing is installed', undefined],
  ['a package is missing', { packages: {} }],
  ['a version differs', { packages: { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } } }],
  ['the content differs', { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } } }],
  ['one was dropped from the lock', { packages: { ...installed.packages, 'node_modules/b': { version: '1.0.0' } } }],
])('dependencies are stale when %s', (_reason, present) => {
  expect(isInstalled(lock, present)).toBe(false);
});

test('Node 20.19 and later will do', () => {
  expect(['20.19.0', '20.20.2', '22.0.0', '24.15.0'].filter((version) => !isSupportedNode(version))).toEqual([]);
  expect(['20.18.3', '18.20.0', '19.9.0'].filter(isSupportedNode)).toEqual([]);
});
