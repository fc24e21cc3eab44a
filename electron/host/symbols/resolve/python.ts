import type { ImportFact } from '../facts';
import { folderOfPath, foldersUp, within, type Places, type Resolution } from './places';

/** Folders that are put on the path by habit. */
const roots = ['', 'src', 'lib', 'python'];

function moduleAt(path: string, places: Places): string | undefined {
  const candidates = path === '' ? ['__init__.py'] : [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`, `${path}/__init__.pyi`];
  return candidates.find((candidate) => places.has(candidate));
}

/** A module, and those of the imported names that are modules in it. */
function resolveIn(base: string, names: ImportFact['names'], places: Places): Resolution | undefined {
  const file = moduleAt(base, places);
  const modules = new Map<string, string>();
  for (const [, name] of names ?? []) {
    const module = name === '*' ? undefined : moduleAt(base === '' ? name : `${base}/${name}`, places);
    if (module !== undefined) modules.set(name, module);
  }
  if (file === undefined && modules.size === 0) return undefined;
  return { files: file === undefined ? [] : [file], modules };
}

/** `.a.b` counts from the file's package, `a.b` from its folder, the folders above and the usual roots. */
export function resolvePython({ spec, names }: ImportFact, from: string, places: Places): Resolution | undefined {
  const dots = /^\.*/.exec(spec)?.[0].length ?? 0;
  const path = spec.slice(dots).trim().replaceAll('.', '/');
  if (dots > 0) {
    const base = within(folderOfPath(from), `${'../'.repeat(dots - 1)}${path === '' ? '.' : path}`);
    return base === undefined ? undefined : resolveIn(base, names, places);
  }
  for (const root of new Set([...foldersUp(folderOfPath(from)), ...roots])) {
    const found = resolveIn(root === '' ? path : `${root}/${path}`, names, places);
    if (found !== undefined && !found.files.includes(from)) return found;
  }
  return undefined;
}
