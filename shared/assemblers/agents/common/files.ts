import { memoByIdentity } from '../../../basics/memo';
import { utf8Length } from '../../../document/utf8-length';
import { folderOf } from '../../../sources/paths';
import { instructionNames } from '../../../sources/trust';
import type {
  MissingSource,
  NamedBy,
  Place,
  SourceBlob,
  SourceFile,
  SourceRequest,
  Sources,
} from '../../../sources/types';
import type { NamedText } from './jsonc';

/** The agent is documented to read these places. */
const namedBy: NamedBy = { of: 'design' };

/** Requests by absolute path; the path is also the name of the answer. */
export function askFile(path: string): SourceRequest {
  return { kind: 'file', as: path, root: 'absolute', path, namedBy };
}

export function askFolder(path: string): SourceRequest {
  return { kind: 'folder', as: folderKey(path), root: 'absolute', path, namedBy };
}

/** The bytes of a file that is not valid UTF-8, where a limit counts bytes. */
export function askBytes(path: string): SourceRequest {
  return { kind: 'blob', as: path, root: 'absolute', path, namedBy };
}

/** All files below a folder that match; `as` names the answers. */
export function askGlob(as: string, folder: string, pattern: string): SourceRequest {
  return { kind: 'glob', as, root: 'absolute', pattern: `${escapeGlob(folder)}/${pattern}`, namedBy };
}

/**
 * A file that a setting names at `by`. If the folder's own file says so, it is read outside the folder only if the user
 * allows it; the user's own settings (`by` undefined) are the user's wish.
 */
export function askNamedFile(path: string, by: Place | undefined): SourceRequest {
  return by === undefined ? askFile(path) : { kind: 'file', as: path, root: 'absolute', path, by };
}

/** The same for a pattern. */
export function askNamedGlob(as: string, folder: string, pattern: string, by: Place | undefined): SourceRequest {
  return by === undefined
    ? askGlob(as, folder, pattern)
    : { kind: 'glob', as, root: 'absolute', pattern: `${escapeGlob(folder)}/${pattern}`, by };
}

/** Who names it: nobody if it is one of the usual names, which every agent may look for in the folders above. */
export function namerOf({ value, place }: NamedText): Place | undefined {
  return instructionNames.has(value) ? undefined : place;
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[()[\]{}!*?|+@\\]/g, '\\$&');
}

function folderKey(path: string): string {
  return `${path}/`;
}

interface Index {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly blobs: ReadonlyMap<string, SourceBlob>;
  readonly missing: ReadonlyMap<string, MissingSource>;
}

const indexOf = memoByIdentity((sources: Sources): Index => ({
  files: new Map(sources.files.map((file) => [file.as, file])),
  blobs: new Map(sources.blobs.map((blob) => [blob.as, blob])),
  missing: new Map(sources.missing.map((each) => [each.as, each])),
}));

export function fileAt(sources: Sources, path: string): SourceFile | undefined {
  return indexOf(sources).files.get(path);
}

export function bytesAt(sources: Sources, path: string): SourceBlob | undefined {
  return indexOf(sources).blobs.get(path);
}

/** Why a file that was asked for is not there; undefined if it is, or was not asked for. */
export function whyNot(sources: Sources, path: string): MissingSource['why'] | undefined {
  return indexOf(sources).missing.get(path)?.why;
}

/** True once asked: something with this name is there, a folder or a file. */
export function isThere(sources: Sources, path: string): boolean {
  const why = indexOf(sources).missing.get(folderKey(path))?.why;
  return why === undefined || why === 'not-a-file';
}

/** True once asked with `askFolder`: a file has this name. */
export function isFileAt(sources: Sources, path: string): boolean {
  return indexOf(sources).missing.get(folderKey(path))?.why === 'not-a-file';
}

/** True once asked with `askFolder`: a folder has this name. */
export function isFolderAt(sources: Sources, path: string): boolean {
  return indexOf(sources).missing.get(folderKey(path)) === undefined;
}

/** The folder and every folder above it, nearest first. */
export function upwards(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; folderOf(at) !== at && at !== '.'; at = folderOf(at)) folders.push(folderOf(at));
  return folders;
}

/** The folders from `top` down to `folder`. */
export function downTo(top: string, folder: string): readonly string[] {
  const all = upwards(folder);
  return all.slice(0, all.indexOf(top) + 1).toReversed();
}

/** Bytes of the file on disk; with unsaved edits, of the text as it would be saved. */
export function sizeOf(sources: Sources, file: SourceFile): number {
  const blob = bytesAt(sources, file.path);
  return blob?.bytes ?? utf8Length(file.text) + (file.bom === true ? 3 : 0);
}
