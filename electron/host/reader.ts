import { append } from '../../shared/sources/append';
import { requestKey } from '../../shared/assemblers/gather';
import type { Finding } from '../../shared/sources/findings';
import type { SourceRequest, Sources, SymbolTable } from '../../shared/sources/types';
import { answerRequest, loadAll, matchPattern, type Kept, type Moment, type Part } from './answers';
import type { Change } from './coalesce';
import { FileCache, type Loaded } from './file-cache';
import type { FileBoundary } from './files';
import { concerns, foldName, InterestSet, type Interests } from './interests';
import type { Overlays } from './overlays';
import { childOf, isInside, parentOf, upwards } from './paths';
import type { RepositoryService } from './services';
import { composeSources, type Composed, type Slot } from './sources';

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

interface Touched {
  readonly part: Part;
  readonly paths: readonly string[];
}

/** One round of questions and its answers. */
interface Round {
  readonly requests: readonly SourceRequest[];
  readonly home: string;
  readonly generation: number;
  readonly parts: ReadonlyMap<string, Part>;
  /** The same list as long as all parts are the same. */
  readonly slots: readonly Slot[];
}

type Finished = ReturnType<Pass['finish']>;

const none: Kept = () => undefined;

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
  #finished: { readonly from: readonly unknown[]; readonly value: Finished } | undefined;
  /** Grows whenever an answer is dropped or made. */
  #generation = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#files = new FileCache(options.boundary, options.workspace);
  }

  /** What is on disk now, whatever is cached. */
  load(path: string, redact = false): Loaded {
    this.#files.newMoment();
    return this.#files.load(path, redact);
  }

  invalidate(changes: readonly Change[] | 'all'): void {
    if (changes === 'all') {
      this.#generation += 1;
      this.#parts.clear();
      this.#touched.clear();
      return;
    }
    const pathOf = ({ folder, name }: Change): string => foldName(name === undefined ? folder : childOf(folder, name));
    for (const [key, part] of new Map([...[...this.#touched].map(([each, touched]) => [each, touched.part] as const), ...this.#parts])) {
      const hits = changes.filter(({ folder, name }) => concerns(part.interests.get(folder) ?? noNames, name));
      if (hits.length === 0) continue;
      this.#generation += 1;
      this.#parts.delete(key);
      this.#touched.set(key, { part, paths: [...(this.#touched.get(key)?.paths ?? []), ...hits.map(pathOf)] });
    }
  }

  begin(): Pass {
    const { overlays, repository: service, ...rest } = this.#options;
    const moment: Moment = { ...rest, overlays, files: this.#files, fence: this.#files.newMoment() };
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
    const ask = (requests: readonly SourceRequest[], home: string, last: Round | undefined): Round => {
      if (last?.requests === requests && last.home === home && last.generation === this.#generation) return last;
      const parts = new Map(
        requests.map((request) => {
          const key = `${home}\n${requestKey(request)}`;
          return [key, find(key, (kept) => answerRequest(moment, request, { workspace: rest.workspace, home }, kept))];
        }),
      );
      const slots = last !== undefined && sameParts(last.parts, parts) ? last.slots : [...parts.values()].flatMap((part) => part.slots);
      return { requests, home, generation: this.#generation, parts, slots };
    };
    const interests = new InterestSet();
    const findings: Finding[] = [];
    this.#lookBehindOverlays((path) => use(`behind\n${path}`, () => loadAll(moment, [path], 'overlay', 'text', none)));

    return {
      answer: (requests, home) => {
        const wants = (kind: SourceRequest['kind']): boolean => requests.some((request) => request.kind === kind);
        const repository = wants('repository') ? service?.repository() : undefined;
        const symbols = wants('symbols') ? service?.symbols() : undefined;
        append(findings, repository?.findings ?? [], symbols?.findings ?? []);
        for (const folder of repository?.folders ?? []) interests.folder(folder);
        const index = rounds;
        rounds += 1;
        const round = ask(requests, home, this.#rounds[index]);
        const composed = composeSources(round.slots, overlays, repository?.files, this.#settledTable(symbols?.table), this.#composed[index]);
        order.push(round.parts);
        this.#rounds[index] = round;
        this.#composed[index] = composed;
        from.push(round.slots, repository, symbols);
        return composed.sources;
      },
      matches: (pattern) => use(`matches\n${pattern}`, () => matchPattern(moment, pattern)).matches,
      finish: () => {
        if (this.#finished !== undefined && sameItems(this.#finished.from, from)) return this.#finished.value;
        const used = new Map(order.flatMap((parts) => [...parts]));
        for (const part of used.values()) {
          interests.merge(part.interests);
          append(findings, part.findings, ...part.slots.map((slot) => slotFindings(slot, overlays)));
        }
        for (const key of this.#parts.keys()) {
          if (used.has(key)) continue;
          this.#parts.delete(key);
          this.#generation += 1;
        }
        this.#touched.clear();
        this.#rounds.length = this.#composed.length = rounds;
        this.#files.keepOnly(new Set([...used.values()].flatMap((part) => part.slots.map((slot) => slot.path))));
        const value = { findings: unique(findings), interests: interests.folders };
        this.#finished = { from, value };
        return value;
      },
    };
  }

  /** While the parser looks again and finds the same, the last complete table stands. */
  #settledTable(table: SymbolTable | undefined): SymbolTable | undefined {
    if (table !== undefined && (this.#symbols?.complete !== true || table.files !== this.#symbols.files)) this.#symbols = table;
    return table === undefined ? undefined : this.#symbols;
  }

  /** Edited files are looked at in every build, also when no request names them any more. */
  #lookBehindOverlays(look: (path: string) => Part): void {
    const { overlays } = this.#options;
    for (const { path } of overlays.list()) {
      const loaded = look(path).slots[0]?.loaded;
      if (loaded !== undefined) overlays.seen(path, loaded.ok ? loaded.file.text : undefined);
    }
    const before = this.#unsaved;
    this.#unsaved = overlays.unsaved();
    const changed = [...before, ...this.#unsaved].filter((path) => before.includes(path) !== this.#unsaved.includes(path));
    if (changed.length > 0) this.invalidate(changed.flatMap((path) => upwards(parentOf(path)).map((folder) => ({ folder, name: undefined }))));
  }
}

const noNames: ReadonlySet<string> = new Set();

function sameParts(a: Round['parts'], b: Round['parts']): boolean {
  return a.size === b.size && sameItems([...a.values()], [...b.values()]);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function keptOf(touched: Touched | undefined): Kept {
  if (touched === undefined) return none;
  const isTouched = ({ path, loaded }: Slot): boolean => {
    const names = [foldName(path), foldName(loaded.real)];
    return touched.paths.some((changed) => names.some((name) => isInside(changed, name)));
  };
  const slots = new Map(touched.part.slots.map((slot) => [slot.path, slot]));
  return (path) => {
    const slot = slots.get(path);
    return slot === undefined || isTouched(slot) ? undefined : slot;
  };
}

/** What an unsaved edit covers is no matter of the file's bytes any more. */
function slotFindings({ path, loaded, form }: Slot, overlays: Overlays): readonly Finding[] {
  if (!loaded.ok) return loaded.findings;
  return form === 'blob' || overlays.get(path) !== undefined ? [] : loaded.file.findings;
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
