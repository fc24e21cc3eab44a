/**
 * The one door to the bytes of files. A path that was looked at may be something else when it is opened, so what counts
 * is what was opened: an ordinary file, in the folder it was asked for in. Nothing here ever waits for a pipe or a
 * device.
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

/**
 * Windows has neither, and needs neither: where a file lies is checked anyway, and a pipe has no place in a folder
 * there.
 */
const { O_NOFOLLOW, O_NONBLOCK }: Partial<typeof constants> = constants;
const strictly = O_NOFOLLOW ?? 0;
const withoutWaiting = O_NONBLOCK ?? 0;

export interface OpenOptions {
  /**
   * The real path of a folder, or of the file itself: what is opened must lie there, and no link at the end of the path
   * is followed. Without it the path is one that the user named, and links lead where the user let them lead.
   */
  readonly within?: string | undefined;
}

export interface ReadOptions extends OpenOptions {
  /** No byte behind this many is read. */
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

/** What was opened is an ordinary file, in the folder it was asked for in. */
function checkOpened(file: number, path: string | Buffer, within: string | undefined): BigIntStats {
  const stat = fstatSync(file, { bigint: true });
  if (!stat.isFile()) throw stat.isDirectory() ? systemError('EISDIR') : systemError(notAFile);
  if (within !== undefined && !isOpenWithin(file, stat, path, within)) throw systemError(swapped);
  return stat;
}

export function readBytesOf(path: string | Buffer, options: ReadOptions): Buffer {
  return withOpenFile(path, options, (file, { size }) => readUpTo(file, Number(size), options.most));
}

/** A file with more than `most` bytes is refused as a whole. */
export function readTextOf(path: string | Buffer, { most, ...options }: ReadOptions): string {
  const bytes = readBytesOf(path, { ...options, most: most + 1 });
  if (bytes.length > most) throw systemError('EFBIG');
  return bytes.toString('utf8');
}

const chunkBytes = 8 * 1024 * 1024;

/**
 * The text of a file of any size, piece by piece, without its BOM; bytes that are no UTF-8 become U+FFFD. It stays open
 * between two pieces, so all of them are of one file.
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

/** A new file of our own to write to, for nobody's eyes but the user's. Throws where something is already. */
export function openNew(path: string): number {
  return openSync(path, 'wx', 0o600);
}

/**
 * From the start to the end or to `most` bytes. `size` is what the file says it has; some files of the system say 0 and
 * are not empty.
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
    // A socket cannot be opened; a link at the end is refused as a loop, on some systems as too many links.
    if (code === 'ENXIO' || code === 'ENODEV') throw systemError(notAFile);
    if (isStrict && (code === 'ELOOP' || code === 'EMLINK')) throw systemError(swapped);
    throw error;
  }
}

/** Linux tells where an open file lies, whatever its path leads to by now. */
function isOpenWithin(file: number, stat: BigIntStats, path: string | Buffer, within: string): boolean {
  const open = process.platform === 'linux' ? pathOfOpen(file) : undefined;
  return open === undefined
    ? isSameWithin(stat, path, within)
    : isInside(within, open) || open === `${within}${deleted}`;
}

/** What the system puts behind the path of an open file that was deleted or replaced meanwhile. */
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
 * Where the system does not tell: does the path still lead into the folder, and to the very file that was opened? Each
 * look is at another moment, so a folder swapped to and fro at exactly the right times could pass one round; it is
 * asked several times.
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
