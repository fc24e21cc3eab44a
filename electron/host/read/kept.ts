/**
 * What one build caches for the next, and when it is dropped. The cache only saves work: a build without it gives the
 * same result.
 *
 * - File text is reused while time stamp and size are equal, and stays the same object while the bytes are equal.
 *   Dropped when the file is gone or a build does not request it.
 * - The answer to a request is reused until something it depends on changes. It is then rebuilt, with its unchanged
 *   files. Dropped when a build does not request it.
 * - The sources of a round of requests stay the same object while their answers and edits are equal. The combined
 *   findings and watched places stay while all answers are equal.
 * - The list of sources stays the same object while its content is equal. Background builds that would show nothing new
 *   are skipped.
 */
import { requestKey } from '../../../shared/assemblers/gather';
import { memoByIdentity, sameItems } from '../../../shared/basics/memo';
import type { Finding } from '../../../shared/sources/findings';
import type { Ask } from '../../../shared/sources/trust';
import type { SourceFile, SourceRequest, SymbolTable } from '../../../shared/sources/types';
import { childOf, isInside, parentOf, upwards } from '../disk/paths';
import type { Overlays } from '../edit/overlays';
import type { RepositorySnapshot } from '../services';
import type { Change } from '../watch/coalesce';
import { concerns, foldName, type Interests } from '../watch/interests';
import type { RequestAnswer, ReusableAnswer } from './answer-types';
import { KeptTexts } from './kept-texts';
import { listSources, type ListedSources } from './source-infos';
import type { Composed, Slot } from './sources';

/** An answer affected by changes, and the changed paths. */
interface Touched {
  readonly part: RequestAnswer;
  readonly paths: readonly string[];
}

/** The questions of one round of requests. */
export interface RoundRequests {
  readonly requests: readonly SourceRequest[];
  readonly home: string;
  /** Key of the user's choices. */
  readonly users: string;
}

/** One round of requests and its answers. */
interface Round extends RoundRequests {
  /** One for each request. */
  readonly keys: readonly string[];
  readonly generation: number;
  readonly parts: ReadonlyMap<string, RequestAnswer>;
  /** The same list while all parts are the same. */
  readonly slots: readonly Slot[];
}

/** The combined answers of a build. */
export interface CombinedAnswers {
  readonly findings: readonly Finding[];
  readonly asks: readonly Ask[];
  readonly interests: Interests;
}

interface LastEnd {
  readonly dependsOn: readonly unknown[];
  readonly places: readonly unknown[];
  readonly value: CombinedAnswers;
}

type Make = (untouched: ReusableAnswer) => RequestAnswer;

const nothing: ReusableAnswer = { slot: () => undefined, folders: undefined, interests: () => undefined };

export class Kept {
  readonly texts = new KeptTexts();
  readonly #answers = new Map<string, RequestAnswer>();
  readonly #touched = new Map<string, Touched>();
  readonly #rounds: Round[] = [];
  readonly #composed: Composed[] = [];
  #end: LastEnd | undefined;
  #unsaved: readonly string[] = [];
  #symbols: SymbolTable | undefined;
  #listed: ListedSources | undefined;
  #shown: readonly unknown[] = [];
  /** Increases whenever an answer is dropped or made. */
  #generation = 0;

