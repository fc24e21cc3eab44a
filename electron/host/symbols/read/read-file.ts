import { hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { systemReason } from '../../errors';
import { maxTextBytes } from '../../repository/classify';
import { withRepositoryFile } from '../../repository/file';
import { readUpTo } from '../../disk/open-file';
import type { ListedPath } from '../../repository/names';
import { failedFacts, type FileFacts } from '../facts';
import type { LanguageId } from './languages';
import type { Parsers } from './parsers';
import { readText } from './read-text';

/** No handwritten file takes this long; generated ones may. */
const maxMs = 10_000;

export interface SourceToRead extends ListedPath {
  readonly language: LanguageId;
}

export interface ReadSource {
  /** Empty when the file could not be read. */
  readonly hash: string;
  readonly facts: FileFacts;
}

export function contentHash(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Shared read buffer; most files fit. Saves an allocation per file. */
const room = Buffer.allocUnsafe(256 * 1024);

/** Valid until the next call. Synchronous on purpose: with the thread pool it takes seven times as long. */
export function readBytes(folder: string, source: ListedPath): Buffer {
  return withRepositoryFile(folder, source, (file, size) => {
    const length = readSync(file, room, 0, room.length, 0);
    return length < room.length ? room.subarray(0, length) : readUpTo(file, size, maxTextBytes);
  });
}

/** @param halted polled while parsing */
export function readSource(folder: string, source: SourceToRead, parsers: Parsers, halted: () => boolean): ReadSource {
  const { language } = source;
  let bytes: Buffer;
  try {
    bytes = readBytes(folder, source);
  } catch (error) {
    return { hash: '', facts: failedFacts(language, `the file cannot be read: ${systemReason(error)}`) };
  }
  const digest = contentHash(bytes);
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
  const deadline = performance.now() + maxMs;
  try {
    return {
      hash: digest,
      facts: readText(parsers.get(language), language, text, () => halted() || performance.now() > deadline),
    };
  } catch (error) {
    return {
      hash: digest,
      facts: failedFacts(language, `the parser failed: ${error instanceof Error ? error.message : String(error)}`),
    };
  }
}
