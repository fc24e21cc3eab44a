import { isAbsolute, normalizePath } from '../../../shared/sources/paths';
import { systemError } from '../errors';
import type { FileBoundary } from './files';
import { isInside } from './paths';

/** As many as Linux follows. */
const maxLinks = 40;

/**
 * Where a link leads, step by step and only as long as it stays in the folder: of a link that leads out, the path it
 * names there, which is not looked at. A look alone can call a server, where a path is a network's.
 */
export function leadsTo(boundary: Pick<FileBoundary, 'lstat' | 'readlink'>, folder: string, link: string): string {
  let at = rootOf(link);
  const steps = stepsOf(link);
  let links = 0;
  while (steps.length > 0) {
    const step = steps.shift() ?? '';
    if (step === '' || step === '.') continue;
    at = normalizePath(at.endsWith('/') ? at + step : `${at}/${step}`);
    // On the way down to the folder nothing has to be asked: it is a real path.
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
