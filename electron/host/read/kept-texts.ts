import type { FileStat } from '../disk/files';
import type { DiskText } from './disk-text';

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

/** `redacted`: without its secrets. `head`: only its start, also without secrets. */
export type HowRead = 'plain' | 'redacted' | 'head';

/** Files by path, as last read. Each way of reading is stored separately: one build may read a file in several. */
export class KeptTexts {
  readonly #entries: Readonly<Record<HowRead, Map<string, Entry>>> = {
    plain: new Map(),
    redacted: new Map(),
    head: new Map(),
  };

  /** The file as read, unless it may have changed since. */
  current(path: string, how: HowRead, now: FileStat): DiskText | undefined {
    const entry = this.#entries[how].get(path);
    return entry !== undefined && !entry.racy && sameStat(entry.stat, now) ? entry.file : undefined;
  }

  /** The file as last read: the same object while its bytes are equal. */
  last(path: string, how: HowRead): Pick<Entry, 'stat' | 'size' | 'file'> | undefined {
    return this.#entries[how].get(path);
  }

  keep(path: string, how: HowRead, stat: FileStat, size: number, file: DiskText): void {
    const racy = Date.now() - Number(stat.mtimeNs / 1_000_000n) < racyMs;
    this.#entries[how].set(path, { stat, racy, size, file });
  }

  /** True if it was last read without its secrets. */
  isRedacted(path: string): boolean {
    return this.#entries.redacted.has(path);
  }

  drop(path: string): void {
    for (const entries of Object.values(this.#entries)) entries.delete(path);
  }

  dropAllBut(paths: ReadonlySet<string>): void {
    for (const entries of Object.values(this.#entries))
      for (const path of entries.keys()) if (!paths.has(path)) entries.delete(path);
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
