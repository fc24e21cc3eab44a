import type { Buffer, DiskSide } from '../../../shared/ipc/contract';
import { isAbsolute } from '../../../shared/sources/paths';
import type { Sources } from '../../../shared/sources/types';
import { encode } from '../disk/decode';
import { HostError, ReadOnlyFile, systemCode, systemReason } from '../errors';
import type { DiskText } from '../read/disk-text';
import type { Loaded } from '../read/file-cache';
import { resolveRequest } from '../disk/access/allowed-path';
import type { FileBoundary } from '../disk/files';
import { DiskVersions } from './disk-versions';
import type { UnsavedEdit } from './journal';
import { inConflict, type OnDisk, type Overlay, type Overlays } from './overlays';
import { isInside, relativeId } from '../disk/paths';
import type { Reader } from '../read/reader';

export interface BufferOptions {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly reader: Reader;
  readonly overlays: Overlays;
  /** What the last build read. Only a file that it asked for may lie outside the workspace. */
  readonly sources: () => Sources | undefined;
}

export interface SaveOptions {
  /** The user agreed to replace a read-only file. */
  readonly replaceReadOnly?: boolean;
  /** The `diskVersion` of someone else's version, which the user saw and agreed to overwrite. */
  readonly over?: number | undefined;
}

/** The texts of single files: as edited, as saved, and both if they conflict. */
export class Buffers {
  readonly #options: BufferOptions;
  readonly #versions = new DiskVersions();
  #saving: Promise<unknown> = Promise.resolve();

  constructor(options: BufferOptions) {
    this.#options = options;
  }