  /** Invalidates answers that depend on the changes; `all`: anything may have changed. */
  changed(changes: readonly Change[] | 'all'): void {
    if (changes === 'all') {
      this.#generation += 1;
      this.#answers.clear();
      this.#touched.clear();
      return;
    }
    for (const [key, { part }] of this.#touched) if (!this.#answers.has(key)) this.#touch(key, part, changes);
    for (const [key, part] of this.#answers) this.#touch(key, part, changes);
  }

  /** A file that exists only as an unsaved edit counts as present, so its start and end are changes too. */
  unsavedAre(paths: readonly string[]): void {
    const before = this.#unsaved;
    this.#unsaved = paths;
    const changed = [...before, ...paths].filter((path) => before.includes(path) !== paths.includes(path));
    if (changed.length > 0)
      this.changed(changed.flatMap((path) => upwards(parentOf(path)).map((folder) => ({ folder, name: undefined }))));
  }

  begin(): KeptBuild {
    const used: Iterable<readonly [string, RequestAnswer]>[] = [];
    const dependsOn: unknown[] = [];
    const repositories: RepositorySnapshot[] = [];
    let rounds = 0;
    return {
      dependsOn: (...items) => void dependsOn.push(...items),
      answer: (key, make) => {
        const part = this.#answer(key, make);
        used.push([[key, part]]);
        dependsOn.push(part);
        return part;
      },
      round: (asked, make, compose) => {
        const index = rounds;
        rounds += 1;
        const round = this.#round(asked, make, this.#rounds[index]);
        const composed = compose(round.slots, this.#composed[index]);
        this.#rounds[index] = round;
        this.#composed[index] = composed;
        used.push(round.parts);
        dependsOn.push(round.slots);
        return composed.sources;
      },
      repository: (snapshot) => {
        repositories.push(snapshot);
        dependsOn.push(snapshot);
      },
      end: (find) => {
        const last = this.#end;
        if (last !== undefined && sameItems(last.dependsOn, dependsOn)) return last.value;
        const parts = new Map(used.flatMap((each) => [...each]));
        const places = [...[...parts.values()].map(({ interests }) => interests), ...repositories];
        const isSamePlaces = last !== undefined && sameItems(last.places, places);
        this.#dropAllBut(parts, rounds, isSamePlaces);
        const value = find([...parts.values()], repositories, isSamePlaces ? last.value.interests : undefined);
        this.#end = { dependsOn, places, value };
        return value;
      },
    };
  }

  /** Returns the last complete table while the parser checks the files again and finds no change. */
  settledTable(table: SymbolTable | undefined): SymbolTable | undefined {
    if (table !== undefined && (this.#symbols?.complete !== true || table.files !== this.#symbols.files))
      this.#symbols = table;
    return table === undefined ? undefined : this.#symbols;
  }

  listSources(workspace: string, files: readonly SourceFile[], overlays: Overlays): ListedSources['infos'] {
    this.#listed = listSources(workspace, files, overlays, this.#listed);
    return this.#listed.infos;
  }

  /** True if this equals what was last shown; items are compared by content. */
  isShown(signature: readonly unknown[]): boolean {
    const shown = this.#shown;
    return (
      shown.length === signature.length &&
      signature.every((item, index) => item === shown[index] || JSON.stringify(item) === JSON.stringify(shown[index]))
    );
  }

  showing(signature: readonly unknown[]): void {
    this.#shown = signature;
  }

  #answer(key: string, make: Make): RequestAnswer {
    const cached = this.#answers.get(key);
    if (cached !== undefined) return cached;
    const part = make(untouchedOf(this.#touched.get(key)));
    this.#generation += 1;
    this.#touched.delete(key);
    this.#answers.set(key, part);
    return part;
  }

  #round(
    asked: RoundRequests,
    make: (request: SourceRequest, untouched: ReusableAnswer) => RequestAnswer,
    last: Round | undefined,
  ): Round {
    const { requests, home, users } = asked;
    const isSame = last?.requests === requests && last.home === home && last.users === users;
    if (isSame && last.generation === this.#generation) return last;
    const keys = isSame ? last.keys : requests.map((request) => `${home}\n${users}\n${requestKey(request)}`);
    const parts = new Map(
      requests.map((request, index) => {
        const key = keys[index] ?? '';
        return [key, this.#answer(key, (untouched) => make(request, untouched))];
      }),
    );
    const slots =
      last !== undefined && sameItems([...last.parts.values()], [...parts.values()])
        ? last.slots
        : [...parts.values()].flatMap((part) => part.slots);
    return { ...asked, keys, generation: this.#generation, parts, slots };
  }

  #touch(key: string, part: RequestAnswer, changes: readonly Change[]): void {
    const hits = changes.filter(({ folder, name }) => concerns(part.interests.get(folder) ?? noNames, name));
    if (hits.length === 0) return;
    const paths = hits.map(({ folder, name }) => foldName(name === undefined ? folder : childOf(folder, name)));
    this.#generation += 1;
    this.#answers.delete(key);
    this.#touched.set(key, { part, paths: [...(this.#touched.get(key)?.paths ?? []), ...paths] });
  }

  #dropAllBut(used: ReadonlyMap<string, RequestAnswer>, rounds: number, isSamePlaces: boolean): void {
    for (const key of this.#answers.keys()) {
      if (used.has(key)) continue;
      this.#answers.delete(key);
      this.#generation += 1;
    }
    this.#touched.clear();
    this.#rounds.length = this.#composed.length = rounds;
    if (!isSamePlaces)
      this.texts.dropAllBut(new Set([...used.values()].flatMap(({ slots }) => slots.map(({ path }) => path))));
  }
}

/** What one build takes from the cache. The rest is dropped at its end. */
export interface KeptBuild {
  /** Adds what `end` depends on. */
  dependsOn(...items: readonly unknown[]): void;
  answer(key: string, make: Make): RequestAnswer;
  round(
    asked: RoundRequests,
    make: (request: SourceRequest, untouched: ReusableAnswer) => RequestAnswer,
    compose: (slots: readonly Slot[], last: Composed | undefined) => Composed,
  ): Composed['sources'];
  repository(snapshot: RepositorySnapshot): void;
  /** `interests` are those of the last build, if the places that answers depend on are the same. */
  end(
    find: (
      parts: readonly RequestAnswer[],
      repositories: readonly RepositorySnapshot[],
      interests: Interests | undefined,
    ) => CombinedAnswers,
  ): CombinedAnswers;
}

const noNames: ReadonlySet<string> = new Set();

function untouchedOf(touched: Touched | undefined): ReusableAnswer {
  if (touched === undefined) return nothing;
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

/** The requested name and the real name. */
const foldedNames = memoByIdentity(({ path, loaded }: Slot): readonly string[] =>
  loaded.real === path ? [foldName(path)] : [foldName(path), foldName(loaded.real)],
);
