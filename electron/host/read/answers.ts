import { expandPath } from '../../../shared/sources/paths';
import { instructionNames, type Ask } from '../../../shared/sources/trust';
import type { SourceRequest, NamedBy } from '../../../shared/sources/types';
import type { Loaded } from './file-cache';
import { resolveRequest, type CheckedPath, type Permit, type Refused, type Roots } from '../disk/access/allowed-path';
import { listFiles, splitPattern, type Listing } from './glob/glob';
import { isDynamicGlob } from './glob/glob-pattern';
import { InterestSet, type Interests } from '../watch/interests';
import { childOf, hasParentStep, isInside, nameOf, parentOf, upwards } from '../disk/paths';
import { refusal } from '../disk/access/refusals';
import type { Slot } from './sources';
import { isAllowedRequest, leftOut, permitFor, permitIn, type UserChoices } from '../disk/access/trust';
import type { RequestAnswer, ReusableAnswer, ReadContext, PathOptions } from './answer-types';

export function answerRequest(
  context: ReadContext,
  request: SourceRequest,
  roots: Roots,
  users: UserChoices,
  untouched: ReusableAnswer,
): RequestAnswer {
  if (request.kind === 'repository' || request.kind === 'symbols' || request.kind === 'frame') return nothing;
  const { as, namedBy, by } = request;
  const permit = (path: string): Permit => permitFor(context, path, namedBy, users);
  switch (request.kind) {
    case 'file':
    case 'blob': {
      const resolved = resolveRequest(roots, request.root, request.path);
      if (!resolved.ok) return refuse(context, resolved, as);
      return loadAll(context, [resolved.path], as, untouched, {
        permit,
        by,
        namedBy,
        form: request.kind === 'file' ? 'text' : 'blob',
        ...(request.kind === 'file' && request.redact === true ? { redact: true, request: request.request } : {}),
      });
    }
    case 'glob': {
      const resolved = resolveRequest(roots, request.root, request.pattern);
      return resolved.ok
        ? answerGlob(
            context,
            request,
            resolved.path,
            request.root === 'home' ? roots.home : roots.workspace,
            permit,
            untouched,
          )
        : refuse(context, resolved, as);
    }
    case 'folder': {
      const resolved = resolveRequest(roots, request.root, request.path);
      return resolved.ok
        ? askFolder(context, resolved.path, as, permit(resolved.path), { by, namedBy })
        : refuse(context, resolved, as);
    }
    case 'ancestors': {
      const from = expandPath(request.from, roots.workspace, roots.home);
      const isWalk = isInside(context.workspace, from);
      const folders =
        untouched.folders ?? distinctFolders(context, upwards(from), isAllowedRequest(context.allowed, namedBy, users));
      const names = request.names.filter((name) => !hasParentStep(name));
      /**
       * Every design may look for instruction files in the folders above the workspace, but not in their other
       * subfolders.
       */
      const onTheWay = new Set(folders);
      const isUsual = (path: string): boolean => instructionNames.has(nameOf(path)) && onTheWay.has(parentOf(path));
      const namerOf = (path: string): NamedBy | undefined =>
        namedBy === undefined && isWalk && isUsual(path) ? { of: 'design' } : namedBy;
      const permitUp = (path: string): Permit => permitFor(context, path, namerOf(path), users);
      const part = loadAll(
        context,
        folders.flatMap((folder) => names.map((name) => childOf(folder, name))),
        as,
        untouched,
        { permit: permitUp, by, namedBy },
      );
      return { ...part, folders };
    }
  }
}

type Glob = Extract<SourceRequest, { readonly kind: 'glob' }>;

