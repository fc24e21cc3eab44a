interface DiskVersion {
  readonly diskVersion: number;
  readonly text: string | undefined;
}

/** Texts to remember per file. An older one counts as unknown, which is a conflict. */
const most = 8;

/** Numbers the texts a file had on disk, so that an edit or save can name one without sending it. */
export class DiskVersions {
  readonly #byPath = new Map<string, readonly DiskVersion[]>();
  #last = 0;

  /** The number of this text of the file; undefined means a missing file. */
  of(path: string, text: string | undefined): number {
    const versions = this.#byPath.get(path) ?? [];
    const found = versions.find((each) => each.text === text);
    if (found !== undefined) return found.diskVersion;
    this.#last += 1;
    this.#byPath.set(path, [...versions, { diskVersion: this.#last, text }].slice(-most));
    return this.#last;
  }

  get(path: string, diskVersion: number): DiskVersion | undefined {
    return this.#byPath.get(path)?.find((each) => each.diskVersion === diskVersion);
  }
}
