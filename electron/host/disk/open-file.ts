/**
 * The only code that opens files to read. A path may change between check and open, so the checks run on the open file:
 * it must be an ordinary file in the expected folder. Never blocks on a pipe or a device.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { systemCode, systemError } from '../errors';
import { isInside, toSlash } from './paths';

/** Windows lacks both flags and needs neither: the location is checked anyway, and folders there contain no pipes. */
const { O_NOFOLLOW, O_NONBLOCK }: Partial<typeof constants> = constants;
const strictly = O_NOFOLLOW ?? 0;
const withoutWaiting = O_NONBLOCK ?? 0;

export interface OpenOptions {
  /**
   * The real path of a folder, or of the file itself: the opened file must lie there, and a link at the end of the path
   * is not followed. Without it, the user named the path, and links are followed.
   */
  readonly within?: string | undefined;
}

export interface ReadOptions extends OpenOptions {
  /** Most bytes to read. */
  readonly most: number;
}

export function withOpenFile<T>(
  path: string | Buffer,
  { within }: OpenOptions,
  use: (file: number, stat: BigIntStats) => T,
): T {
  const file = openAt(path, within !== undefined);
  try {
    return use(file, checkOpened(file, path, within));
  } finally {
    closeSync(file);
  }
}

/** Throws unless the open file is an ordinary file in the expected folder. */
function checkOpened(file: number, path: string | Buffer, within: string | undefined): BigIntStats {
  const stat = fstatSync(file, { bigint: true });
  if (!stat.isFile()) throw stat.isDirectory() ? systemError('EISDIR') : systemError(notAFile);
  if (within !== undefined && !isOpenWithin(file, stat, path, within)) throw systemError(swapped);
  return stat;
}

export function readBytesOf(path: string | Buffer, options: ReadOptions): Buffer {
  return withOpenFile(path, options, (file, { size }) => readUpTo(file, Number(size), options.most));
}

/** What follows the first `from` bytes, at most `most` bytes of it. */
export function readBytesFrom(path: string, from: number, { most, within }: ReadOptions): Buffer {
  return withOpenFile(path, { within }, (file, { size }) => {
    const room = Buffer.allocUnsafe(Math.max(0, Math.min(most, Number(size) - from)));
    let length = 0;
    while (length < room.length) {
      const read = readSync(file, room, length, room.length - length, from + length);
      if (read === 0) break;
      length += read;
    }
    return room.subarray(0, length);
  });
}

/** Refuses a file of more than `most` bytes. */
export function readTextOf(path: string | Buffer, { most, ...options }: ReadOptions): string {
  const bytes = readBytesOf(path, { ...options, most: most + 1 });
  if (bytes.length > most) throw systemError('EFBIG');
  return bytes.toString('utf8');
}

const chunkBytes = 8 * 1024 * 1024;

/**
 * Yields the text of a file of any size in pieces, without BOM; invalid UTF-8 becomes U+FFFD. The file stays open, so
 * all pieces are from the same file.
 */
export function* textChunksOf(path: string | Buffer, { within }: OpenOptions): Generator<string> {
  const file = openAt(path, within !== undefined);
  try {
    checkOpened(file, path, within);
    const decoder = new TextDecoder();
    const room = Buffer.allocUnsafe(chunkBytes);
    for (let position = 0; ;) {
      const read = readSync(file, room, 0, chunkBytes, position);
      position += read;
      yield decoder.decode(room.subarray(0, read), { stream: read > 0 });
      if (read === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

/** Opens a new file to write, readable only by the user. Throws if the path exists. */
export function openNew(path: string): number {
  return openSync(path, 'wx', 0o600);
}

/**
 * Reads from the start to the end or to `most` bytes. `size` is the reported size; some system files report 0 but are
 * not empty.
 */
export function readUpTo(file: number, size: number, most: number): Buffer {
  let room = Buffer.allocUnsafe(Math.min(most, Math.max(size + 1, 8192)));
  for (let length = 0; ;) {
    const read = readSync(file, room, length, room.length - length, length);
    length += read;
    if (read === 0 || length === most) return room.subarray(0, length);
    if (length === room.length) room = Buffer.concat([room], Math.min(most, room.length * 2));
  }
}

const notAFile = 'ENOTFILE';
const swapped = 'ESWAPPED';

function openAt(path: string | Buffer, isStrict: boolean): number {
  try {
    return openSync(path, constants.O_RDONLY | withoutWaiting | (isStrict ? strictly : 0));
  } catch (error) {
    const code = systemCode(error);
    // A socket cannot be opened. A link at the end fails as a loop, on some systems as too many links.
    if (code === 'ENXIO' || code === 'ENODEV') throw systemError(notAFile);
    if (isStrict && (code === 'ELOOP' || code === 'EMLINK')) throw systemError(swapped);
    throw error;
  }
}

/** Linux reports where an open file lies, even if its path has changed. */
function isOpenWithin(file: number, stat: BigIntStats, path: string | Buffer, within: string): boolean {
  const open = process.platform === 'linux' ? pathOfOpen(file) : undefined;
  return open === undefined
    ? isSameWithin(stat, path, within)
    : isInside(within, open) || open === `${within}${deleted}`;
}

/** The suffix Linux adds to the path of an open file that was deleted or replaced. */
const deleted = ' (deleted)';

function pathOfOpen(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

/**
 * Where the system cannot tell: checks that the path still leads into the folder and to the opened file. Several
 * rounds, because swapping a folder back and forth at the right moments could pass one.
 */
export function isSameWithin(stat: Pick<BigIntStats, 'dev' | 'ino'>, path: string | Buffer, within: string): boolean {
  for (let round = 0; round < 4; round += 1) {
    const real = realpathSync.native(path);
    if (!isInside(within, toSlash(real))) return false;
    const now = lstatSync(real, { bigint: true });
    if (now.ino !== stat.ino || now.dev !== stat.dev) return false;
  }
  return true;
}
