import { readUpTo } from '../open-file';
import { withRepositoryFile } from '../repository-file';
import type { Listing } from '../repository-list';
import type { LinkInput } from './facts';

/** The line that counts is among the first. */
const maxModuleBytes = 64 * 1024;

/** The module path of each `go.mod`, which imports start with. */
export function goModules(folder: string, listing: Listing): LinkInput['goModules'] {
  return listing.files.flatMap(({ file: { path, excluded } }) => {
    if (excluded !== undefined || (path !== 'go.mod' && !path.endsWith('/go.mod'))) return [];
    const [, module] = /^\s*module\s+"?([^\s"]+)/m.exec(textOf(folder, path)) ?? [];
    return module === undefined ? [] : [{ folder: path.slice(0, -'/go.mod'.length), module }];
  });
}

/** Without it imports are followed by the ends of their paths. */
function textOf(folder: string, path: string): string {
  try {
    return withRepositoryFile(folder, { path }, (file, size) => readUpTo(file, size, maxModuleBytes).toString('utf8'));
  } catch {
    return '';
  }
}
