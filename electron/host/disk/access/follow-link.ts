import { isAbsolute, normalizePath } from '../../../../shared/sources/paths';
import { systemError } from '../../errors';
import type { FileBoundary } from '../files';
import { isInside } from '../paths';

/** Same limit as Linux. */
const maxLinks = 40;

/**
 * Where a link leads, followed step by step while it stays in the folder. For a link that leads out, the path it names,
 * which is never accessed: on a network path, even a stat contacts a server.
 */
export function followLink(boundary: Pick<FileBoundary, 'lstat' | 'readlink'>, folder: string, link: string): string {
  let at = rootOf(link);
  const steps = stepsOf(link);
  let links = 0;
  while (steps.length > 0) {
    const step = steps.shift() ?? '';
    if (step === '' || step === '.') continue;
    at = normalizePath(at.endsWith('/') ? at + step : `${at}/${step}`);
    // No check needed on the way to the folder: it is a real path.
    if (isInside(at, folder)) continue;
    if (!isInside(folder, at)) return normalizePath([at, ...steps].join('/'));
    if (boundary.lstat(at)?.kind !== 'link') continue;
    links += 1;
    if (links > maxLinks) throw systemError('ELOOP');
    const target = boundary.readlink(at);
    if (isAbsolute(target)) at = rootOf(target);
    else at = normalizePath(`${at}/..`);
    steps.unshift(...stepsOf(target));
  }
  return at;
}

function rootOf(path: string): string {
  return /^(?:[A-Za-z]:)?\//.exec(path)?.[0] ?? '/';
}

function stepsOf(path: string): string[] {
  return path.slice(isAbsolute(path) ? rootOf(path).length : 0).split('/');
}
