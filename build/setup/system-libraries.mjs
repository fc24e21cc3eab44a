import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  candidateNames,
  installable,
  installCommand,
  manualCommand,
  packageNames,
  privilege,
  updateCommand,
} from './apt.mjs';
import { say, SetUpError } from './log.mjs';
import { outputOf } from './process.mjs';

/**
 * Libraries that Electron links to and a bare system lacks. Looked up by name while there is no runtime to run ldd on.
 */
const expected = ['libgtk-3.so.0', 'libnss3.so', 'libasound.so.2', 'libgbm.so.1', 'libatspi.so.0'];

/** Parses `ldd` output: returns the libraries it did not find. @param {string} ldd */
export function notFound(ldd) {
  return [...ldd.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? '');
}

/** @param {string} name */
function onPath(name) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)));
}

function hasFonts() {
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(process.env['HOME'] ?? '/', '.local/share/fonts'),
  ];
  return folders.some(
    (folder) =>
      existsSync(folder) &&
      readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|pfb|pcf\.gz)$/.test(String(name))),
  );
}

/**
 * What this system lacks to show or test the window; empty if nothing.
 * @param {string | undefined} executable the Electron binary, once there is one
 * @param {readonly string[]} programs
 * @returns {readonly string[]}
 */
export function missingFromSystem(executable, programs) {
  if (process.platform !== 'linux') return [];
  const cached = executable ? undefined : (outputOf('/sbin/ldconfig', ['-p']) ?? outputOf('ldconfig', ['-p']) ?? '');
  const libraries = executable
    ? notFound(outputOf('ldd', [executable]) ?? '')
    : expected.filter((name) => !cached?.includes(`\t${name} `));
  return [...libraries, ...programs.filter((name) => !onPath(name)), ...(hasFonts() ? [] : ['a font'])];
}

/** The packages to install, by the names of this release. */
function debianPackages() {
  const available = installable(outputOf('apt-cache', ['policy', ...candidateNames]) ?? '');
  return packageNames((name) => available.has(name));
}

/**
 * How to install what is missing, or an error that says what the user has to do.
 * @param {readonly string[]} missing
 * @returns {readonly string[]} what to put before apt
 */
export function requireInstaller(missing) {
  const lacks = `This system lacks ${missing.join(', ')}.`;
  if (!onPath('apt-get')) {
    throw new SetUpError(
      `${lacks} Set-up can install that only with apt; install it with your system's package ` +
        'manager and run this again.',
    );
  }
  const uid = process.getuid?.();
  const before = privilege({ uid, sudo: uid !== 0 && outputOf('sudo', ['-n', 'true']) !== undefined });
  if (!before)
    throw new SetUpError(
      `${lacks} Set-up may not install system packages as this user. Please run:\n\n  ` +
        `${manualCommand(debianPackages())}\n`,
    );
  return before;
}

/** @param {readonly string[]} before from requireInstaller */
export function installSystemLibraries(before) {
  apt(updateCommand(before));
  // After the update the names of this release are certain.
  apt(installCommand(before, debianPackages()));
  say('Set-up: installed the system libraries');
}

/** Shows apt's output only if it fails. @param {readonly [string, ...string[]]} command */
function apt([command, ...args]) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status === 0) return;
  const reason = error ? error.message : `${stdout}${stderr}`;
  throw new SetUpError(`${reason}\napt-get failed. To install by hand:\n\n  ${manualCommand(debianPackages())}\n`);
}
