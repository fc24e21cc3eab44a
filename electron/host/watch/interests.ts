import { nameOf, parentOf } from '../disk/paths';

/** What a build depends on in one folder: these entries, or whatever is in it. */
export type Names = ReadonlySet<string> | 'all';
export type Interests = ReadonlyMap<string, Names>;

/**
 * Collects folders to watch. Every path is watched from its folder, and that folder from the one above it, up to the
 * root: a folder that is deleted, renamed or not yet there is seen by its parent.
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
      const known = this.#folders.get(folder);
      if (names === 'all' || known === 'all') this.#folders.set(folder, 'all');
      else if (known === undefined) this.#folders.set(folder, new Set(names));
      else for (const name of names) known.add(name);
    }
  }

  /** False when the name was known, and with it everything above. */
  #name(folder: string, name: string): boolean {
    const known = this.#folders.get(folder);
    if (known === undefined) this.#folders.set(folder, new Set([name]));
    else if (known === 'all') return true;
    else if (known.has(name)) return false;
    else known.add(name);
    return true;
  }
}

/**
 * Systems report a name composed or decomposed, in the spelling on disk or the one asked for: such differences count as
 * equal.
 */
export function foldName(name: string): string {
  return (isPlain.test(name) ? name : name.normalize('NFC')).toLowerCase();
}

/** ASCII is composed as it is, and asking for it takes longer than looking. */
const isPlain = /^[\0-\x7f]*$/;

export function sameName(a: string, b: string): boolean {
  return a === b || foldName(a) === foldName(b);
}

/** Does an event about `name` (undefined: about anything) in a folder with these names matter? */
export function concerns(names: Names, name: string | undefined): boolean {
  if (names === 'all') return true;
  if (name === undefined) return names.size > 0;
  if (names.has(name)) return true;
  for (const each of names) if (sameName(each, name)) return true;
  return false;
}
