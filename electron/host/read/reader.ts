import { append } from '../../../shared/sources/text/append';
import type { Finding } from '../../../shared/sources/findings';
import type { SourceRequest, Sources } from '../../../shared/sources/types';
import type { ReadContext, RequestAnswer } from './answer-types';
import { answerRequest, askPath, loadAll, matchPattern } from './answers';
import type { CheckedPath, Permit } from '../disk/access/allowed-path';
import { FileCache, type Loaded } from './file-cache';
import type { FileBoundary } from '../disk/files';
import { InterestSet, type Interests } from '../watch/interests';
import { Kept, type CombinedAnswers } from './kept';
import type { Overlays } from '../edit/overlays';
import type { FrameService, RepositoryService, RepositorySnapshot } from '../services';
import { composeSources, type Slot } from './sources';
import { noChoices, permitFor, type UserChoices } from '../disk/access/trust';

export interface ReaderOptions {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly overlays: Overlays;
  readonly repository?: RepositoryService | undefined;
  readonly frames?: FrameService | undefined;
  /** What the user allowed outside the workspace; default: nothing. */
  readonly allowed?: Permit;
  /** The cache shared between builds; default: empty. */
  readonly kept?: Kept;
}

/** The requests of one build. All answers are from the same moment; `finish` returns what they depend on. */
export interface Pass {
  /** `users`: what the user chose. */
  answer(requests: readonly SourceRequest[], home: string, users?: UserChoices): Sources;
  /** True if anything in the workspace matches this glob. A trailing `/` asks for a folder. Reads no file. */
  matches(pattern: string): boolean;
  /** Where a path leads; resolved again when something on the way to it changed. */
  checked(path: string): CheckedPath;
  finish(): CombinedAnswers;
}

/** Answers requests from disk and unsaved edits. Unchanged answers are reused. */
export class Reader {
  readonly kept: Kept;
  readonly #options: ReaderOptions;
  readonly #files: FileCache;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.kept = options.kept ?? new Kept();
    this.#files = new FileCache(options.boundary, options.workspace, options.allowed ?? nobody, this.kept.texts);
  }

  /** Reads the disk now, ignoring the cache. `isAsked`: a build was allowed to read it. */
  load(path: string, redact = false, isAsked = false): Loaded {
    this.#files.newMoment();
    return this.#files.load(path, redact, isAsked ? this.#permitAsked(path) : undefined);
  }

  #permitAsked(path: string): Permit {
    const { allowed = nobody, workspace } = this.#options;
    return permitFor({ allowed, workspace }, path, { of: 'design' }, noChoices);
  }

  /** Builds something else than what is shown. */
  beside<T>(work: () => T): T {
    return this.#files.beside(work);
  }

  isRedacted(path: string): boolean {
    return this.kept.texts.isRedacted(path);
  }

  begin(): Pass {
    const { boundary, workspace, overlays, allowed = nobody, repository: service } = this.#options;
    const guard = this.#files.newMoment();
    const context: ReadContext = { boundary, workspace, overlays, allowed, files: this.#files, guard };
    const build = this.kept.begin();
    const findings: Finding[] = [];
    build.dependsOn(...overlays.list().map(({ path }) => path));
    this.#lookBehindOverlays((path) =>
      build.answer(`behind\n${path}`, (untouched) =>
        loadAll(context, [path], 'overlay', untouched, { permit: (each) => this.#permitAsked(each) }),
      ),
    );

    return {
      answer: (requests, home, users = noChoices) => {
        const wants = (kind: SourceRequest['kind']): boolean => requests.some((request) => request.kind === kind);
        const repository = wants('repository') ? service?.repository() : undefined;
        const symbols = wants('symbols') ? service?.symbols() : undefined;
        const asked = requests.find((request) => request.kind === 'frame');
        const frames = asked?.kind === 'frame' ? this.#options.frames?.learned(asked.agent, asked.pieces) : undefined;
        build.dependsOn(frames);
        append(findings, repository?.findings ?? [], symbols?.findings ?? []);
        build.dependsOn(symbols);
        if (repository !== undefined) build.repository(repository);
        return build.round(
          { requests, home, users: users.key },
          (request, untouched) => answerRequest(context, request, { workspace, home }, users, untouched),
          (slots, last) =>
            composeSources(
              slots,
              overlays,
              { repository: repository?.files, symbols: this.kept.settledTable(symbols?.table), frames },
              last,
            ),
        );
      },
      matches: (pattern) => build.answer(`matches\n${pattern}`, () => matchPattern(context, pattern)).matches,
      checked: (path) => build.answer(`path\n${path}`, () => askPath(context, path)).checked ?? guard.pass(path),
      finish: () =>
        build.end((parts, repositories, interests) => {
          for (const part of parts)
            append(findings, part.findings, ...part.slots.map((slot) => slotFindings(slot, overlays)));
          const asks = new Map(
            parts
              .flatMap((part) => part.asks)
              .toReversed()
              .map((each) => [each.path, each]),
          );
          return {
            findings: unique(findings),
            asks: [...asks.values()].toReversed(),
            interests: interests ?? unitedInterests(parts, repositories),
          };
        }),
    };
  }

  /** Checks edited files in every build, even if no request names them any more. */
  #lookBehindOverlays(look: (path: string) => RequestAnswer): void {
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
    this.kept.unsavedAre(overlays.unsaved());
  }
}

const nobody: Permit = () => false;

function unitedInterests(parts: Iterable<RequestAnswer>, repositories: readonly RepositorySnapshot[]): Interests {
  const interests = new InterestSet();
  for (const part of parts) interests.merge(part.interests);
  for (const { folders } of repositories) for (const folder of folders) interests.folder(folder);
  return interests.folders;
}

/** Findings about the bytes of a file do not apply while an unsaved edit replaces them. */
function slotFindings({ path, loaded, form }: Slot, overlays: Overlays): readonly Finding[] {
  if (!loaded.ok) return loaded.findings;
  return form !== 'text' || overlays.get(path) !== undefined ? [] : loaded.file.findings;
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
