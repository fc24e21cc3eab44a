import { nameOf, parentOf } from '../disk/paths';

/** What a build depends on in one folder: these entries, or all. */
export type Names = ReadonlySet<string> | 'all';
export type Interests = ReadonlyMap<string, Names>;

/**
 * Collects folders to watch. Every path is watched from its folder, and each folder from its parent, up to the root: so
 * a folder that is deleted, renamed or still missing is seen by its parent.
 */
export class InterestSet {
  readonly #folders = new Map<string, Set<string> | 'all'>();

  get folders(): Interests {
    return this.#folders;
  }

  path(path: string): void {
    let at = path;
    for (let folder = parentOf(at); folder !== at && this.#name(folder, nameOf(at)); folder = parentOf(at)) at = folder;
  }

  folder(folder: string): void {
    this.#folders.set(folder, 'all');
    this.path(folder);
  }

  merge(other: Interests): void {
    for (const [folder, names] of other) {
      const watched = this.#folders.get(folder);
      if (names === 'all' || watched === 'all') this.#folders.set(folder, 'all');
      else if (watched === undefined) this.#folders.set(folder, new Set(names));
      else for (const name of names) watched.add(name);
    }
  }

  /** False if the name, and so everything above it, is already known. */
  #name(folder: string, name: string): boolean {
    const watched = this.#folders.get(folder);
    if (watched === undefined) this.#folders.set(folder, new Set([name]));
    else if (watched === 'all') return true;
    else if (watched.has(name)) return false;
    else watched.add(name);
    return true;
  }
}

/**
 * Systems report names composed or decomposed, spelled as on disk or as requested. Names that differ only in this are
 * equal.
 */
export function foldName(name: string): string {
  return (isPlain.test(name) ? name : name.normalize('NFC')).toLowerCase();
}

/** ASCII needs no normalization, and this test is faster. */
const isPlain = /^[\0-\x7f]*$/;

export function sameName(a: string, b: string): boolean {
  return a === b || foldName(a) === foldName(b);
}

/** True if an event about `name` (undefined: about anything) concerns a folder with these names. */
export function concerns(names: Names, name: string | undefined): boolean {
  if (names === 'all') return true;
  if (name === undefined) return names.size > 0;
  if (names.has(name)) return true;
  for (const each of names) if (sameName(each, name)) return true;
  return false;
}
