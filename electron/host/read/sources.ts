import { sameItems } from '../../../shared/basics/memo';
import {
  noSources,
  type MissingSource,
  type RepositoryFile,
  type SourceBlob,
  type SourceFile,
  type SourceHead,
  type Sources,
  type SymbolTable,
} from '../../../shared/sources/types';
import type { KnownFrames } from '../../../shared/sources/learned-frame';
import type { Loaded } from './file-cache';
import type { Overlay, Overlays } from '../edit/overlays';

/** One requested file, as it is on disk. */
export interface Slot {
  readonly path: string;
  readonly as: string;
  readonly form: 'text' | 'blob' | 'head';
  readonly loaded: Loaded;
}

/** The sources of one round of requests, and what they were made from. */
export interface Composed {
  readonly slots: readonly Slot[];
  readonly edits: ReadonlyMap<string, Overlay>;
  readonly sources: Sources;
}

/** Answers that are not files of the folder. */
interface KnownElsewhere {
  readonly repository: readonly RepositoryFile[] | undefined;
  readonly symbols: SymbolTable | undefined;
  readonly frames: KnownFrames | undefined;
}

/**
 * Applies unsaved edits over the disk. Returns the sources of `last` if nothing differs, so that equal input stays
 * identical.
 */
export function composeSources(
  slots: readonly Slot[],
  overlays: Overlays,
  elsewhere: KnownElsewhere,
  last?: Composed,
): Composed {
  const edits = new Map(overlays.list().map((overlay) => [overlay.path, overlay]));
  const before = last?.sources ?? noSources;
  const laid = (last?.slots === slots ? replaced(last, edits) : undefined) ?? layOver(slots, edits);
  const next: Sources = {
    files: sameItems(before.files, laid.files) ? before.files : laid.files,
    blobs: sameItems(before.blobs, laid.blobs) ? before.blobs : laid.blobs,
    missing: sameMissing(before.missing, laid.missing),
    ...(laid.heads.length === 0
      ? {}
      : { heads: before.heads !== undefined && sameItems(before.heads, laid.heads) ? before.heads : laid.heads }),
    ...(elsewhere.repository === undefined ? {} : { repository: elsewhere.repository }),
    ...(elsewhere.symbols === undefined ? {} : { symbols: elsewhere.symbols }),
    ...(elsewhere.frames === undefined ? {} : { frames: elsewhere.frames }),
  };
  return { slots, edits, sources: sameSources(before, next) ? before : next };
}

type Laid = Pick<Sources, 'files' | 'blobs' | 'missing'> & { readonly heads: readonly SourceHead[] };

function layOver(slots: readonly Slot[], edits: Composed['edits']): Laid {
  const files: SourceFile[] = [];
  const blobs: SourceBlob[] = [];
  const missing: MissingSource[] = [];
  const heads: SourceHead[] = [];
  for (const { path, as, form, loaded } of slots) {
    const overlay = form === 'text' ? edits.get(path) : undefined;
    if (overlay !== undefined && (loaded.ok || (loaded.why !== 'refused' && loaded.why !== 'untrusted')))
      files.push(linked(overlay.fileAs(as), loaded.real));
    else if (!loaded.ok) missing.push({ as, path, why: loaded.why });
    else if (form === 'text') files.push(linked(loaded.file.fileAs(as), loaded.real));
    else if (form === 'head') heads.push(loaded.file.headAs(as));
    else blobs.push(loaded.file.blobAs(as));
  }
  return { files, blobs, missing, heads };
}

const linkedFiles = new WeakMap<SourceFile, SourceFile>();

/** Says where a link leads. Returns the same object for the same file. */
function linked(file: SourceFile, real: string): SourceFile {
  if (real === file.path) return file;
  const cached = linkedFiles.get(file);
  if (cached?.real === real) return cached;
  const made = { ...file, real };
  linkedFiles.set(file, made);
  return made;
}

/** If the same files are edited as before, only their texts can differ. */
function replaced({ edits: before, sources }: Composed, edits: Composed['edits']): Laid | undefined {
  if (before.size !== edits.size || [...edits.keys()].some((path) => !before.has(path))) return undefined;
  const edited = [...edits.values()].filter((overlay) => before.get(overlay.path) !== overlay);
  const files =
    edited.length === 0
      ? sources.files
      : sources.files.map((file) => {
          const overlay = edited.find(({ path }) => path === file.path);
          return overlay === undefined ? file : linked(overlay.fileAs(file.as), file.real ?? file.path);
        });
  return { files, blobs: sources.blobs, missing: sources.missing, heads: sources.heads ?? [] };
}

function sameSources(a: Sources, b: Sources): boolean {
  return (
    a.files === b.files &&
    a.blobs === b.blobs &&
    a.missing === b.missing &&
    a.heads === b.heads &&
    a.repository === b.repository &&
    a.symbols === b.symbols &&
    a.frames === b.frames
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
