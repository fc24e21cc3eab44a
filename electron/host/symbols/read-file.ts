import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemReason } from '../errors';
import { diskPath } from '../repository-classify';
import type { ListedPath } from '../repository-names';
import { failedFacts, type FileFacts } from './facts';
import type { LanguageId } from './languages';
import type { Parsers } from './parsers';
import { readText } from './read-text';

/** Nothing that people write takes this long; what machines write may. */
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

/** Synchronous on purpose: a worker that waits for the thread pool takes seven times as long. */
export function readBytes(folder: string, source: ListedPath): Buffer {
  return readFileSync(diskPath(folder, source));
}

/** @param halted asked now and then while parsing */
export function readSource(folder: string, source: SourceToRead, parsers: Parsers, halted: () => boolean): ReadSource {
  const { language } = source;
  let bytes: Buffer;
  try {
    bytes = readBytes(folder, source);
  } catch (error) {
    return { hash: '', facts: failedFacts(language, `the file cannot be read: ${systemReason(error)}`) };
  }
  const digest = contentHash(bytes);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const deadline = performance.now() + maxMs;
  try {
    return { hash: digest, facts: readText(parsers.get(language), language, text, () => halted() || performance.now() > deadline) };
  } catch (error) {
    return { hash: digest, facts: failedFacts(language, `the parser failed: ${error instanceof Error ? error.message : String(error)}`) };
  }
}
