import type { Finding } from '../../../shared/sources/findings';
import { expandPath } from '../../../shared/sources/paths';
import { instructionNames, type Ask } from '../../../shared/sources/trust';
import type { Place, SourceRequest, Word } from '../../../shared/sources/types';
import type { FileCache } from './file-cache';
import {
  resolveRequest,
  type PathGuard,
  type Passage,
  type Permit,
  type Refused,
  type Roots,
} from '../disk/allowed-path';
import type { FileBoundary } from '../disk/files';
import { listFiles, splitPattern, type Listing } from './glob';
import { isDynamicGlob } from './glob-pattern';
import { InterestSet, type Interests } from '../watch/interests';
import type { Overlays } from '../edit/overlays';
import { childOf, hasParentStep, isInside, nameOf, parentOf, upwards } from '../disk/paths';
import { refusal } from '../disk/refusals';
import type { Slot } from './sources';
import { isGiven, leftOut, permitFor, permitIn, type UsersWord } from '../disk/trust';

/** The answer to one request, valid until something it depends on changes. */
export interface Part {
  readonly slots: readonly Slot[];
  readonly findings: readonly Finding[];
  /** What the user must allow for a full answer. */
  readonly asks: readonly Ask[];
  readonly interests: Interests;
  readonly matches: boolean;
  /** Where the requested path leads. */
  readonly passage?: Passage;
  /** The folders that were searched. */
  readonly folders?: readonly string[];
}

/** The unchanged parts of an earlier answer to the same request. */
export interface Untouched {
  readonly slot: (path: string) => Slot | undefined;
  readonly folders: readonly string[] | undefined;
  /** The earlier interests, if these slots are at the same places as before. */
  readonly interests: (slots: readonly Slot[]) => Interests | undefined;
}

export interface Moment {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly overlays: Overlays;
  readonly files: FileCache;
  readonly guard: PathGuard;
  /** What the user allowed. */
  readonly allowed: Permit;
}

/** How to read the paths of one request. */
interface Reading {
  readonly form?: Slot['form'];
  readonly redact?: boolean;
  /** The permit for a path outside; default: what the user allowed. */
  readonly permit?: (path: string) => Permit;
  readonly by?: Place | undefined;
  readonly word?: Word | undefined;
}

export function answerRequest(
  moment: Moment,
  request: SourceRequest,
  roots: Roots,
  users: UsersWord,
  untouched: Untouched,
): Part {
  if (request.kind === 'repository' || request.kind === 'symbols') return nothing;
  const { as, word, by } = request;
  const permit = (path: string): Permit => permitFor(moment, path, word, users);
  switch (request.kind) {
    case 'file':
    case 'blob': {
      const resolved = resolveRequest(roots, request.root, request.path);
      if (!resolved.ok) return refuse(moment, resolved, as);
      return loadAll(moment, [resolved.path], as, untouched, {
        permit,
        by,
        word,
        form: request.kind === 'file' ? 'text' : 'blob',
        redact: request.kind === 'file' && request.redact === true,
      });
    }
    case 'glob': {
      const resolved = resolveRequest(roots, request.root, request.pattern);
      return resolved.ok
        ? answerGlob(
            moment,
            request,
            resolved.path,
            request.root === 'home' ? roots.home : roots.workspace,
            permit,
            untouched,
          )
        : refuse(moment, resolved, as);
    }
    case 'folder': {
      const resolved = resolveRequest(roots, request.root, request.path);
      return resolved.ok
        ? askFolder(moment, resolved.path, as, permit(resolved.path), { by, word })
        : refuse(moment, resolved, as);
    }
    case 'ancestors': {
      const from = expandPath(request.from, roots.workspace, roots.home);
      const isWalk = isInside(moment.workspace, from);
      const folders = untouched.folders ?? distinctFolders(moment, upwards(from), isGiven(moment.allowed, word, users));
      const names = request.names.filter((name) => !hasParentStep(name));
      /**
       * Every design may look for instruction files in the folders above the workspace, but not in their other
       * subfolders.
       */
      const onTheWay = new Set(folders);
      const isUsual = (path: string): boolean => instructionNames.has(nameOf(path)) && onTheWay.has(parentOf(path));
      const wordFor = (path: string): Word | undefined =>
        word === undefined && isWalk && isUsual(path) ? { of: 'design' } : word;
      const permitUp = (path: string): Permit => permitFor(moment, path, wordFor(path), users);
      const part = loadAll(
        moment,
        folders.flatMap((folder) => names.map((name) => childOf(folder, name))),
        as,
        untouched,
        { permit: permitUp, by, word },
      );
      return { ...part, folders };
    }
  }
}

type Glob = Extract<SourceRequest, { readonly kind: 'glob' }>;

/** A glob outside the workspace is allowed exactly as written or not at all. */
function answerGlob(
  moment: Moment,
  { as, pattern, redact, by, word }: Glob,
  absolute: string,
  root: string,
  permit: (path: string) => Permit,
  untouched: Untouched,
): Part {
  const { folder } = splitPattern(root, pattern);
  if (isInside(moment.workspace, folder)) {
    const listing = list(moment, root, pattern);
    return withListing(listing, loadAll(moment, listing.paths, as, untouched, { by, redact: redact === true }));
  }
  if (!permit(absolute)(absolute)) {
    const { ask, finding } = leftOut(
      moment.workspace,
      { ok: false, path: absolute, ruleId: 'path-outside', problem: 'it lies outside the workspace' },
      absolute,
      { by, word, isPattern: true },
    );
    return {
      ...nothing,
      asks: [ask],
      slots: [
        {
          path: absolute,
          as,
          form: 'text',
          loaded: { ok: false, why: 'untrusted', findings: [finding], real: absolute },
        },
      ],
    };
  }
  const inFolder = permitIn(moment.allowed, folder);
  const listing = list(moment, root, pattern, inFolder);
  return withListing(
    listing,
    loadAll(moment, listing.paths, as, untouched, { permit: () => inFolder, by, redact: redact === true }),
  );
}

