import type { SourceFile } from '../../../shared/sources/types';
import { idOf } from '../disk/refusals';

/** What is on disk: a text, nothing, or something that cannot be read as text. */
export interface OnDisk {
  readonly text: string | undefined;
  /** Why it cannot be read; then nothing is known of its text. */
  readonly problem?: string | undefined;
}

/** An unsaved edit. `base` is what was on disk when it began, undefined when nothing was. */
export interface Overlay {
  readonly path: string;
  readonly text: string;
  readonly base: string | undefined;
  /** What is on disk now; differs from `base` when somebody else wrote or deleted the file meanwhile. */
  readonly disk: string | undefined;
  readonly problem: string | undefined;
  fileAs(as: string): SourceFile;
}

/** An edit that is on disk now: who still types on it goes on from its text, not from its base. */
export type Ended = Pick<Overlay, 'base' | 'text'>;

/** Unsaved edits by absolute path; they win over the disk, and nothing but saving or reverting ends one. */
export class Overlays {
  readonly #workspace: string;
  readonly #byPath = new Map<string, Overlay>();
  readonly #ended = new Map<string, Ended>();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  get(path: string): Overlay | undefined {
    return this.#byPath.get(path);
  }

  list(): readonly Overlay[] {
    return [...this.#byPath.values()];
  }

  /** Files that exist only here. */
  unsaved(): readonly string[] {
    return this.list().flatMap((overlay) => (overlay.disk === undefined ? [overlay.path] : []));
  }

  /** The last edit of this file that ended because the disk has its text. */
  ended(path: string): Ended | undefined {
    return this.#ended.get(path);
  }

  /** An edit that arrives at what is on disk is no edit any more. `base` is that of an edit that begins now. */
  edit(path: string, text: string, disk: OnDisk, base: string | undefined): void {
    const known = this.#byPath.get(path);
    const began = known === undefined ? base : known.base;
    if (text === disk.text) this.#end(path, { base: began, text });
    else this.#put(path, text, began, disk);
  }

  /** An edit of an earlier run, begun from `base`: where the disk has gone on since, the two are in conflict. */
  restore(path: string, text: string, base: string | undefined, disk: OnDisk): void {
    if (text !== disk.text) this.#put(path, text, base, disk);
  }

  /** Notes what is on disk. A disk that caught up with the edit ends it. */
  seen(path: string, disk: OnDisk): void {
    const known = this.#byPath.get(path);
    if (known === undefined || (known.disk === disk.text && known.problem === disk.problem)) return;
    if (known.text === disk.text) this.#end(path, known);
    else this.#put(path, known.text, known.base, disk);
  }

  /** `text` is on disk now; what was typed since stays an edit, begun from it. */
  saved(path: string, text: string): void {
    const known = this.#byPath.get(path);
    if (known === undefined) return;
    if (known.text === text) this.#end(path, known);
    else this.#put(path, known.text, text, { text });
  }

  drop(path: string): void {
    this.#byPath.delete(path);
  }

  #end(path: string, { base, text }: Ended): void {
    this.#byPath.delete(path);
    this.#ended.set(path, { base, text });
  }

  #put(path: string, text: string, base: string | undefined, disk: OnDisk): void {
    const id = idOf(this.#workspace, path);
    const files = new Map<string, SourceFile>();
    const fileAs = (as: string): SourceFile => {
      const file = files.get(as) ?? { id, path, as, text };
      files.set(as, file);
      return file;
    };
    this.#byPath.set(path, { path, text, base, disk: disk.text, problem: disk.problem, fileAs });
  }
}

export function inConflict(overlay: Overlay): boolean {
  return overlay.problem !== undefined || overlay.disk !== overlay.base;
}