/** A glob outside the workspace is allowed exactly as written or not at all. */
function answerGlob(
  context: ReadContext,
  { as, pattern, redact, heads, by, namedBy }: Glob,
  absolute: string,
  root: string,
  permit: (path: string) => Permit,
  untouched: ReusableAnswer,
): RequestAnswer {
  const { folder } = splitPattern(root, pattern);
  const how: PathOptions = { by, redact: redact === true, form: heads === true ? 'head' : 'text' };
  if (isInside(context.workspace, folder)) {
    const listing = list(context, root, pattern);
    return withListing(listing, loadAll(context, listing.paths, as, untouched, how));
  }
  if (!permit(absolute)(absolute)) {
    const { ask, finding } = leftOut(
      context.workspace,
      { ok: false, path: absolute, ruleId: 'path-outside', problem: 'it lies outside the folder' },
      absolute,
      { by, namedBy, isPattern: true },
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
  const inFolder = permitIn(context.allowed, folder);
  const listing = list(context, root, pattern, inFolder);
  return withListing(listing, loadAll(context, listing.paths, as, untouched, { ...how, permit: () => inFolder }));
}

/** True if anything in the workspace matches. A trailing `/` asks for a folder. */
export function matchPattern(context: ReadContext, pattern: string): RequestAnswer {
  const { workspace, guard, overlays } = context;
  if (hasParentStep(pattern)) return nothing;
  if (isDynamicGlob(pattern)) {
    const { paths, interests, findings, asks } = list(context, workspace, pattern);
    return { slots: [], findings, asks, interests, matches: paths.length > 0 };
  }
  const path = childOf(workspace, pattern.replace(/\/$/, ''));
  const checked = guard.pass(path);
  const kind = checked.ok ? checked.stat?.kind : undefined;
  const matches = pattern.endsWith('/') ? kind === 'folder' : kind === 'file' || overlays.get(path) !== undefined;
  return { slots: [], findings: [], asks: [], interests: around(path, checked), matches };
}

export function loadAll(
  context: ReadContext,
  paths: readonly string[],
  as: string,
  untouched: ReusableAnswer,
  { form = 'text', redact = false, request, permit, by, namedBy }: PathOptions = {},
): RequestAnswer {
  const asks: Ask[] = [];
  const slots = paths.map((path): Slot => {
    const load = (): Loaded =>
      form === 'head'
        ? context.files.loadHead(path, permit?.(path))
        : context.files.load(path, redact, permit?.(path), request);
    const slot = untouched.slot(path) ?? { path, as, form, loaded: load() };
    const { loaded } = slot;
    if (loaded.ok || loaded.refused?.wants === undefined) return slot;
    const { ask, finding } = leftOut(context.workspace, loaded.refused, loaded.refused.wants, { by, namedBy });
    asks.push(ask);
    return { ...slot, loaded: { ...loaded, findings: [finding] } };
  });
  return {
    slots,
    findings: [],
    asks,
    interests: untouched.interests(slots) ?? placesOf(context, slots),
    matches: slots.length > 0,
  };
}

/** Paths that may not be read are not watched. For a link that leads out, only the link is watched. */
function placesOf({ workspace }: ReadContext, slots: readonly Slot[]): Interests {
  const interests = new InterestSet();
  for (const { path, loaded } of slots) {
    if (!loaded.ok && loaded.why === 'untrusted' && !isInside(workspace, path)) continue;
    interests.path(path);
    if (loaded.real !== path) interests.path(loaded.real);
  }
  return interests.folders;
}

/** Where a path leads, whether or not it exists. */
export function askPath({ guard, workspace }: ReadContext, path: string): RequestAnswer {
  const checked = guard.pass(path);
  if (!checked.ok && !isInside(workspace, path)) return { ...nothing, checked };
  return { ...nothing, interests: around(path, checked), checked };
}

const nothing: RequestAnswer = { slots: [], findings: [], asks: [], interests: new Map(), matches: false };

function list(
  { boundary, workspace, guard, overlays }: ReadContext,
  root: string,
  pattern: string,
  permit?: Permit,
): Listing {
  return listFiles({ boundary, workspace, guard, permit, unsaved: overlays.unsaved() }, root, pattern);
}

function withListing(listing: Listing, part: RequestAnswer): RequestAnswer {
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
  { guard, workspace }: ReadContext,
  path: string,
  as: string,
  permit: Permit,
  asking: Pick<PathOptions, 'by' | 'namedBy'>,
): RequestAnswer {
  const checked = guard.pass(path, permit);
  const missing = (loaded: Omit<Extract<Slot['loaded'], { readonly ok: false }>, 'ok' | 'real'>): readonly Slot[] => [
    { path, as, form: 'text', loaded: { ok: false, real: path, ...loaded } },
  ];
  if (!checked.ok && checked.wants !== undefined) {
    const { ask, finding } = leftOut(workspace, checked, checked.wants, asking);
    return { ...nothing, asks: [ask], slots: missing({ why: 'untrusted', findings: [finding] }) };
  }
  const stat = checked.ok ? checked.stat : undefined;
  const slots =
    stat?.kind === 'folder' ? [] : missing({ why: stat === undefined ? 'missing' : 'not-a-file', findings: [] });
  return { ...nothing, slots, interests: around(path, checked) };
}

/**
 * A folder reached twice through links (e.g. a link to its parent) is searched once. `isFree`: all folders may be read.
 */
function distinctFolders(
  { guard, workspace }: ReadContext,
  folders: readonly string[],
  isFree: boolean,
): readonly string[] {
  const met = new Set<string>();
  return folders.filter((folder) => {
    const checked = guard.pass(folder, isFree || isInside(folder, workspace) ? () => true : undefined);
    const real = checked.ok ? checked.real : folder;
    const isNew = !met.has(real);
    met.add(real);
    return isNew;
  });
}

function refuse({ workspace }: ReadContext, { path, ruleId, problem }: Refused, as: string): RequestAnswer {
  const findings = [refusal(workspace, path, ruleId, problem)];
  return {
    ...nothing,
    slots: [{ path, as, form: 'text', loaded: { ok: false, why: 'refused', findings, real: path } }],
  };
}

/** A path and its real path. */
function around(path: string, checked: CheckedPath): Interests {
  const interests = new InterestSet();
  interests.path(path);
  if (checked.ok && checked.real !== path) interests.path(checked.real);
  return interests.folders;
}
