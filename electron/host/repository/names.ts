import { byCodePoint } from '../../../shared/basics/code-point-order';
import { isUtf8 } from 'node:buffer';

/** A listed file: `path` is the displayed path, relative with `/`; `bytes` is the name on disk if not UTF-8. */
export interface ListedPath {
  readonly path: string;
  readonly bytes?: Buffer;
}

/** A file or folder that could not be read, with a reason for the user. */
export interface ListingProblem {
  readonly path: string;
  readonly reason: string;
  /** Only part of it was read. */
  readonly isCut?: true;
}

/** Limit of a listing: more names fit neither a model nor a window. */
export const mostListed = 100_000;

/** Invalid bytes become `\xHH`, so names that differ on disk differ on screen. */
export function listedPath(name: Buffer): ListedPath {
  return isUtf8(name) ? { path: name.toString('utf8') } : { path: escapeName(name), bytes: name };
}

function escapeName(name: Buffer): string {
  let text = '';
  let at = 0;
  while (at < name.length) {
    const length = [1, 2, 3, 4].find((size) => at + size <= name.length && isUtf8(name.subarray(at, at + size)));
    text +=
      length === undefined
        ? `\\x${(name[at] ?? 0).toString(16).padStart(2, '0').toUpperCase()}`
        : name.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** True if the path only descends. A path read from a file could contain `..`. */
export function isStraight(path: string): boolean {
  if (process.platform === 'win32' && /[\\:]/.test(path)) return false;
  return path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}

/** The repository's and Strata's own storage, never part of a prompt. */
export function isReserved(path: string): boolean {
  return /(?:^|\/)\.(?:git|strata)(?:\/|$)/.test(path);
}

export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return byCodePoint(left.path, right.path);
}
