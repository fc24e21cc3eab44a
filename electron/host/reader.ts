import type { Finding } from '../../shared/sources/findings';
import { expandPath } from '../../shared/sources/paths';
import type { SourceRequest, Sources } from '../../shared/sources/types';
import type { Change } from './coalesce';
import { FileCache, type Loaded } from './file-cache';
import { realOf, resolveRequest, type Passage, type Roots } from './fence';
import type { FileBoundary } from './files';
import { isDynamicGlob, listFiles, type Listing } from './glob';
import { concerns, InterestSet, type Interests } from './interests';
import type { Overlays } from './overlays';
import { childOf, hasParentStep, parentOf, upwards } from './paths';
import { refusal } from './refusals';
import type { RepositoryService } from './services';
import { composeSources, type Slot } from './sources';

export interface ReaderOptions {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly overlays: Overlays;
  readonly repository?: RepositoryService | undefined;
}


/** One build's questions; all its answers are of the same moment, and `finish` says what they depend on. */
export interface Pass {
  answer(requests: readonly SourceRequest[], home: string): Sources;
  /** Does anything match this glob below the workspace? A trailing `/` asks for a folder. Reads nothing. */
  matches(pattern: string): boolean;
  finish(): { readonly findings: readonly Finding[]; readonly interests: Interests };
}

/** The answer to one request, good until something it depends on changes. */
interface Part {
  readonly slots: readonly Slot[];
  readonly findings: readonly Finding[];
  readonly interests: Interests;
  readonly matches: boolean;
}

