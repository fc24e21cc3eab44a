interface Known {
  readonly ground: number;
  readonly text: string | undefined;
}

/** Texts to remember per file. An older one counts as unknown, which is a conflict. */
const most = 8;

/** Numbers the texts a file had on disk, so that an edit or save can name one without sending it. */
export class Grounds {
  readonly #byPath = new Map<string, readonly Known[]>();
  #last = 0;

  /** The number of this text of the file; undefined means a missing file. */
  of(path: string, text: string | undefined): number {
    const known = this.#byPath.get(path) ?? [];
    const found = known.find((each) => each.text === text);
    if (found !== undefined) return found.ground;
    this.#last += 1;
    this.#byPath.set(path, [...known, { ground: this.#last, text }].slice(-most));
    return this.#last;
  }

  get(path: string, ground: number): Known | undefined {
    return this.#byPath.get(path)?.find((each) => each.ground === ground);
  }
}