  read(id: string): Buffer {
    const path = this.pathOf(id);
    const overlay = this.#options.overlays.get(path);
    if (overlay !== undefined) {
      const diskVersion = this.#versions.of(path, overlay.base);
      return {
        id,
        text: overlay.text,
        dirty: true,
        diskVersion,
        ...(inConflict(overlay) ? { disk: this.#sideOf(overlay) } : {}),
      };
    }
    const loaded = this.#load(path);
    const { text } = present(id, loaded);
    const locked = this.#lockOf(id, path, loaded);
    return {
      id,
      text,
      dirty: false,
      diskVersion: this.#versions.of(path, text),
      ...(locked === undefined ? {} : { locked }),
    };
  }

  unsaved(): readonly UnsavedEdit[] {
    const { overlays, workspace } = this.#options;
    return overlays
      .list()
      .map(({ path, text, base }) => ({ id: relativeId(workspace, path), text, base: base ?? null }));
  }

  /** `diskVersion` identifies the text that was edited. Default: what is on disk now. */
  edit(id: string, text: string, diskVersion?: number): void {
    const { overlays } = this.#options;
    const path = this.pathOf(id);
    const { loaded, disk } = this.#editable(id, path);
    const locked = overlays.get(path) === undefined ? this.#lockOf(id, path, loaded) : undefined;
    if (locked !== undefined) throw new HostError('forbidden', locked);
    // An unreadable file can still be typed on if the caller names the text it had; without one there is no base.
    if (disk.problem !== undefined && diskVersion === undefined && overlays.get(path) === undefined)
      throw new HostError('io', disk.problem);
    overlays.edit(path, text, disk, diskVersion === undefined ? disk.text : this.#baseOf(path, diskVersion));
  }

  /** An edit based on this text of the file; undefined: on no text. */
  editFrom(id: string, text: string, base: string | undefined): void {
    const path = this.pathOf(id);
    this.#options.overlays.edit(path, text, this.#editable(id, path).disk, base);
  }

  /**
   * Restores an unsaved edit of an earlier run; `base` is what was on disk when it began. Refused if the file has
   * another unsaved edit, which would be lost.
   */
  restore({ id, text, base }: UnsavedEdit): void {
    const path = this.pathOf(id);
    const existing = this.#options.overlays.get(path);
    if (existing !== undefined && existing.text !== text)
      throw new HostError('conflict', `${id} has another unsaved edit, which would be lost. Save or revert it first.`);
    this.#options.overlays.restore(path, text, base ?? undefined, this.#editable(id, path).disk);
  }

  /**
   * Saves run one at a time. Someone else's version is not overwritten unless `over` names it. Returns the written
   * path, or undefined when there was nothing to save.
   */
  save(id: string, options: SaveOptions = {}): Promise<string | undefined> {
    const saved = this.#saving.then(() => this.#save(id, options));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** `seen` is the diskVersion of the version the user saw and chose. If the disk has another one, the edit is kept. */
  revert(id: string, seen?: number): Buffer {
    const { overlays } = this.#options;
    const path = this.pathOf(id);
    const disk = onDisk(id, this.#load(path));
    const { text, problem } = disk;
    // There is no other text to show in conflict with the edit.
    if (problem !== undefined) throw new HostError('io', `${problem}. Your edit is kept.`);
    if (seen !== undefined) {
      const meant = this.#versions.get(path, seen);
      if (meant === undefined || meant.text !== text) {
        overlays.seen(path, disk);
        // If the disk has the edit's own text by now, the edit has ended and nothing is discarded.
        if (overlays.get(path) !== undefined) throw changed(id, disk);
      }
    }
    overlays.drop(path);
    return { id, text: text ?? '', dirty: false, diskVersion: this.#versions.of(path, text) };
  }

  pathOf(id: string): string {
    const { workspace } = this.#options;
    const checked = resolveRequest({ workspace, home: workspace }, isAbsolute(id) ? 'absolute' : 'workspace', id);
    if (!checked.ok) throw new HostError('outside-workspace', `${id}: ${checked.problem}`);
    const { path } = checked;
    if (path === workspace || (!isInside(workspace, path) && !this.#isAsked(path)))
      throw new HostError('outside-workspace', `${id} is outside the folder`);
    return path;
  }

  #isAsked(path: string): boolean {
    const { overlays, sources } = this.#options;
    const { files = [], missing = [] } = sources() ?? {};
    return (
      overlays.get(path) !== undefined ||
      files.some((file) => file.path === path) ||
      missing.some((each) => each.path === path && each.why === 'missing')
    );
  }

  #load(path: string): Loaded {
    const { reader } = this.#options;
    // If a build masks a file's secrets, so does every other read.
    return reader.load(path, /\.(?:har|curl)$/i.test(path) || reader.isRedacted(path), this.#isAsked(path));
  }

  #editable(id: string, path: string): { readonly loaded: Loaded; readonly disk: OnDisk } {
    const loaded = this.#load(path);
    if (loaded.ok && loaded.file.redacted) throw new HostError('forbidden', withoutSecrets(id));
    return { loaded, disk: onDisk(id, loaded) };
  }

  /** Why the file cannot be saved, and so not edited; undefined if it can. */
  #lockOf(id: string, path: string, loaded: Loaded): string | undefined {
    const { boundary, workspace } = this.#options;
    if (!loaded.ok) return undefined;
    if (loaded.file.redacted) return withoutSecrets(id);
    // Permission to read behind a link does not include writing there: the folder made the link.
    if (!isInside(workspace, path) || isInside(boundary.realpath(workspace), loaded.real)) return undefined;
    return `${id} is a link, or in a linked folder, that leads out of this folder, so it cannot be edited here.`;
  }

  /** An edit that ended meanwhile, because it was saved or the disk caught up, is what was typed on. */
  #baseOf(path: string, diskVersion: number): string | undefined {
    const ended = this.#options.overlays.ended(path);
    if (ended !== undefined && this.#versions.of(path, ended.base) === diskVersion) return ended.text;
    return this.#versions.get(path, diskVersion)?.text;
  }

  #sideOf({ path, disk, problem }: Overlay): DiskSide {
    if (problem !== undefined) return { kind: 'unreadable', problem };
    const diskVersion = this.#versions.of(path, disk);
    return disk === undefined ? { kind: 'gone', diskVersion } : { kind: 'text', text: disk, diskVersion };
  }

  async #save(id: string, { replaceReadOnly = false, over }: SaveOptions): Promise<string | undefined> {
    const { boundary, overlays, workspace } = this.#options;
    const path = this.pathOf(id);
    if (overlays.get(path) === undefined) return undefined;
    const { loaded, disk } = this.#editable(id, path);
    overlays.seen(path, disk);
    const overlay = overlays.get(path);
    if (overlay === undefined) return path;
    const meant = over === undefined ? undefined : this.#versions.get(path, over);
    if (disk.problem !== undefined)
      throw new HostError('conflict', `${disk.problem}. Nothing was written; your edit is kept.`);
    if (meant === undefined ? inConflict(overlay) : meant.text !== disk.text) throw changed(id, disk);
    if (loaded.ok && loaded.file.raw !== undefined) {
      throw new HostError(
        'io',
        `${id} is not UTF-8: saving would destroy the bytes that could not be read. Nothing was written.`,
      );
    }
    const isStill = (): void => {
      const now = onDisk(id, this.#load(path));
      if (now.text === disk.text && now.problem === undefined) return;
      overlays.seen(path, now);
      throw changed(id, now);
    };
    try {
      const within = isInside(workspace, path) ? { within: workspace } : {};
      await boundary.writeAtomic(loaded.real, encode(overlay.text, loaded.ok && loaded.file.bom), {
        replaceReadOnly,
        isStill,
        ...within,
      });
    } catch (error) {
      if (error instanceof HostError || systemCode(error) === '') throw error;
      if (systemCode(error) === 'EREADONLY')
        throw new ReadOnlyFile(`${id} is read-only. Nothing was written; your edit is kept.`, { cause: error });
      throw new HostError('io', `${id} could not be saved: ${systemReason(error)}. Your edit is kept.`, {
        cause: error,
      });
    }
    overlays.saved(path, overlay.text);
    return path;
  }
}

function withoutSecrets(id: string): string {
  return `${id} is shown without its secrets or without its end, so it cannot be edited here.`;
}

function changed(id: string, { text }: OnDisk): HostError {
  const what = text === undefined ? 'deleted' : 'changed';
  const kept = 'Nothing was written; both versions are kept until you choose.';
  return new HostError('conflict', `${id} was ${what} on disk while you edited it. ${kept}`);
}

function present(id: string, loaded: Loaded): DiskText {
  if (loaded.ok) return loaded.file;
  if (loaded.why === 'missing') throw new HostError('not-found', `There is no file ${id}`);
  throw unreadable(id, loaded);
}

/** A file refused because of where it leads cannot be edited. Any other unreadable file keeps its edit. */
function onDisk(id: string, loaded: Loaded): OnDisk {
  if (loaded.ok) return { text: loaded.file.text };
  if (loaded.why === 'refused' || loaded.why === 'untrusted') throw unreadable(id, loaded);
  return loaded.why === 'missing' ? { text: undefined } : { text: undefined, problem: unreadable(id, loaded).message };
}

function unreadable(id: string, loaded: Extract<Loaded, { readonly ok: false }>): HostError {
  return new HostError(
    loaded.why === 'refused' || loaded.why === 'untrusted' ? 'outside-workspace' : 'io',
    loaded.findings[0]?.message ?? `${id} cannot be read`,
  );
}
