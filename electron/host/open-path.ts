import { manifestName } from '../../shared/assemblers/manifest';
import type { Configure } from './choices';
import { systemCode } from './errors';
import type { FileBoundary } from './disk/files';
import { nameOf, parentOf } from './disk/paths';

/**
 * A folder opens as it is; a file opens as a request in its folder. A manifest opens its folder. `takesFiles`: requests
 * can be shown at all.
 */
export function openTarget(
  boundary: FileBoundary,
  takesFiles: boolean,
  path: string,
  configure: Configure,
): { readonly folder: string; readonly configure: Configure } {
  if (!takesFiles || !isFile(boundary, path)) return { folder: path, configure };
  const folder = parentOf(path);
  if (nameOf(path) === manifestName || (configure.architecture !== undefined && configure.architecture !== 'request'))
    return { folder, configure };
  return {
    folder,
    configure: { ...configure, architecture: 'request', settings: { file: nameOf(path), ...configure.settings } },
  };
}

function isFile(boundary: FileBoundary, path: string): boolean {
  try {
    return boundary.stat(path)?.kind === 'file';
  } catch (error) {
    // Opening the folder reports what is wrong with it.
    if (systemCode(error) === '') throw error;
    return false;
  }
}
