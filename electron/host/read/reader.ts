import { memoByIdentity } from '../../../shared/document/memo';
import { append } from '../../../shared/sources/text/append';
import { requestKey } from '../../../shared/assemblers/gather';
import type { Finding } from '../../../shared/sources/findings';
import type { SourceRequest, Sources, SymbolTable } from '../../../shared/sources/types';
import { answerRequest, askPath, loadAll, matchPattern, type Kept, type Moment, type Part } from './answers';
import type { Change } from '../watch/coalesce';
import type { Ask } from '../../../shared/sources/trust';
import type { Passage, Permit } from '../disk/allowed-path';
import { FileCache, type Loaded } from './file-cache';
import type { FileBoundary } from '../disk/files';
import { concerns, foldName, InterestSet, type Interests } from '../watch/interests';
import type { Overlays } from '../edit/overlays';
import { childOf, isInside, parentOf, upwards } from '../disk/paths';
import type { RepositoryService, RepositorySnapshot } from '../services';
import { composeSources, type Composed, type Slot } from './sources';
import { nobodysWord, permitFor, type UsersWord } from '../disk/trust';

export interface ReaderOptions {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly overlays: Overlays;
  readonly repository?: RepositoryService | undefined;
  /** What the user allowed outside the workspace; nothing unless given. */
  readonly allowed?: Permit;
}

/** One build's questions; all its answers are of the same moment, and `finish` says what they depend on. */
export interface Pass {
  /** `users`: what the user chose. */
  answer(requests: readonly SourceRequest[], home: string, users?: UsersWord): Sources;
  /** Does anything match this glob below the workspace? A trailing `/` asks for a folder. Reads nothing. */
  matches(pattern: string): boolean;
  /** Where a path leads; it is looked up again when something on the way to it changed. */
  passage(path: string): Passage;
  finish(): { readonly findings: readonly Finding[]; readonly asks: readonly Ask[]; readonly interests: Interests };
}

interface Touched {
  readonly part: Part;
  readonly paths: readonly string[];
}

/** One round of questions and its answers. */
interface Round {
  readonly requests: readonly SourceRequest[];
  readonly home: string;
  readonly users: string;
  /** One for each request. */
  readonly keys: readonly string[];
  readonly generation: number;
  readonly parts: ReadonlyMap<string, Part>;
  /** The same list as long as all parts are the same. */
  readonly slots: readonly Slot[];
}

type Finished = ReturnType<Pass['finish']>;

const none: Kept = { slot: () => undefined, folders: undefined, interests: () => undefined };

