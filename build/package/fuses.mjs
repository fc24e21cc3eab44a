import { readFile } from 'node:fs/promises';

/** Marks the fuses in Electron's binary: version, number and states follow. Part of Electron's published format. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** In the order of version 1 of the fuse wire. */
const names = /** @type {const} */ ([
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyLoadAppFromAsar',
  'browserProcessV8Snapshot',
  'fileProtocolExtraPrivileges',
]);

/** @typedef {(typeof names)[number]} FuseName */
/** `removed`: this Electron no longer has the fuse. @typedef {'on' | 'off' | 'removed'} FuseState */
/** @type {Readonly<Record<string, FuseState>>} */
const states = { 0: 'off', 1: 'on', r: 'removed' };

/** @param {Buffer} binary @returns {number} offset of the first fuse */
function wireOf(binary) {
  const at = binary.indexOf(sentinel);
  if (at === -1) throw new Error('this is no Electron: it has no fuses');
  const version = binary[at + sentinel.length];
  if (version !== 1) throw new Error(`fuses of version ${version} are not known here`);
  return at + sentinel.length + 2;
}

/** @param {string} executable */
export async function readFuses(executable) {
  const binary = await readFile(executable);
  const wire = wireOf(binary);
  const length = binary[wire - 1] ?? 0;
  const entries = names
    .slice(0, length)
    .map((name, index) => [name, states[String.fromCharCode(binary[wire + index] ?? 0)] ?? 'unknown']);
  /** @type {Readonly<Partial<Record<FuseName, FuseState>>>} */
  const fuses = Object.fromEntries(entries);
  return fuses;
}
