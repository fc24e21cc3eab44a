/** A file that another program appends records to. Each byte is read once, and what is kept of it is bounded. */
import { readBytesFrom } from '../../disk/open-file';
import { childOf } from '../../disk/paths';
import { systemCode } from '../../errors';

export interface GrowingFile {
  /**
   * Calls `use` with each whole record, its end included, until it says that it must wait: that record comes again at
   * the next call. A record that is half-written waits.
   */
  each(use: (record: Buffer) => Promise<boolean>): Promise<void>;
}

export interface GrowingOptions {
  /** What ends a record: a line break if missing. */
  readonly end?: string;
  /** A longer record is left out. */
  readonly mostBytes?: number;
  readonly leftOut: () => Promise<void>;
}

const readAtOnce = 1024 * 1024;
const usualMost = 256 * 1024 * 1024;

export function growingFile(
  folder: string,
  name: string,
  { end = '\n', mostBytes = usualMost, leftOut }: GrowingOptions,
): GrowingFile {
  const overlap = Buffer.byteLength(end) - 1;
  /** Read and not yet used. Only the last piece, from `searched` on, can hold the end of a record. */
  let pieces: Buffer[] = [];
  let [position, length, searched] = [0, 0, 0];
  let isTooLong = false;
  let waiting: Buffer | undefined;

  const readMore = (): boolean => {
    const more = bytesFrom(folder, name, position);
    if (more.length === 0) return false;
    position += more.length;
    length += more.length;
    const last = pieces.pop() ?? Buffer.alloc(0);
    // An end may lie across two pieces: the last bytes move over to the new one.
    const from = Math.max(0, last.length - overlap);
    if (from > 0) pieces.push(last.subarray(0, from));
    pieces.push(last.length === from ? more : Buffer.concat([last.subarray(from), more]));
    searched = 0;
    return true;
  };
  const restart = (rest: readonly Buffer[]): void => {
    pieces = rest.filter((piece) => piece.length > 0);
    length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    searched = 0;
  };
  /** Takes the next whole record. */
  const next = async (): Promise<Buffer | undefined> => {
    for (;;) {
      const last = pieces.at(-1);
      const found = last?.indexOf(end, searched) ?? -1;
      if (last !== undefined && found !== -1) {
        const behind = found + overlap + 1;
        const record = isTooLong ? undefined : joined([...pieces.slice(0, -1), last.subarray(0, behind)]);
        restart([last.subarray(behind)]);
        if (record !== undefined) return record;
        isTooLong = false;
        await leftOut();
        continue;
      }
      searched = Math.max(0, (last?.length ?? 0) - overlap);
      isTooLong ||= length > mostBytes;
      if (isTooLong && last !== undefined) restart([last.subarray(Math.max(0, last.length - overlap))]);
      if (!readMore()) return undefined;
    }
  };
  return {
    async each(use) {
      for (let record = waiting ?? (await next()); record !== undefined; record = await next()) {
        waiting = record;
        if (!(await use(record))) return;
        waiting = undefined;
      }
    },
  };
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}

function bytesFrom(folder: string, name: string, from: number): Buffer {
  try {
    return readBytesFrom(childOf(folder, name), from, { most: readAtOnce, within: folder });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return Buffer.alloc(0);
  }
}
