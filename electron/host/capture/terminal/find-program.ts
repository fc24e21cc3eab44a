/**
 * Finds installed programs by their full path. A program of an opened folder is never run: a relative entry of PATH
 * could lead there, and Windows looks into the current folder even without one.
 */
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { childOf, isInside, toSlash } from '../../disk/paths';

/** Where programs are looked for: the entries of PATH, without places in these folders. */
export function placesOutside(folders: readonly string[], path: string | undefined): readonly string[] {
  return (path ?? '').split(delimiter).filter((place) => isAbsolute(place) && isOutside(folders, place));
}

/** The first program of one of these names, by its whole path; not one that leads into these folders. */
export function findProgram(
  names: readonly string[],
  places: readonly string[],
  folders: readonly string[],
): string | undefined {
  return places
    .flatMap((place) => names.map((name) => childOf(toSlash(place), name)))
    .find((path) => isProgram(path) && isOutside(folders, path));
}

/** The file names under which a system finds a program. */
export function fileNamesOf(program: string, platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isOutside(folders: readonly string[], path: string): boolean {
  return !folders.some((folder) => isInside(realOf(folder), realOf(path)));
}

function realOf(path: string): string {
  return toSlash(existsSync(path) ? realpathSync.native(path) : path);
}
