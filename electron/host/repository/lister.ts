import { classifyAll, listRepository, type Listing, type ListOptions } from './list';
import { byPath, isReserved } from './names';
import type { ClassifiedFile } from './classify';

/** Keeps the listing of a folder and rechecks what is reported as changed. One call of `list` at a time. */
export class RepositoryLister {
  readonly #folder: string;
  #files: ReadonlyMap<string, ClassifiedFile>;
  #listing: Listing | undefined;
  #all = true;
  #stale = new Set<string>();

  /** @param files results of an earlier run */
  constructor(folder: string, files: ReadonlyMap<string, ClassifiedFile>) {
    this.#folder = folder;
    this.#files = files;
  }

  get files(): ReadonlyMap<string, ClassifiedFile> {
    return this.#files;
  }

  changed(paths: readonly string[] | 'all'): void {
    if (paths === 'all') this.#all = true;
    else for (const path of paths) if (!isReserved(path)) this.#stale.add(path);
  }

  /** Changes reported during a listing apply to the next one. */
  async list(options: Omit<ListOptions, 'earlier'> = {}): Promise<Listing> {
    const [all, stale] = [this.#all, this.#stale];
    if (this.#listing !== undefined && !all && stale.size === 0) return this.#listing;
    this.#all = false;
    this.#stale = new Set();
    try {
      const again = this.#listing === undefined || all ? undefined : this.#onlyContents(this.#listing, stale);
      this.#listing = await (again === undefined
        ? listRepository(this.#folder, { ...options, earlier: this.#files })
        : this.#lookAgain(again, stale, options));
    } catch (error) {
      this.#all ||= all;
      for (const path of stale) this.#stale.add(path);
      throw error;
    }
    this.#files = new Map(this.#listing.files.map((entry) => [entry.file.path, entry]));
    return this.#listing;
  }

  /** The listing, if the changes affect only the contents of known files and no ignore file. */
  #onlyContents(listing: Listing, stale: ReadonlySet<string>): Listing | undefined {
    const isContent = (path: string): boolean =>
      this.#files.has(path) && path !== '.gitignore' && !path.endsWith('/.gitignore');
    return [...stale].every(isContent) ? listing : undefined;
  }

  async #lookAgain(listing: Listing, stale: ReadonlySet<string>, options: ListOptions): Promise<Listing> {
    const again = listing.files
      .filter(({ file }) => stale.has(file.path))
      .map(({ file: { path }, bytes }) => ({ path, ...(bytes === undefined ? {} : { bytes }) }));
    const { files, problems } = await classifyAll(this.#folder, again, { ...options, earlier: this.#files });
    // Only a full listing can tell if a missing file is still tracked.
    if (files.length + problems.length < again.length)
      return listRepository(this.#folder, { ...options, earlier: this.#files });
    const others = listing.files.filter(({ file }) => !stale.has(file.path));
    return {
      ...listing,
      files: [...others, ...files].toSorted((left, right) => byPath(left.file, right.file)),
      problems: [...listing.problems.filter(({ path }) => !stale.has(path)), ...problems],
    };
  }
}
