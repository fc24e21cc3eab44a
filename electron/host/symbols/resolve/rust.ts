import type { ImportFact } from '../facts';
import { folderOfPath, foldersUp, type Places, type Resolution } from './places';

/** The folder in which a file's own child modules lie. */
function childFolder(file: string): string {
  return /(?:^|\/)(?:mod|lib|main)\.rs$/.test(file) ? folderOfPath(file) : file.replace(/\.rs$/, '');
}

function moduleIn(folder: string, name: string, places: Places): string | undefined {
  const base = folder === '' ? name : `${folder}/${name}`;
  return [`${base}.rs`, `${base}/mod.rs`].find((path) => places.has(path));
}

/** The file that is the root of the crate around a file. */
function crateRoot(from: string, places: Places): string | undefined {
  for (const folder of foldersUp(folderOfPath(from))) {
    const base = folder === '' ? '' : `${folder}/`;
    const root = ['lib.rs', 'main.rs', 'src/lib.rs', 'src/main.rs'].map((name) => base + name).find((path) => places.has(path));
    if (root !== undefined) return root;
  }
  return undefined;
}

/** Another crate of the workspace, by the name of its folder. */
function otherCrate(name: string, places: Places): string | undefined {
  return places.named('src/lib.rs').find((path) => folderOfPath(folderOfPath(path)).replace(/^.*\//, '').replaceAll('-', '_') === name);
}

/** The file of the module above: `a/b.rs` and `a/b/mod.rs` have `a.rs`, `a/mod.rs`, or the crate's root. */
function parentModule(file: string, places: Places): string | undefined {
  const folder = file.endsWith('/mod.rs') ? folderOfPath(folderOfPath(file)) : folderOfPath(file);
  const base = folder === '' ? '' : `${folder}/`;
  return [`${folder}.rs`, `${base}mod.rs`, `${base}lib.rs`, `${base}main.rs`].find((path) => path !== file && places.has(path));
}

export function resolveRust({ spec, names }: ImportFact, from: string, places: Places): Resolution | undefined {
  if (spec.startsWith('mod ')) {
    const file = moduleIn(childFolder(from), spec.slice(4), places);
    return file === undefined ? undefined : { files: [file] };
  }
  const segments = spec.replace(/::\*$/, '').split('::');
  const [first = ''] = segments;
  let file: string | undefined = from;
  if (first === 'crate') file = crateRoot(from, places);
  else if (first !== 'self' && first !== 'super') file = moduleIn(childFolder(from), first, places) ?? otherCrate(first, places);
  let at = first === 'super' ? 0 : 1;
  for (; segments[at] === 'super' && file !== undefined; at += 1) file = parentModule(file, places);
  for (; at < segments.length && file !== undefined; at += 1) {
    const next = moduleIn(childFolder(file), segments[at] ?? '', places);
    if (next === undefined) break;
    file = next;
  }
  if (file === undefined) return undefined;
  if (file === from) return { files: [] };
  const [, imported] = names?.[0] ?? [];
  return { files: [file], ...(at >= segments.length && imported !== undefined ? { modules: new Map([[imported, file]]) } : {}) };
}
