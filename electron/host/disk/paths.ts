/**
 * The host runs on Node without Electron. It reads, watches and saves; what it reads goes to `shared/` as data. Its
 * paths are absolute with `/` on every platform.
 */
import { resolve, sep } from 'node:path';

/** On POSIX, a backslash is part of a file name and stays. */
export function toSlash(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

/** Relative paths start at the current folder. */
export function absolutePath(path: string, base = process.cwd()): string {
  return toSlash(resolve(base, path));
}

/** The folder above; a root is its own parent. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  const root = /^(?:[A-Za-z]:)?\//.exec(path)?.[0] ?? '/';
  return at < root.length ? root : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function childOf(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** Is `path` the folder itself or below it, by spelling? */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The folder and every folder above it, nearest first. */
export function upwards(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; parentOf(at) !== at; at = parentOf(at)) folders.push(parentOf(at));
  return folders;
}

/** Relative to the workspace inside it, absolute outside: the form of a `SourceId`. */
export function relativeId(workspace: string, path: string): string {
  return path !== workspace && isInside(workspace, path) ? path.slice(childOf(workspace, '').length) : path;
}

export function hasParentStep(path: string): boolean {
  return path.split('/').includes('..');
}
