/** The journals of runs that crashed, and of folders closed with unsaved edits. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { byCodePoint } from '../../../shared/basics/code-point-order';
import { systemCode } from '../errors';
import type { FileBoundary } from '../disk/files';
import { isSameFolder, type FolderIdentity } from '../disk/access/folder-identity';
import { readLines, type UnsavedEdit } from './journal-lines';
import { readTextOf } from '../disk/open-file';
import { childOf } from '../disk/paths';

/** A journal without a session. */
export interface LeftBehind {
  readonly file: string;
  readonly folder: FolderIdentity;
  readonly edits: readonly UnsavedEdit[];
  /** Time of the last write, ISO 8601. */
  readonly at: string;
}

/** Format of version 1: the whole state in one object. */
const versionOne = z.object({
  version: z.literal(1),
  workspace: z.string(),
  edits: z.array(z.object({ id: z.string(), text: z.string(), base: z.string().nullable() })),
});

/** Larger than all editable files together. */
const maxBytes = 512 * 1024 * 1024;

/**
 * Reads what earlier runs left, before this run writes anything. Files that are not our journals are left alone and
 * reported.
 */
export async function readLeftBehind(
  folder: string,
  report: (problem: unknown) => void,
): Promise<readonly LeftBehind[]> {
  const names = await readdir(folder).catch((problem: unknown) => {
    if (systemCode(problem) !== 'ENOENT') report(problem);
    return [];
  });
  const found: LeftBehind[] = [];
  for (const name of names) if (/\.jsonl?\.new$/.test(name)) await rm(join(folder, name), { force: true });
  for (const name of names.filter((each) => /\.jsonl?$/.test(each)).toSorted(byCodePoint)) {
    const left = await readOne(join(folder, name), report);
    if (left !== undefined) found.push(left);
  }
  return found;
}

export async function readOne(file: string, report: (problem: unknown) => void): Promise<LeftBehind | undefined> {
  try {
    const text = readTextOf(file, { most: maxBytes });
    const at = (await stat(file)).mtime.toISOString();
    const read = file.endsWith('.jsonl') ? readLines(text) : readVersionOne(text);
    // The parser's message would quote the text.
    if (read === undefined || read.damaged)
      report(new Error(`${file} cannot be read as a journal${read === undefined ? '' : ' to its end'}`));
    if (read === undefined || read.edits.length === 0) return undefined;
    return { file, folder: read.folder, edits: read.edits, at };
  } catch (problem) {
    report(new Error(`${file} cannot be read as a journal: ${systemCode(problem)}`));
    return undefined;
  }
}

function readVersionOne(text: string): ReturnType<typeof readLines> {
  try {
    const { workspace, edits } = versionOne.parse(JSON.parse(text));
    return { folder: { path: workspace, real: workspace, device: '', inode: '', born: '' }, edits, damaged: false };
  } catch {
    return undefined;
  }
}

export async function forget({ file }: Pick<LeftBehind, 'file'>): Promise<void> {
  await rm(file, { force: true });
}

/**
 * True if these edits belong to this folder: same path, same real path, or renamed. A folder moved to another disk is
 * recognised by a file that still has the text an edit began from.
 */
export function belongsTo(boundary: FileBoundary, { folder, edits }: LeftBehind, opened: FolderIdentity): boolean {
  if (isSameFolder(folder, opened)) return true;
  if (exists(boundary, folder.path)) return false;
  return edits.some(
    ({ id, base }) => base !== null && base.trim() !== '' && textOf(boundary, opened.real, id) === base,
  );
}

function exists(boundary: FileBoundary, path: string): boolean {
  try {
    return boundary.stat(path) !== undefined;
  } catch {
    return false;
  }
}

function textOf(boundary: FileBoundary, folder: string, id: string): string | undefined {
  try {
    return Buffer.from(boundary.read(childOf(folder, id), { within: folder, most: maxBytes }).bytes).toString('utf8');
  } catch {
    return undefined;
  }
}
