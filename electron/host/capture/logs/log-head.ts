/** The first line of a log, packed with zstd or not. */
import { Decompress } from 'fzstd';
import { readBytesOf } from '../../disk/open-file';
import { systemCode } from '../../errors';

/** The first line of a Codex rollout holds its base instructions. */
const mostHead = 512 * 1024;

/** Empty if the file cannot be read. */
export function headOf(path: string): string {
  try {
    const bytes = readBytesOf(path, { most: mostHead });
    const text = (isPacked(bytes) ? unpackedHead(bytes) : bytes).toString('utf8');
    const end = text.indexOf('\n');
    return end === -1 ? text : text.slice(0, end);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return '';
  }
}

/** By the magic number of a zstd frame. */
export function isPacked(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd_2f_b5_28;
}

/** As far as it can be unpacked: the rest of the file is not here. */
function unpackedHead(bytes: Buffer): Buffer {
  const parts: Uint8Array[] = [];
  const unpacker = new Decompress((part) => parts.push(part));
  try {
    unpacker.push(bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  return Buffer.concat(parts);
}
