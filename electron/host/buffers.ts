import type { Buffer } from '../../shared/ipc/contract';
import { isAbsolute } from '../../shared/sources/paths';
import { encode } from './decode';
import { HostError, ReadOnlyFile, systemCode, systemReason } from './errors';
import type { DiskText, Loaded } from './file-cache';
import { resolveRequest } from './fence';
import type { FileBoundary } from './files';
import type { UnsavedEdit } from './journal';
import { inConflict, type Overlays } from './overlays';
import { isInside, relativeId } from './paths';
import type { Reader } from './reader';

export interface BufferOptions {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly reader: Reader;
  readonly overlays: Overlays;
  /** Did a build ask for this file? Only then may it lie outside the workspace. */
  readonly isAsked: (path: string) => boolean;
}

export interface SaveOptions {
  /** The user wants a read-only file replaced. */
  readonly replaceReadOnly?: boolean;
}

/** The texts of single files: as edited, as saved, and both when they went apart. */
export class Buffers {
  readonly #options: BufferOptions;
  #saving: Promise<unknown> = Promise.resolve();

  constructor(options: BufferOptions) {
    this.#options = options;
  }

  read(id: string): Buffer {
    const path = this.pathOf(id);
    const overlay = this.#options.overlays.get(path);
    if (overlay === undefined) return { id, text: present(id, this.#load(path)).text, dirty: false };
    return { id, text: overlay.text, dirty: true, ...(inConflict(overlay) && overlay.disk !== undefined ? { disk: overlay.disk } : {}) };
  }

  unsaved(): readonly UnsavedEdit[] {
    const { overlays, workspace } = this.#options;
    return overlays.list().map(({ path, text, base }) => ({ id: relativeId(workspace, path), text, base: base ?? null }));
  }

  /** `base`: of an edit that an earlier run did not get to save, what was on disk when it began. */
  edit(id: string, text: string, base?: string | null): void {
    const path = this.pathOf(id);
    const disk = textOrNothing(id, this.#load(path));
    if (disk?.redacted === true) throw new HostError('forbidden', `${id} is shown without its secrets or without its end, so it cannot be edited here`);
    if (base === undefined) this.#options.overlays.edit(path, text, disk?.text);
    else this.#options.overlays.restore(path, text, base ?? undefined, disk?.text);
  }

  /** Saves one after the other. Returns the path that was written, or undefined when there was nothing to save. */
  save(id: string, options: SaveOptions = {}): Promise<string | undefined> {
    const saved = this.#saving.then(() => this.#save(id, options));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  revert(id: string): Buffer {
    const path = this.pathOf(id);
    this.#options.overlays.drop(path);
    return { id, text: textOrNothing(id, this.#load(path))?.text ?? '', dirty: false };
  }

  pathOf(id: string): string {
    const { workspace, isAsked } = this.#options;
    const passage = resolveRequest({ workspace, home: workspace }, isAbsolute(id) ? 'absolute' : 'workspace', id);
    if (!passage.ok) throw new HostError('outside-workspace', `${id}: ${passage.problem}`);
    const { path } = passage;
    if (path === workspace || (!isInside(workspace, path) && !isAsked(path))) throw new HostError('outside-workspace', `${id} is outside the workspace`);
    return path;
  }

  #load(path: string): Loaded {
    const { reader } = this.#options;
    // What a build read without its secrets nobody else sees with them either.
    return reader.load(path, /\.(?:har|curl)$/i.test(path) || reader.isRedacted(path));
  }

  async #save(id: string, { replaceReadOnly = false }: SaveOptions): Promise<string | undefined> {
    const { boundary, overlays } = this.#options;
    const path = this.pathOf(id);
    const overlay = overlays.get(path);
    if (overlay === undefined) return undefined;
    const loaded = this.#load(path);
    const disk = textOrNothing(id, loaded);
    if (disk?.redacted === true) throw new HostError('forbidden', `${id} is shown without its secrets or without its end, so it cannot be saved`);
    if (overlays.seen(path, disk?.text)) {
      if (overlays.get(path) === undefined) return path;
      throw new HostError('io', `${id} was changed on disk meanwhile. Nothing was written; both versions are kept, and saving again keeps yours.`);
    }
    if (disk?.raw !== undefined) throw new HostError('io', `${id} is not UTF-8: saving would destroy the bytes that could not be read. Nothing was written.`);
    try {
      await boundary.writeAtomic(loaded.real, encode(overlay.text, disk?.bom ?? false), { replaceReadOnly });
    } catch (error) {
      if (systemCode(error) === '') throw error;
      if (systemCode(error) === 'EREADONLY') throw new ReadOnlyFile(`${id} is read-only. Nothing was written; your edit is kept.`, { cause: error });
      throw new HostError('io', `${id} could not be saved: ${systemReason(error)}. Your edit is kept.`, { cause: error });
    }
    overlays.saved(path, overlay.text);
    return path;
  }
}

function present(id: string, loaded: Loaded): DiskText {
  const file = textOrNothing(id, loaded);
  if (file === undefined) throw new HostError('not-found', `There is no file ${id}`);
  return file;
}

/** Undefined for a file that is not there; throws for one that is there and cannot be text. */
function textOrNothing(id: string, loaded: Loaded): DiskText | undefined {
  if (loaded.ok) return loaded.file;
  if (loaded.why === 'missing') return undefined;
  throw new HostError(loaded.why === 'refused' ? 'outside-workspace' : 'io', loaded.findings[0]?.message ?? `${id} cannot be read`);
}
