import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { root } from '../setup/paths.mjs';

const rooms = /^(?:shared|electron|renderer)\//;

/**
 * A row of the map in ARCHITECTURE.md.
 * @typedef {object} Room
 * @property {readonly string[]} folders
 * @property {string} about
 * @property {string} imports folders and modules in backticks, each with all that is below it
 */

/** @param {string} cell @returns {readonly string[]} */
function quoted(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** @param {string} architecture the text of ARCHITECTURE.md @returns {readonly Room[]} */
export function readMap(architecture) {
  const map = architecture.split('\n## Map\n')[1]?.split('\n## ')[0] ?? '';
  const rows = map.split('\n').flatMap((line) => {
    const [, folders = '', about = '', imports = ''] = line.split('|');
    return folders.includes('`') ? [{ folders: quoted(folders), about, imports }] : [];
  });
  if (rows.length === 0) throw new Error('ARCHITECTURE.md has no map');
  return rows;
}

/** @param {string} path @param {string} folder */
function isBelow(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The most specific row for a path. @param {readonly Room[]} map @param {string} path */
export function roomOf(map, path) {
  const rows = map.flatMap((room) => room.folders.map((folder) => ({ room, folder })));
  const fitting = rows.filter(({ folder }) => isBelow(path, folder));
  return fitting.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

/** Imports and re-exports of our own modules, types included. @param {string} path @param {string} text */
export function importsOf(path, text) {
  const found = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']*)'/g)];
  return found.map(([, module = '']) => posix.join(posix.dirname(path), module.split('?')[0] ?? ''));
}

/**
 * Imports that the map does not allow.
 * @param {readonly Room[]} map
 * @param {readonly (readonly [path: string, text: string])[]} files
 */
export function wrongImports(map, files) {
  return files.flatMap(([path, text]) => {
    const own = roomOf(map, path);
    if (own === undefined) return [`${path} is in no room`];
    const allowed = quoted(own.room.imports);
    return importsOf(path, text)
      .filter((module) => rooms.test(module) && roomOf(map, module)?.folder !== own.folder)
      .filter((module) => !allowed.some((folder) => isBelow(module, folder)))
      .map((module) => `${path} may not import ${module}`);
  });
}

/**
 * Folders that the map does not name: by a row of their own, or in the text of the row they are below.
 * @param {readonly Room[]} map
 * @param {readonly string[]} folders
 */
export function unnamedFolders(map, folders) {
  return folders.filter((folder) => {
    const own = roomOf(map, folder);
    return own === undefined || (own.folder !== folder && !quoted(own.room.about).includes(posix.basename(folder)));
  });
}

/** The README.md of a folder: the folder's row of the map. @param {Room} room */
export function readmeOf({ about, imports }, /** @type {string} */ folder) {
  const text = about.trim();
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  return `# ${folder}\n\n${sentence}\n\nMay import: ${imports.trim()}. The map is in ARCHITECTURE.md.\n`;
}

/** Folders that the map in ARCHITECTURE.md lacks, and imports it does not allow. */
export async function roomProblems() {
  const read = (/** @type {string} */ path) => readFile(join(root, path), 'utf8');
  const map = readMap(await read('ARCHITECTURE.md'));
  const paths = listed().filter((path) => rooms.test(path));
  const code = paths.filter((path) => /\.tsx?$/.test(path));
  const folders = [...new Set(paths.filter((path) => !/\.(?:json|html)$/.test(path)).map(posix.dirname))];
  const files = await Promise.all(code.map(async (path) => /** @type {const} */ ([path, await read(path)])));
  const readmes = map.flatMap((room) =>
    room.folders
      .filter((folder) => rooms.test(`${folder}/`))
      .map(async (folder) => {
        const text = await read(`${folder}/README.md`).catch(() => '');
        return text === readmeOf(room, folder) ? [] : [`${folder}/README.md does not say what the map says`];
      }),
  );
  return [
    ...unnamedFolders(map, folders).map((folder) => `${folder} is not in the map`),
    ...wrongImports(map, files),
    ...(await Promise.all(readmes)).flat(),
  ];
}

/** Existing files that are tracked or not ignored. */
function listed() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}
