import { systemCode } from '../errors';
import type { FileBoundary } from '../disk/files';
import type { Names } from './interests';
import { childOf } from '../disk/paths';

/**
 * A folder's entries as seen without reading them. Equal fingerprints mean nothing changed, except for `fresh` entries.
 */
export interface Fingerprint {
  readonly marks: ReadonlyMap<string, string>;
  /** Entries written so recently that another write may leave the same stamp. */
  readonly fresh: ReadonlySet<string>;
}

const freshMs = 3000;

export function fingerprint(boundary: FileBoundary, folder: string, names: Names): Fingerprint {
  const marks = new Map<string, string>();
  const fresh = new Set<string>();
  for (const name of names === 'all' ? listed(boundary, folder) : names) {
    const mark = markOf(boundary, childOf(folder, name), () => fresh.add(name));
    if (mark !== undefined) marks.set(name, mark);
  }
  return { marks, fresh };
}

export function changedNames(before: Fingerprint, after: Fingerprint): readonly string[] {
  const names = new Set([...before.marks.keys(), ...after.marks.keys()]);
  return [...names].filter((name) => before.fresh.has(name) || before.marks.get(name) !== after.marks.get(name));
}

function listed(boundary: FileBoundary, folder: string): readonly string[] {
  try {
    return boundary.list(folder).map((entry) => entry.name);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return [];
  }
}

function markOf(boundary: FileBoundary, path: string, isFresh: () => void): string | undefined {
  try {
    const stat = boundary.stat(path);
    if (stat === undefined) return undefined;
    if (stat.kind === 'file' && Date.now() - Number(stat.mtimeNs / 1_000_000n) < freshMs) isFresh();
    return `${stat.kind} ${stat.device} ${stat.inode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return systemCode(error);
  }
}
