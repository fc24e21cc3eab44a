import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * All files at or below the given paths, sorted, relative to `folder`, with forward slashes.
 * @param {string} folder
 * @param {readonly string[]} paths
 */
async function filesBelow(folder, paths) {
  const found = await Promise.all(
    paths.map(async (path) => {
      const full = join(folder, path);
      if ((await stat(full)).isFile()) return [full];
      const entries = await readdir(full, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  return found
    .flat()
    .map((path) => relative(folder, path).split(sep).join('/'))
    .toSorted();
}

/**
 * A hash of the names and contents of the inputs. Modification times are useless after a checkout.
 * @param {string} folder
 * @param {readonly string[]} paths files or folders in it
 */
export async function fingerprint(folder, paths) {
  const hash = createHash('sha256');
  for (const file of await filesBelow(folder, paths)) {
    const content = await readFile(join(folder, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