/** True if anything in the workspace matches. A trailing `/` asks for a folder. */
export function matchPattern(moment: Moment, pattern: string): Part {
  const { workspace, guard, overlays } = moment;
  if (hasParentStep(pattern)) return nothing;
  if (isDynamicGlob(pattern)) {
    const { paths, interests, findings, asks } = list(moment, workspace, pattern);
    return { slots: [], findings, asks, interests, matches: paths.length > 0 };
  }
  const path = childOf(workspace, pattern.replace(/\/$/, ''));
  const passage = guard.pass(path);
  const kind = passage.ok ? passage.stat?.kind : undefined;
  const matches = pattern.endsWith('/') ? kind === 'folder' : kind === 'file' || overlays.get(path) !== undefined;
  return { slots: [], findings: [], asks: [], interests: around(path, passage), matches };
}

export function loadAll(
  moment: Moment,
  paths: readonly string[],
  as: string,
  untouched: Untouched,
  { form = 'text', redact = false, permit, by, word }: Reading = {},
): Part {
  const asks: Ask[] = [];
  const slots = paths.map((path): Slot => {
    const slot = untouched.slot(path) ?? { path, as, form, loaded: moment.files.load(path, redact, permit?.(path)) };
    const { loaded } = slot;
    if (loaded.ok || loaded.refused?.wants === undefined) return slot;
    const { ask, finding } = leftOut(moment.workspace, loaded.refused, loaded.refused.wants, { by, word });
    asks.push(ask);
    return { ...slot, loaded: { ...loaded, findings: [finding] } };
  });
  return {
    slots,
    findings: [],
    asks,
    interests: untouched.interests(slots) ?? placesOf(moment, slots),
    matches: slots.length > 0,
  };
}

/** Paths that may not be read are not watched. For a link that leads out, only the link is watched. */
function placesOf({ workspace }: Moment, slots: readonly Slot[]): Interests {
  const interests = new InterestSet();
  for (const { path, loaded } of slots) {
    if (!loaded.ok && loaded.why === 'untrusted' && !isInside(workspace, path)) continue;
    interests.path(path);
    if (loaded.real !== path) interests.path(loaded.real);
  }
  return interests.folders;
}

/** Where a path leads, whether or not it exists. */
export function askPath({ guard, workspace }: Moment, path: string): Part {
  const passage = guard.pass(path);
  if (!passage.ok && !isInside(workspace, path)) return { ...nothing, passage };
  return { ...nothing, interests: around(path, passage), passage };
}

const nothing: Part = { slots: [], findings: [], asks: [], interests: new Map(), matches: false };

function list(
  { boundary, workspace, guard, overlays }: Moment,
  root: string,
  pattern: string,
  permit?: Permit,
): Listing {
  return listFiles({ boundary, workspace, guard, permit, unsaved: overlays.unsaved() }, root, pattern);
}

function withListing(listing: Listing, part: Part): Part {
  const interests = new InterestSet();
  interests.merge(listing.interests);
  interests.merge(part.interests);
  return {
    ...part,
    findings: [...listing.findings, ...part.findings],
    asks: [...listing.asks, ...part.asks],
    interests: interests.folders,
  };
}

function askFolder(
  { guard, workspace }: Moment,
  path: string,
  as: string,
  permit: Permit,
  asking: Pick<Reading, 'by' | 'word'>,
): Part {
  const passage = guard.pass(path, permit);
  const missing = (loaded: Omit<Extract<Slot['loaded'], { readonly ok: false }>, 'ok' | 'real'>): readonly Slot[] => [
    { path, as, form: 'text', loaded: { ok: false, real: path, ...loaded } },
  ];
  if (!passage.ok && passage.wants !== undefined) {
    const { ask, finding } = leftOut(workspace, passage, passage.wants, asking);
    return { ...nothing, asks: [ask], slots: missing({ why: 'untrusted', findings: [finding] }) };
  }
  const stat = passage.ok ? passage.stat : undefined;
  const slots =
    stat?.kind === 'folder' ? [] : missing({ why: stat === undefined ? 'missing' : 'not-a-file', findings: [] });
  return { ...nothing, slots, interests: around(path, passage) };
}

/**
 * A folder reached twice through links (e.g. a link to its parent) is searched once. `isFree`: all folders may be read.
 */
function distinctFolders({ guard, workspace }: Moment, folders: readonly string[], isFree: boolean): readonly string[] {
  const met = new Set<string>();
  return folders.filter((folder) => {
    const passage = guard.pass(folder, isFree || isInside(folder, workspace) ? () => true : undefined);
    const real = passage.ok ? passage.real : folder;
    const isNew = !met.has(real);
    met.add(real);
    return isNew;
  });
}

function refuse({ workspace }: Moment, { path, ruleId, problem }: Refused, as: string): Part {
  const findings = [refusal(workspace, path, ruleId, problem)];
  return {
    ...nothing,
    slots: [{ path, as, form: 'text', loaded: { ok: false, why: 'refused', findings, real: path } }],
  };
}

/** A path and its real path. */
function around(path: string, passage: Passage): Interests {
  const interests = new InterestSet();
  interests.path(path);
  if (passage.ok && passage.real !== path) interests.path(passage.real);
  return interests.folders;
}
