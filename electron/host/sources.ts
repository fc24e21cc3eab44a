import { noSources, type MissingSource, type RepositoryFile, type SourceBlob, type SourceFile, type Sources, type SymbolTable } from '../../shared/sources/types';
import type { Loaded } from './file-cache';
import type { Overlays } from './overlays';

/** One file that a request asked for, as it is on disk. */
export interface Slot {
  readonly path: string;
  readonly as: string;
  readonly form: 'text' | 'blob';
  readonly loaded: Loaded;
}

/** Lays unsaved edits over the disk. Returns `last` itself when nothing differs, so that equal input is the same input. */
export function composeSources(
  slots: readonly Slot[],
  overlays: Overlays,
  repository: readonly RepositoryFile[] | undefined,
  symbols: SymbolTable | undefined,
  last: Sources = noSources,
): Sources {
  const files: SourceFile[] = [];
  const blobs: SourceBlob[] = [];
  const missing: MissingSource[] = [];
  for (const { path, as, form, loaded } of slots) {
    const overlay = form === 'text' ? overlays.get(path) : undefined;
    if (overlay !== undefined && (loaded.ok || loaded.why !== 'refused')) files.push(overlay.fileAs(as));
    else if (!loaded.ok) missing.push({ as, path, why: loaded.why });
    else if (form === 'text') files.push(loaded.file.fileAs(as));
    else blobs.push(loaded.file.blobAs(as));
  }
  const next: Sources = {
    files: sameItems(last.files, files),
    blobs: sameItems(last.blobs, blobs),
    missing: sameMissing(last.missing, missing),
    ...(repository === undefined ? {} : { repository }),
    ...(symbols === undefined ? {} : { symbols }),
  };
  return sameSources(last, next) ? last : next;
}

export function sameSources(a: Sources, b: Sources): boolean {
  return a.files === b.files && a.blobs === b.blobs && a.missing === b.missing && a.repository === b.repository && a.symbols === b.symbols;
}

function sameItems<T>(last: readonly T[], next: readonly T[]): readonly T[] {
  return last.length === next.length && next.every((item, index) => item === last[index]) ? last : next;
}

function sameMissing(last: readonly MissingSource[], next: readonly MissingSource[]): readonly MissingSource[] {
  const same = last.length === next.length && next.every((item, index) => JSON.stringify(item) === JSON.stringify(last[index]));
  return same ? last : next;
}
