import { byCodePoint } from '../../shared/document/code-point-order';
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
}

/** Invalid bytes become `\xHH`, so two names that differ on disk differ on the screen. */
export function listedPath(name: Buffer): ListedPath {
  return isUtf8(name) ? { path: name.toString('utf8') } : { path: escapeName(name), bytes: name };
}

function escapeName(name: Buffer): string {
  let text = '';
  let at = 0;
  while (at < name.length) {
    const length = [1, 2, 3, 4].find((size) => at + size <= name.length && isUtf8(name.subarray(at, at + size)));
    text += length === undefined ? `\\x${(name[at] ?? 0).toString(16).padStart(2, '0').toUpperCase()}` : name.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** Names ended by NUL, as `git ls-files -z` prints them; a name of several stages in a merge stands there once per stage. */
export function parseNulList(output: Buffer): readonly ListedPath[] {
  if (isUtf8(output)) {
    const names = new Set(output.toString('utf8').split('\0'));
    names.delete('');
    return Array.from(names, (path) => ({ path }));
  }
  const found = new Map<string, ListedPath>();
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    const listed = listedPath(output.subarray(start, end));
    found.set(listed.path, listed);
    start = end + 1;
  }
  return [...found.values()];
}

/** The repository's own storage and Strata's: never part of a prompt. */
export function isReserved(path: string): boolean {
  return /(?:^|\/)\.(?:git|strata)(?:\/|$)/.test(path);
}

export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return byCodePoint(left.path, right.path);
}