/** Answers requests from disk and from unsaved edits. What did not change is neither read nor made again. */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #files: FileCache;
  readonly #parts = new Map<string, Part>();
  #unsaved: readonly string[] = [];
  /** The last build's answers, one for each round of questions. */
  readonly #rounds: Sources[] = [];

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#files = new FileCache(options.boundary, options.workspace);
  }

  /** What is on disk now, whatever is cached. */
  load(path: string): Loaded {
    return this.#files.load(path);
  }

  invalidate(changes: readonly Change[] | 'all'): void {
    if (changes === 'all') {
      this.#parts.clear();
      return;
    }
    for (const [key, part] of this.#parts) {
      const hit = changes.some(({ folder, name }) => {
        const names = part.interests.get(folder);
        return names !== undefined && concerns(names, name);
      });
      if (hit) this.#parts.delete(key);
    }
  }

  begin(): Pass {
    const used = new Map<string, Part>();
    const use = (key: string, make: () => Part): Part => {
      const part = this.#parts.get(key) ?? make();
      this.#parts.set(key, part);
      used.set(key, part);
      return part;
    };
    const ask = (request: SourceRequest, home: string): Part =>
      use(`${home}\n${JSON.stringify(request)}`, () => this.#answer(request, { workspace: this.#options.workspace, home }));
    const interests = new InterestSet();
    const findings: Finding[] = [];
    let round = 0;
    this.#lookBehindOverlays(use);

    return {
      answer: (requests, home) => {
        const service = this.#options.repository;
        const wants = (kind: SourceRequest['kind']): boolean => requests.some((request) => request.kind === kind);
        const repository = wants('repository') ? service?.repository() : undefined;
        const symbols = wants('symbols') ? service?.symbols() : undefined;
        findings.push(...(repository?.findings ?? []), ...(symbols?.findings ?? []));
        for (const folder of repository?.folders ?? []) interests.folder(folder);
        const slots = requests.flatMap((request) => ask(request, home).slots);
        const sources = composeSources(slots, this.#options.overlays, repository?.files, symbols?.table, this.#rounds[round]);
        this.#rounds[round] = sources;
        round += 1;
        return sources;
      },
      matches: (pattern) => use(`matches\n${pattern}`, () => this.#match(pattern)).matches,
      finish: () => {
        for (const [key, part] of used) {
          interests.merge(part.interests);
          findings.push(...part.findings);
          for (const slot of part.slots) findings.push(...slotFindings(slot, key.startsWith('behind\n') ? undefined : this.#options.overlays));
        }
        for (const key of this.#parts.keys()) if (!used.has(key)) this.#parts.delete(key);
        this.#files.keepOnly(new Set([...used.values()].flatMap((part) => part.slots.map((slot) => slot.path))));
        return { findings: unique(findings), interests: interests.folders };
      },
    };
  }

  /** Edited files are looked at in every build, also when no request names them any more. */
  #lookBehindOverlays(use: (key: string, make: () => Part) => Part): void {
    const { overlays } = this.#options;
    for (const { path } of overlays.list()) {
      const part = use(`behind\n${path}`, () => this.#loadAll([path], 'overlay', 'text'));
      const loaded = part.slots[0]?.loaded;
      if (loaded !== undefined) overlays.seen(path, loaded.ok ? loaded.file.text : undefined);
    }
    const before = this.#unsaved;
    this.#unsaved = overlays.unsaved();
    const changed = [...before, ...this.#unsaved].filter((path) => before.includes(path) !== this.#unsaved.includes(path));
    this.invalidate(changed.flatMap((path) => upwards(parentOf(path)).map((folder) => ({ folder, name: undefined }))));
  }

  #answer(request: SourceRequest, roots: Roots): Part {
    switch (request.kind) {
      case 'file':
      case 'blob': {
        const passage = resolveRequest(roots, request.root, request.path);
        if (!passage.ok) return this.#refuse(passage, request.as);
        return this.#loadAll([passage.path], request.as, request.kind === 'file' ? 'text' : 'blob');
      }
      case 'glob': {
        const passage = resolveRequest(roots, request.root, request.pattern);
        if (!passage.ok) return this.#refuse(passage, request.as);
        const root = request.root === 'home' ? roots.home : roots.workspace;
        return this.#loadListed(this.#list(root, request.pattern), request.as);
      }
      case 'folder': {
        const passage = resolveRequest(roots, request.root, request.path);
        return passage.ok ? this.#folder(passage.path, request.as) : this.#refuse(passage, request.as);
      }
      case 'ancestors':
        return this.#ancestors(expandPath(request.from, roots.workspace, roots.home), request.names, request.as);
      case 'repository':
      case 'symbols':
        return nothing;
    }
  }

  #list(root: string, pattern: string): Listing {
    const { boundary, workspace, overlays } = this.#options;
    return listFiles({ boundary, workspace, unsaved: overlays.unsaved() }, root, pattern);
  }

  #match(pattern: string): Part {
    const { workspace, boundary } = this.#options;
    if (hasParentStep(pattern)) return nothing;
    if (isDynamicGlob(pattern)) {
      const { paths, interests, findings } = this.#list(workspace, pattern);
      return { slots: [], findings, interests, matches: paths.length > 0 };
    }
    const path = childOf(workspace, pattern.replace(/\/$/, ''));
    const interests = new InterestSet();
    interests.path(path);
    const stat = quietly(() => boundary.stat(path));
    const matches = pattern.endsWith('/') ? stat?.kind === 'folder' : stat?.kind === 'file' || this.#options.overlays.get(path) !== undefined;
    return { slots: [], findings: [], interests: interests.folders, matches };
  }

  #loadListed(listing: Listing, as: string): Part {
    const part = this.#loadAll(listing.paths, as, 'text');
    const interests = new InterestSet();
    interests.merge(listing.interests);
    interests.merge(part.interests);
    return { ...part, findings: [...listing.findings, ...part.findings], interests: interests.folders };
  }

  /** A folder met twice behind its links (a link to a folder above itself) is asked once. */
  #ancestors(from: string, names: readonly string[], as: string): Part {
    const met = new Set<string>();
    const folders = upwards(from).filter((folder) => {
      const real = quietly(() => realOf(this.#options.boundary, folder)) ?? folder;
      const isNew = !met.has(real);
      met.add(real);
      return isNew;
    });
    const safe = names.filter((name) => !hasParentStep(name));
    return this.#loadAll(folders.flatMap((folder) => safe.map((name) => childOf(folder, name))), as, 'text');
  }

  #folder(path: string, as: string): Part {
    const { boundary } = this.#options;
    const interests = new InterestSet();
    interests.path(path);
    const stat = quietly(() => boundary.stat(realOf(boundary, path)));
    const why = stat === undefined ? 'missing' : 'not-a-file';
    const slots: readonly Slot[] = stat?.kind === 'folder' ? [] : [{ path, as, form: 'text', loaded: { ok: false, why, findings: [], real: path } }];
    return { slots, findings: [], interests: interests.folders, matches: false };
  }

  #loadAll(paths: readonly string[], as: string, form: Slot['form']): Part {
    const interests = new InterestSet();
    const slots = paths.map((path): Slot => {
      const loaded = this.#files.load(path);
      interests.path(path);
      if (loaded.real !== path) interests.path(loaded.real);
      return { path, as, form, loaded };
    });
    return { slots, findings: [], interests: interests.folders, matches: slots.length > 0 };
  }

  #refuse(passage: Extract<Passage, { ok: false }>, as: string): Part {
    const findings = [refusal(this.#options.workspace, passage.path, passage.ruleId, passage.problem)];
    const slot: Slot = { path: passage.path, as, form: 'text', loaded: { ok: false, why: 'refused', findings, real: passage.path } };
    return { ...nothing, slots: [slot] };
  }
}

const nothing: Part = { slots: [], findings: [], interests: new Map(), matches: false };

function slotFindings({ path, loaded, form }: Slot, overlays: Overlays | undefined): readonly Finding[] {
  if (!loaded.ok) return loaded.findings;
  return form === 'blob' || overlays === undefined || overlays.get(path) !== undefined ? [] : loaded.file.findings;
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}

/** For a question whose "cannot say" is the same as "no"; reading the file itself reports the problem. */
function quietly<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
