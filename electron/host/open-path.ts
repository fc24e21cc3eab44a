import { manifestName } from '../../shared/assemblers/manifest';
import type { Configure } from './choices';
import { systemCode } from './errors';
import type { FileBoundary } from './disk/files';
import { nameOf, parentOf } from './disk/paths';

/**
 * A folder is opened as it is; a file is a request, in the folder it stands in. A manifest stands for its folder.
 * `takesFiles`: requests can be shown at all.
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
    // The folder's own opening says what is wrong with it.
    if (systemCode(error) === '') throw error;
    return false;
  }
}
