import { byCodePoint } from '../../../shared/document/code-point-order';
import { isUtf8 } from 'node:buffer';

/** A listed file: `path` as it is shown, relative with `/`; `bytes` is its name on disk when that is no UTF-8. */
export interface ListedPath {
  readonly path: string;
  readonly bytes?: Buffer;
}

/** A file or folder that could not be looked at, with a reason the user understands. */
export interface ListingProblem {
  readonly path: string;
  readonly reason: string;
  /** It was looked at, but not to its end. */
  readonly isCut?: true;
}

/** A listing ends here: the names alone would be more than any model reads, and more than a window holds. */
export const mostListed = 100_000;

/** Invalid bytes become `\xHH`, so two names that differ on disk differ on the screen. */
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

/** Does the path lead down from its folder step by step? One read from a file could climb out of it. */
export function isStraight(path: string): boolean {
  if (process.platform === 'win32' && /[\\:]/.test(path)) return false;
  return path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}

/** The repository's own storage and Strata's: never part of a prompt. */
export function isReserved(path: string): boolean {
  return /(?:^|\/)\.(?:git|strata)(?:\/|$)/.test(path);
}

export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return byCodePoint(left.path, right.path);
}
