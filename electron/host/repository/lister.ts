import { classifyAll, listRepository, type Listing, type ListOptions } from './list';
import { byPath, isReserved } from './names';
import type { ClassifiedFile } from './classify';

/** Keeps the listing of a folder and looks again at what is said to have changed. One call of `list` at a time. */
export class RepositoryLister {
  readonly #folder: string;
  #files: ReadonlyMap<string, ClassifiedFile>;
  #listing: Listing | undefined;
  #all = true;
  #stale = new Set<string>();

  /** @param known what an earlier run found */
  constructor(folder: string, known: ReadonlyMap<string, ClassifiedFile>) {
    this.#folder = folder;
    this.#files = known;
  }

  get files(): ReadonlyMap<string, ClassifiedFile> {
    return this.#files;
  }

  changed(paths: readonly string[] | 'all'): void {
    if (paths === 'all') this.#all = true;
    else for (const path of paths) if (!isReserved(path)) this.#stale.add(path);
  }

  /** Changes that are reported while it looks are for the next look. */
  async list(options: Omit<ListOptions, 'known'> = {}): Promise<Listing> {
    const [all, stale] = [this.#all, this.#stale];
    if (this.#listing !== undefined && !all && stale.size === 0) return this.#listing;
    this.#all = false;
    this.#stale = new Set();
    try {
      const again = this.#listing === undefined || all ? undefined : this.#onlyContents(this.#listing, stale);
      this.#listing = await (again === undefined
        ? listRepository(this.#folder, { ...options, known: this.#files })
        : this.#lookAgain(again, stale, options));
    } catch (error) {
      this.#all ||= all;
      for (const path of stale) this.#stale.add(path);
      throw error;
    }
    this.#files = new Map(this.#listing.files.map((entry) => [entry.file.path, entry]));
    return this.#listing;
  }

  /** The listing, if none of the changes can add a file to it or take a rule away. */
  #onlyContents(listing: Listing, stale: ReadonlySet<string>): Listing | undefined {
    const isContent = (path: string): boolean =>
      this.#files.has(path) && path !== '.gitignore' && !path.endsWith('/.gitignore');
    return [...stale].every(isContent) ? listing : undefined;
  }

  async #lookAgain(listing: Listing, stale: ReadonlySet<string>, options: ListOptions): Promise<Listing> {
    const again = listing.files
      .filter(({ file }) => stale.has(file.path))
      .map(({ file: { path }, bytes }) => ({ path, ...(bytes === undefined ? {} : { bytes }) }));
    const { files, problems } = await classifyAll(this.#folder, again, { ...options, known: this.#files });
    // Whether one that is gone is still tracked only the whole list can tell.
    if (files.length + problems.length < again.length)
      return listRepository(this.#folder, { ...options, known: this.#files });
    const others = listing.files.filter(({ file }) => !stale.has(file.path));
    return {
      ...listing,
      files: [...others, ...files].toSorted((left, right) => byPath(left.file, right.file)),
      problems: [...listing.problems.filter(({ path }) => !stale.has(path)), ...problems],
    };
  }
}
