import type { Finding } from '../../shared/sources/findings';
import { expandPath } from '../../shared/sources/paths';
import type { SourceRequest } from '../../shared/sources/types';
import type { FileCache } from './file-cache';
import { resolveRequest, type Fence, type Passage, type Refused, type Roots } from './fence';
import type { FileBoundary } from './files';
import { listFiles, type Listing } from './glob';
import { isDynamicGlob } from './glob-pattern';
import { InterestSet, type Interests } from './interests';
import type { Overlays } from './overlays';
import { childOf, hasParentStep, upwards } from './paths';
import { refusal } from './refusals';
import type { Slot } from './sources';

/** The answer to one request, good until something it depends on changes. */
export interface Part {
  readonly slots: readonly Slot[];
  readonly findings: readonly Finding[];
  readonly interests: Interests;
  readonly matches: boolean;
  /** Where the one path that was asked about leads. */
  readonly passage?: Passage;
  /** The folders that were looked through. */
  readonly folders?: readonly string[];
}

/** What an earlier answer to the same request said and nobody touched since. */
export interface Kept {
  readonly slot: (path: string) => Slot | undefined;
  readonly folders: readonly string[] | undefined;
  /** Of the earlier answer when these slots stand where its slots stood. */
  readonly interests: (slots: readonly Slot[]) => Interests | undefined;
}

export interface Moment {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly overlays: Overlays;
  readonly files: FileCache;
  readonly fence: Fence;
}

export function answerRequest(moment: Moment, request: SourceRequest, roots: Roots, kept: Kept): Part {
  switch (request.kind) {
    case 'file':
    case 'blob': {
      const resolved = resolveRequest(roots, request.root, request.path);
      if (!resolved.ok) return refuse(moment, resolved, request.as);
      return loadAll(moment, [resolved.path], request.as, request.kind === 'file' ? 'text' : 'blob', kept, request.kind === 'file' && request.redact === true);
    }
    case 'glob': {
      const resolved = resolveRequest(roots, request.root, request.pattern);
      if (!resolved.ok) return refuse(moment, resolved, request.as);
      const listing = list(moment, request.root === 'home' ? roots.home : roots.workspace, request.pattern);
      return withListing(listing, loadAll(moment, listing.paths, request.as, 'text', kept, request.redact === true));
    }
    case 'folder': {
      const resolved = resolveRequest(roots, request.root, request.path);
      return resolved.ok ? askFolder(moment, resolved.path, request.as) : refuse(moment, resolved, request.as);
    }
    case 'ancestors': {
      const folders = kept.folders ?? distinctFolders(moment, upwards(expandPath(request.from, roots.workspace, roots.home)));
      const names = request.names.filter((name) => !hasParentStep(name));
      const part = loadAll(moment, folders.flatMap((folder) => names.map((name) => childOf(folder, name))), request.as, 'text', kept);
      return { ...part, folders };
    }
    case 'repository':
    case 'symbols':
      return nothing;
  }
}

/** Does anything match below the workspace? A trailing `/` asks for a folder. */
export function matchPattern(moment: Moment, pattern: string): Part {
  const { workspace, fence, overlays } = moment;
  if (hasParentStep(pattern)) return nothing;
  if (isDynamicGlob(pattern)) {
    const { paths, interests, findings } = list(moment, workspace, pattern);
    return { slots: [], findings, interests, matches: paths.length > 0 };
  }
  const path = childOf(workspace, pattern.replace(/\/$/, ''));
  const passage = fence.pass(path);
  const kind = passage.ok ? passage.stat?.kind : undefined;
  const matches = pattern.endsWith('/') ? kind === 'folder' : kind === 'file' || overlays.get(path) !== undefined;
  return { slots: [], findings: [], interests: around(path), matches };
}

export function loadAll({ files }: Moment, paths: readonly string[], as: string, form: Slot['form'], kept: Kept, redact = false): Part {
  const slots = paths.map((path): Slot => kept.slot(path) ?? { path, as, form, loaded: files.load(path, redact) });
  return { slots, findings: [], interests: kept.interests(slots) ?? placesOf(slots), matches: slots.length > 0 };
}

function placesOf(slots: readonly Slot[]): Interests {
  const interests = new InterestSet();
  for (const { path, loaded } of slots) {
    interests.path(path);
    if (loaded.real !== path) interests.path(loaded.real);
  }
  return interests.folders;
}

/** Where a path leads, whatever is there. */
export function askPath({ fence }: Moment, path: string): Part {
  const passage = fence.pass(path);
  const interests = new InterestSet();
  interests.path(path);
  if (passage.ok && passage.real !== path) interests.path(passage.real);
  return { ...nothing, interests: interests.folders, passage };
}

const nothing: Part = { slots: [], findings: [], interests: new Map(), matches: false };

function list({ boundary, workspace, fence, overlays }: Moment, root: string, pattern: string): Listing {
  return listFiles({ boundary, workspace, fence, unsaved: overlays.unsaved() }, root, pattern);
}

function withListing(listing: Listing, part: Part): Part {
  const interests = new InterestSet();
  interests.merge(listing.interests);
  interests.merge(part.interests);
  return { ...part, findings: [...listing.findings, ...part.findings], interests: interests.folders };
}

function askFolder({ fence }: Moment, path: string, as: string): Part {
  const passage = fence.pass(path);
  const stat = passage.ok ? passage.stat : undefined;
  const why = stat === undefined ? 'missing' : 'not-a-file';
  const slots: readonly Slot[] = stat?.kind === 'folder' ? [] : [{ path, as, form: 'text', loaded: { ok: false, why, findings: [], real: path } }];
  return { slots, findings: [], interests: around(path), matches: false };
}

/** A folder met twice behind its links (a link to a folder above itself) is asked once. */
function distinctFolders({ fence }: Moment, folders: readonly string[]): readonly string[] {
  const met = new Set<string>();
  return folders.filter((folder) => {
    const passage = fence.pass(folder);
    const real = passage.ok ? passage.real : folder;
    const isNew = !met.has(real);
    met.add(real);
    return isNew;
  });
}

function refuse({ workspace }: Moment, { path, ruleId, problem }: Refused, as: string): Part {
  const findings = [refusal(workspace, path, ruleId, problem)];
  return { ...nothing, slots: [{ path, as, form: 'text', loaded: { ok: false, why: 'refused', findings, real: path } }] };
}

function around(path: string): Interests {
  const interests = new InterestSet();
  interests.path(path);
  return interests.folders;
}
