import type { SourceFile } from '../../../shared/sources/types';
import { idOf } from '../disk/access/refusals';

/** What is on disk: a text, nothing, or something that cannot be read as text. */
export interface OnDisk {
  readonly text: string | undefined;
  /** Why it cannot be read; its text is then unknown. */
  readonly problem?: string | undefined;
}

/** An unsaved edit. `base` is the text on disk when it began, undefined if there was none. */
export interface Overlay {
  readonly path: string;
  readonly text: string;
  readonly base: string | undefined;
  /** The text on disk now. Differs from `base` when someone else wrote or deleted the file. */
  readonly disk: string | undefined;
  readonly problem: string | undefined;
  fileAs(as: string): SourceFile;
}

/** An edit that is on disk now. Further typing continues from its text, not its base. */
export type SavedEdit = Pick<Overlay, 'base' | 'text'>;

/** Unsaved edits by absolute path. They take precedence over the disk; only saving or reverting ends one. */
export class Overlays {
  readonly #workspace: string;
  readonly #byPath = new Map<string, Overlay>();
  readonly #ended = new Map<string, SavedEdit>();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  get(path: string): Overlay | undefined {
    return this.#byPath.get(path);
  }

  list(): readonly Overlay[] {
    return [...this.#byPath.values()];
  }

  /** Files that exist only as edits. */
  unsaved(): readonly string[] {
    return this.list().flatMap((overlay) => (overlay.disk === undefined ? [overlay.path] : []));
  }

  /** The file's last edit that ended because the disk has its text. */
  ended(path: string): SavedEdit | undefined {
    return this.#ended.get(path);
  }

  /** An edit equal to the disk ends. `base` is used for an edit that begins now. */
  edit(path: string, text: string, disk: OnDisk, base: string | undefined): void {
    const existing = this.#byPath.get(path);
    const began = existing === undefined ? base : existing.base;
    if (text === disk.text) this.#end(path, { base: began, text });
    else this.#put(path, text, began, disk);
  }

  /** Restores an edit of an earlier run, begun from `base`. If the disk has changed since, they conflict. */
  restore(path: string, text: string, base: string | undefined, disk: OnDisk): void {
    if (text !== disk.text) this.#put(path, text, base, disk);
  }

  /** Notes what is on disk. If that equals the edit, the edit ends. */
  seen(path: string, disk: OnDisk): void {
    const existing = this.#byPath.get(path);
    if (existing === undefined || (existing.disk === disk.text && existing.problem === disk.problem)) return;
    if (existing.text === disk.text) this.#end(path, existing);
    else this.#put(path, existing.text, existing.base, disk);
  }

  /** `text` is on disk now. Later typing stays an edit with `text` as its base. */
  saved(path: string, text: string): void {
    const existing = this.#byPath.get(path);
    if (existing === undefined) return;
    if (existing.text === text) this.#end(path, existing);
    else this.#put(path, existing.text, text, { text });
  }

  drop(path: string): void {
    this.#byPath.delete(path);
  }

  #end(path: string, { base, text }: SavedEdit): void {
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
