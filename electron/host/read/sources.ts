import { sameItems } from '../../../shared/document/memo';
import {
  noSources,
  type MissingSource,
  type RepositoryFile,
  type SourceBlob,
  type SourceFile,
  type Sources,
  type SymbolTable,
} from '../../../shared/sources/types';
import type { Loaded } from './file-cache';
import type { Overlay, Overlays } from '../edit/overlays';

/** One requested file, as it is on disk. */
export interface Slot {
  readonly path: string;
  readonly as: string;
  readonly form: 'text' | 'blob';
  readonly loaded: Loaded;
}

/** The sources of one round of requests, and what they were made from. */
export interface Composed {
  readonly slots: readonly Slot[];
  readonly edits: ReadonlyMap<string, Overlay>;
  readonly sources: Sources;
}

/**
 * Applies unsaved edits over the disk. Returns the sources of `last` if nothing differs, so that equal input stays
 * identical.
 */
export function composeSources(
  slots: readonly Slot[],
  overlays: Overlays,
  repository: readonly RepositoryFile[] | undefined,
  symbols: SymbolTable | undefined,
  last?: Composed,
): Composed {
  const edits = new Map(overlays.list().map((overlay) => [overlay.path, overlay]));
  const before = last?.sources ?? noSources;
  const laid = (last?.slots === slots ? replaced(last, edits) : undefined) ?? layOver(slots, edits);
  const next: Sources = {
    files: sameItems(before.files, laid.files) ? before.files : laid.files,
    blobs: sameItems(before.blobs, laid.blobs) ? before.blobs : laid.blobs,
    missing: sameMissing(before.missing, laid.missing),
    ...(repository === undefined ? {} : { repository }),
    ...(symbols === undefined ? {} : { symbols }),
  };
  return { slots, edits, sources: sameSources(before, next) ? before : next };
}

type Laid = Pick<Sources, 'files' | 'blobs' | 'missing'>;

function layOver(slots: readonly Slot[], edits: Composed['edits']): Laid {
  const files: SourceFile[] = [];
  const blobs: SourceBlob[] = [];
  const missing: MissingSource[] = [];
  for (const { path, as, form, loaded } of slots) {
    const overlay = form === 'text' ? edits.get(path) : undefined;
    if (overlay !== undefined && (loaded.ok || (loaded.why !== 'refused' && loaded.why !== 'untrusted')))
      files.push(overlay.fileAs(as));
    else if (!loaded.ok) missing.push({ as, path, why: loaded.why });
    else if (form === 'text') files.push(loaded.file.fileAs(as));
    else blobs.push(loaded.file.blobAs(as));
  }
  return { files, blobs, missing };
}

/** If the same files are edited as before, only their texts can differ. */
function replaced({ edits: before, sources }: Composed, edits: Composed['edits']): Laid | undefined {
  if (before.size !== edits.size || [...edits.keys()].some((path) => !before.has(path))) return undefined;
  const edited = [...edits.values()].filter((overlay) => before.get(overlay.path) !== overlay);
  const files =
    edited.length === 0
      ? sources.files
      : sources.files.map((file) => edited.find(({ path }) => path === file.path)?.fileAs(file.as) ?? file);
  return { files, blobs: sources.blobs, missing: sources.missing };
}

function sameSources(a: Sources, b: Sources): boolean {
  return (
    a.files === b.files &&
    a.blobs === b.blobs &&
    a.missing === b.missing &&
    a.repository === b.repository &&
    a.symbols === b.symbols
  );
}

function isSameMissing(a: MissingSource, b: MissingSource | undefined): boolean {
  return a.as === b?.as && a.path === b.path && a.why === b.why;
}

function sameMissing(last: readonly MissingSource[], next: readonly MissingSource[]): readonly MissingSource[] {
  if (last === next) return last;
  const same = last.length === next.length && next.every((item, index) => isSameMissing(item, last[index]));
  return same ? last : next;
}
