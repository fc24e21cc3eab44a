import { open } from 'node:fs/promises';

/** @typedef {{ readonly path: string, readonly size: number }} Packed */

/**
 * Every file of an asar archive: a header of sizes (each as a 32-bit pickle), then JSON that nests folders in `files`.
 * @param {string} archive
 * @returns {Promise<readonly Packed[]>}
 */
export async function listAsar(archive) {
  const file = await open(archive, 'r');
  try {
    const sizes = Buffer.alloc(16);
    await file.read(sizes, 0, 16, 0);
    const header = Buffer.alloc(sizes.readUInt32LE(12));
    await file.read(header, 0, header.length, 16);
    return below(JSON.parse(header.toString('utf8')), '');
  } finally {
    await file.close();
  }
}

/** @typedef {{ readonly files?: Readonly<Record<string, Entry>>, readonly size?: number }} Entry */

/** @param {Entry} entry @param {string} path @returns {readonly Packed[]} */
function below(entry, path) {
  if (entry.files === undefined) return [{ path, size: entry.size ?? 0 }];
  return Object.entries(entry.files).flatMap(([name, child]) => below(child, path === '' ? name : `${path}/${name}`));
}
