import { readFileSync } from 'node:fs';
import type { Listing } from '../repository-list';
import type { LinkInput } from './facts';

/** The module path of each `go.mod`, which imports start with. */
export function goModules(folder: string, listing: Listing): LinkInput['goModules'] {
  return listing.files.flatMap(({ file: { path, excluded } }) => {
    if (excluded !== undefined || (path !== 'go.mod' && !path.endsWith('/go.mod'))) return [];
    const [, module] = /^\s*module\s+"?([^\s"]+)/m.exec(textOf(`${folder}/${path}`)) ?? [];
    return module === undefined ? [] : [{ folder: path.slice(0, -'/go.mod'.length), module }];
  });
}

/** Without it imports are followed by the ends of their paths. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
