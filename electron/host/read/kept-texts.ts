import type { FileStat } from '../disk/files';
import type { DiskText } from './file-cache';

interface Entry {
  readonly stat: FileStat;
  /** Modified so recently when read that a later write may leave the same time stamp; such a file is read again. */
  readonly racy: boolean;
  /** In bytes. */
  readonly size: number;
  readonly file: DiskText;
}

/** The coarsest time stamp of file systems in use (FAT: 2 s), plus a margin. */
const racyMs = 3000;

/** Files by path, as last read. Redacted texts are stored separately: one build may read a file both ways. */
export class KeptTexts {
  readonly #plain = new Map<string, Entry>();
  readonly #redacted = new Map<string, Entry>();

  /** The file as read, unless it may have changed since. */
  current(path: string, redact: boolean, now: FileStat): DiskText | undefined {
    const known = this.#entries(redact).get(path);
    return known !== undefined && !known.racy && sameStat(known.stat, now) ? known.file : undefined;
  }

  /** The file as last read: the same object while its bytes are equal. */
  last(path: string, redact: boolean): Pick<Entry, 'size' | 'file'> | undefined {
    return this.#entries(redact).get(path);
  }

  keep(path: string, redact: boolean, stat: FileStat, size: number, file: DiskText): void {
    const racy = Date.now() - Number(stat.mtimeNs / 1_000_000n) < racyMs;
    this.#entries(redact).set(path, { stat, racy, size, file });
  }

  /** True if it was last read without its secrets. */
  isRedacted(path: string): boolean {
    return this.#redacted.has(path);
  }

  drop(path: string): void {
    this.#plain.delete(path);
    this.#redacted.delete(path);
  }

  dropAllBut(paths: ReadonlySet<string>): void {
    for (const entries of [this.#plain, this.#redacted])
      for (const path of entries.keys()) if (!paths.has(path)) entries.delete(path);
  }

  #entries(redact: boolean): Map<string, Entry> {
    return redact ? this.#redacted : this.#plain;
  }
}

function sameStat(a: FileStat, b: FileStat): boolean {
  return (
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs &&
    a.size === b.size &&
    a.inode === b.inode &&
    a.device === b.device
  );
}
