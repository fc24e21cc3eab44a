import { lstatSync, readSync, realpathSync, statSync, type Stats } from 'node:fs';
import type { RepositoryFile } from '../../../shared/sources/types';
import { systemCode } from '../errors';
import { isInside, toSlash } from '../disk/paths';
import { diskPath, realFolderOf, withRepositoryFile } from './file';
import type { ListedPath } from './names';

export const maxTextBytes = 2 * 1024 * 1024;
const sniffedBytes = 8 * 1024;

/** What is earlier about a file, and the stamp it is valid for. */
export interface ClassifiedFile {
  readonly file: RepositoryFile;
  /** The name on disk, if it is not UTF-8. */
  readonly bytes?: Buffer;
  /** Size, times and inode: the same stamp means the same content. Empty: read the file again. */
  readonly stamp: string;
}

/** Formats that are never text. For ambiguous ones (`.obj`, `.dat`, `.key`) the bytes decide. */
const binaryExtensions = new Set(
  (
    '3gp 7z aac aif apk asar avi avif bmp br bz2 cab cur deb dex dll dmg docx dylib eot epub exe ' +
    'flac flv gif glb gz heic icns ico iso jar jpeg jpg jxl ' +
    'lz4 m4a m4v mkv mov mp3 mp4 mpeg mpg odt ogg opus otf parquet pdf png pptx psd pyc pyd pyo rar ' +
    'rlib rpm sqlite sqlite3 swf tar tgz tif tiff ' +
    'ttc ttf wasm wav webm webp whl wma wmv woff woff2 xlsx xz zip zst'
  ).split(' '),
);

function hasBinaryExtension(path: string): boolean {
  return binaryExtensions.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

const head = Buffer.allocUnsafe(sniffedBytes);

function startsBinary(folder: string, listed: ListedPath): boolean {
  return withRepositoryFile(folder, listed, (file) => {
    const length = readSync(file, head, 0, sniffedBytes, 0);
    return head.subarray(0, length).includes(0);
  });
}

function stampOf(stat: Stats): string {
  return `${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}:${stat.ino}`;
}

/** Where a link leads: into the workspace (returns the target's stat), out of it, or nowhere. */
function followLink(disk: string | Buffer, realFolder: string): Stats | 'outside' | undefined {
  let target: string;
  try {
    target = toSlash(realpathSync(disk));
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes(systemCode(error))) return undefined;
    throw error;
  }
  return isInside(realFolder, target) ? statSync(disk) : 'outside';
}

export interface Classifier {
  /** Undefined for what git lists only if tracked. Throws the system's error if the file is inaccessible. */
  classify(listed: ListedPath, earlier: ClassifiedFile | undefined): ClassifiedFile | undefined;
}

/**
 * @param trustedUntil a file changed at this time (ms) or later may change again within one tick of the disk's clock,
 * so its stamp is not trusted
 */
export function createClassifier(folder: string, trustedUntil: number): Classifier {
  const realFolder = realFolderOf(folder, true);
  return {
    classify(listed, earlier) {
      const disk = diskPath(folder, listed);
      const { path, bytes } = listed;
      const entry = lookAt(disk);
      if (entry === undefined) return undefined;
      const stat = entry.isSymbolicLink() ? followLink(disk, realFolder) : entry;
      const name = bytes === undefined ? {} : { bytes };
      if (stat === 'outside') return { file: { path, bytes: 0, excluded: 'symlink-outside' }, stamp: '', ...name };
      if (stat === undefined || !stat.isFile()) {
        const isListed = entry.isSymbolicLink() || path.endsWith('/');
        return isListed ? { file: { path, bytes: 0, excluded: 'no-file' }, stamp: '', ...name } : undefined;
      }
      const stamp = stampOf(stat);
      if (earlier?.stamp === stamp) return earlier;
      const excluded = reasonToExclude(folder, listed, stat);
      const settled = Math.max(stat.mtimeMs, stat.ctimeMs) < trustedUntil;
      return {
        file: { path, bytes: stat.size, ...(excluded === undefined ? {} : { excluded }) },
        stamp: settled ? stamp : '',
        ...name,
      };
    },
  };
}

function reasonToExclude(folder: string, listed: ListedPath, stat: Stats): RepositoryFile['excluded'] {
  if (hasBinaryExtension(listed.path)) return 'binary';
  if (stat.size === 0) return undefined;
  if (startsBinary(folder, listed)) return 'binary';
  return stat.size > maxTextBytes ? 'too-large' : undefined;
}

/** Undefined when nothing is there, or when a parent of the path is a file. */
function lookAt(disk: string | Buffer): Stats | undefined {
  try {
    return lstatSync(disk, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

export function isOnDisk(folder: string, listed: ListedPath): boolean {
  return lookAt(diskPath(folder, listed)) !== undefined;
}
