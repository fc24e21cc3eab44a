import type { SourceFile } from '../../shared/sources/types';
import { idOf } from './refusals';

/** An unsaved edit. `base` is what was on disk when it began, undefined when nothing was. */
export interface Overlay {
  readonly path: string;
  readonly text: string;
  readonly base: string | undefined;
  /** What is on disk now; differs from `base` when somebody else wrote or deleted the file meanwhile. */
  readonly disk: string | undefined;
  fileAs(as: string): SourceFile;
}

/** Unsaved edits by absolute path; they win over the disk, and nothing but saving or reverting ends one. */
export class Overlays {
  readonly #workspace: string;
  readonly #byPath = new Map<string, Overlay>();

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

  /** An edit that arrives at what is on disk is no edit any more. */
  edit(path: string, text: string, disk: string | undefined): void {
    const known = this.#byPath.get(path);
    if (text === disk) this.#byPath.delete(path);
    else this.#put(path, text, known === undefined ? disk : known.base, disk);
  }

  /** An edit of an earlier run, begun from `base`: where the disk has gone on since, the two are in conflict. */
  restore(path: string, text: string, base: string | undefined, disk: string | undefined): void {
    if (text !== disk) this.#put(path, text, base, disk);
  }

  /** Notes what is on disk. True when that is news. A disk that caught up with the edit ends it. */
  seen(path: string, disk: string | undefined): boolean {
    const known = this.#byPath.get(path);
    if (known === undefined || known.disk === disk) return false;
    if (known.text === disk) this.#byPath.delete(path);
    else this.#put(path, known.text, known.base, disk);
    return true;
  }

  /** `text` is on disk now; what was typed since stays an edit, begun from it. */
  saved(path: string, text: string): void {
    const known = this.#byPath.get(path);
    if (known === undefined) return;
    if (known.text === text) this.#byPath.delete(path);
    else this.#put(path, known.text, text, text);
  }

  drop(path: string): void {
    this.#byPath.delete(path);
  }

  #put(path: string, text: string, base: string | undefined, disk: string | undefined): void {
    const id = idOf(this.#workspace, path);
    const files = new Map<string, SourceFile>();
    const fileAs = (as: string): SourceFile => {
      const file = files.get(as) ?? { id, path, as, text };
      files.set(as, file);
      return file;
    };
    this.#byPath.set(path, { path, text, base, disk, fileAs });
  }
}

export function inConflict(overlay: Overlay): boolean {
  return overlay.disk !== overlay.base;
}
