/** The first line of a log, packed with zstd or not. */
import { Decompress } from 'fzstd';
import { readBytesOf } from '../../disk/open-file';
import { systemCode } from '../../errors';

/** The first line of a Codex rollout holds its base instructions: mostly 20 to 30 KB. */
const [usualHead, mostHead] = [64 * 1024, 512 * 1024];

/** Empty if the file cannot be read. */
export function headOf(path: string): string {
  try {
    return firstLineOf(path, usualHead) ?? firstLineOf(path, mostHead) ?? '';
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return '';
  }
}

/** Undefined if the line may be longer than `most` bytes. */
function firstLineOf(path: string, most: number): string | undefined {
  const bytes = readBytesOf(path, { most });
  const text = (isPacked(bytes) ? unpackedHead(bytes) : bytes).toString('utf8');
  const end = text.indexOf('\n');
  if (end !== -1) return text.slice(0, end);
  return bytes.length < most ? text : undefined;
}

/** By the magic number of a zstd frame. */
export function isPacked(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd_2f_b5_28;
}

/** Unpacks as much as it can: the rest of the file is not here. */
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