/** Answers requests from disk and from unsaved edits. What did not change is neither read nor made again. */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #files: FileCache;
  readonly #parts = new Map<string, Part>();
  /** Answers that changes fell on: what those did not touch is still good. */
  readonly #touched = new Map<string, Touched>();
  #unsaved: readonly string[] = [];
  #symbols: SymbolTable | undefined;
  /** The last build's answers, one for each round of questions. */
  readonly #rounds: Round[] = [];
  readonly #composed: Composed[] = [];
  /** What the last build's answers depend on, and what that came to. */
  #finished:
    { readonly from: readonly unknown[]; readonly places: readonly unknown[]; readonly value: Finished } | undefined;
  /** Grows whenever an answer is dropped or made. */
  #generation = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#files = new FileCache(options.boundary, options.workspace, options.allowed ?? nobody);
  }

  /** What is on disk now, whatever is cached. `isAsked`: a build was allowed to read it. */
  load(path: string, redact = false, isAsked = false): Loaded {
    this.#files.newMoment();
    return this.#files.load(path, redact, isAsked ? this.#permitAsked(path) : undefined);
  }

  #permitAsked(path: string): Permit {
    const { allowed = nobody, workspace } = this.#options;
    return permitFor({ allowed, workspace }, path, { of: 'design' }, nobodysWord);
  }

  isRedacted(path: string): boolean {
    return this.#files.isRedacted(path);
  }

  invalidate(changes: readonly Change[] | 'all'): void {
    if (changes === 'all') {
      this.#generation += 1;
      this.#parts.clear();
      this.#touched.clear();
      return;
    }
    for (const [key, { part }] of this.#touched) if (!this.#parts.has(key)) this.#touch(key, part, changes);
    for (const [key, part] of this.#parts) this.#touch(key, part, changes);
  }

  #touch(key: string, part: Part, changes: readonly Change[]): void {
    const hits = changes.filter(({ folder, name }) => concerns(part.interests.get(folder) ?? noNames, name));
    if (hits.length === 0) return;
    const paths = hits.map(({ folder, name }) => foldName(name === undefined ? folder : childOf(folder, name)));
    this.#generation += 1;
    this.#parts.delete(key);
    this.#touched.set(key, { part, paths: [...(this.#touched.get(key)?.paths ?? []), ...paths] });
  }

  begin(): Pass {
    const { overlays, repository: service, ...rest } = this.#options;
    const moment: Moment = {
      ...rest,
      overlays,
      allowed: rest.allowed ?? nobody,
      files: this.#files,
      fence: this.#files.newMoment(),
    };
    const order: Iterable<readonly [string, Part]>[] = [];
    let rounds = 0;
    const from: unknown[] = overlays.list().map(({ path }) => path);
    const find = (key: string, make: (kept: Kept) => Part): Part => {
      const known = this.#parts.get(key);
      if (known !== undefined) return known;
      const part = make(keptOf(this.#touched.get(key)));
      this.#generation += 1;
      this.#touched.delete(key);
      this.#parts.set(key, part);
      return part;
    };
    const use = (key: string, make: (kept: Kept) => Part): Part => {
      const part = find(key, make);
      order.push([[key, part]]);
      from.push(part);
      return part;
    };
    const ask = (
      requests: readonly SourceRequest[],
      home: string,
      users: UsersWord,
      last: Round | undefined,
    ): Round => {
      const isSame = last?.requests === requests && last.home === home && last.users === users.key;
      if (isSame && last.generation === this.#generation) return last;
      const keys = isSame ? last.keys : requests.map((request) => `${home}\n${users.key}\n${requestKey(request)}`);
      const roots = { workspace: rest.workspace, home };
      const parts = new Map(
        requests.map((request, index) => [
          keys[index] ?? '',
          find(keys[index] ?? '', (kept) => answerRequest(moment, request, roots, users, kept)),
        ]),
      );
      const slots =
        last !== undefined && sameParts(last.parts, parts)
          ? last.slots
          : [...parts.values()].flatMap((part) => part.slots);
      return { requests, home, users: users.key, keys, generation: this.#generation, parts, slots };
    };
    const repositories: RepositorySnapshot[] = [];
    const findings: Finding[] = [];
    this.#lookBehindOverlays((path) =>
      use(`behind\n${path}`, () =>
        loadAll(moment, [path], 'overlay', none, { permit: (each) => this.#permitAsked(each) }),
      ),
    );

    return {
      answer: (requests, home, users = nobodysWord) => {
        const wants = (kind: SourceRequest['kind']): boolean => requests.some((request) => request.kind === kind);
        const repository = wants('repository') ? service?.repository() : undefined;
        const symbols = wants('symbols') ? service?.symbols() : undefined;
        append(findings, repository?.findings ?? [], symbols?.findings ?? []);
        if (repository !== undefined) repositories.push(repository);
        const index = rounds;
        rounds += 1;
        const round = ask(requests, home, users, this.#rounds[index]);
        const composed = composeSources(
          round.slots,
          overlays,
          repository?.files,
          this.#settledTable(symbols?.table),
          this.#composed[index],
        );
        order.push(round.parts);
        this.#rounds[index] = round;
        this.#composed[index] = composed;
        from.push(round.slots, repository, symbols);
        return composed.sources;
      },
      matches: (pattern) => use(`matches\n${pattern}`, () => matchPattern(moment, pattern)).matches,
      passage: (path) => use(`path\n${path}`, () => askPath(moment, path)).passage ?? moment.fence.pass(path),
      finish: () => {
        if (this.#finished !== undefined && sameItems(this.#finished.from, from)) return this.#finished.value;
        const used = new Map(order.flatMap((parts) => [...parts]));
        for (const part of used.values())
          append(findings, part.findings, ...part.slots.map((slot) => slotFindings(slot, overlays)));
        const places = [...[...used.values()].map((part) => part.interests), ...repositories];
        for (const key of this.#parts.keys()) {
          if (used.has(key)) continue;
          this.#parts.delete(key);
          this.#generation += 1;
        }
        this.#touched.clear();
        this.#rounds.length = this.#composed.length = rounds;
        const last = this.#finished;
        const isSamePlaces = last !== undefined && sameItems(last.places, places);
        if (!isSamePlaces)
          this.#files.keepOnly(new Set([...used.values()].flatMap((part) => part.slots.map((slot) => slot.path))));
        const asks = new Map(
          [...used.values()]
            .flatMap((part) => part.asks)
            .toReversed()
            .map((each) => [each.path, each]),
        );
        const value = {
          findings: unique(findings),
          asks: [...asks.values()].toReversed(),
          interests: isSamePlaces ? last.value.interests : unitedInterests(used.values(), repositories),
        };
        this.#finished = { from, places, value };
        return value;
      },
    };
  }

  /** While the parser looks again and finds the same, the last complete table stands. */
  #settledTable(table: SymbolTable | undefined): SymbolTable | undefined {
    if (table !== undefined && (this.#symbols?.complete !== true || table.files !== this.#symbols.files))
      this.#symbols = table;
    return table === undefined ? undefined : this.#symbols;
  }

  /** Edited files are looked at in every build, also when no request names them any more. */
  #lookBehindOverlays(look: (path: string) => Part): void {
    const { overlays } = this.#options;
    for (const { path } of overlays.list()) {
      const loaded = look(path).slots[0]?.loaded;
      if (loaded?.ok === true) overlays.seen(path, { text: loaded.file.text });
      else if (loaded !== undefined)
        overlays.seen(path, {
          text: undefined,
          problem: loaded.why === 'missing' ? undefined : loaded.findings[0]?.message,
        });
    }
    const before = this.#unsaved;
    this.#unsaved = overlays.unsaved();
    const changed = [...before, ...this.#unsaved].filter(
      (path) => before.includes(path) !== this.#unsaved.includes(path),
    );
    if (changed.length > 0)
      this.invalidate(
        changed.flatMap((path) => upwards(parentOf(path)).map((folder) => ({ folder, name: undefined }))),
      );
  }
}

const noNames: ReadonlySet<string> = new Set();

const nobody: Permit = () => false;

function unitedInterests(parts: Iterable<Part>, repositories: readonly RepositorySnapshot[]): Interests {
  const interests = new InterestSet();
  for (const part of parts) interests.merge(part.interests);
  for (const { folders } of repositories) for (const folder of folders) interests.folder(folder);
  return interests.folders;
}

function sameParts(a: Round['parts'], b: Round['parts']): boolean {
  return a.size === b.size && sameItems([...a.values()], [...b.values()]);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function keptOf(touched: Touched | undefined): Kept {
  if (touched === undefined) return none;
  const { part, paths } = touched;
  const isTouched = (name: string): boolean => paths.some((changed) => isInside(changed, name));
  const slots = new Map(part.slots.map((slot) => [slot.path, slot]));
  return {
    slot: (path) => {
      const slot = slots.get(path);
      return slot === undefined || foldedNames(slot).some(isTouched) ? undefined : slot;
    },
    folders: part.folders?.some((folder) => isTouched(foldName(folder))) === true ? undefined : part.folders,
    interests: (now) => (samePlaces(part.slots, now) ? part.interests : undefined),
  };
}

function samePlaces(a: readonly Slot[], b: readonly Slot[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ path, loaded }, index) => path === b[index]?.path && loaded.real === b[index].loaded.real)
  );
}

/** As asked for, and behind links. */
const foldedNames = memoByIdentity(({ path, loaded }: Slot): readonly string[] =>
  loaded.real === path ? [foldName(path)] : [foldName(path), foldName(loaded.real)],
);

/** What an unsaved edit covers is no matter of the file's bytes any more. */
function slotFindings({ path, loaded, form }: Slot, overlays: Overlays): readonly Finding[] {
  if (!loaded.ok) return loaded.findings;
  return form === 'blob' || overlays.get(path) !== undefined ? [] : loaded.file.findings;
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
