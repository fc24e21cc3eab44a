import type { Analysis } from '../../shared/analysis/types';
import type { PromptDocument } from '../../shared/document/types';
import type { BuildCause } from '../../shared/ipc/inspection/build-cause';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { build, type Built } from './build';
import { Buffers, type SaveOptions } from './edit/buffers';
import { buildCause, causeOf, isBackground } from './causes';
import type { Configure } from './choices';
import { Chosen } from './chosen';
import type { Change } from './watch/coalesce';
import { Collector } from './read/collector';
import { HostError } from './errors';
import { HalfWrittenDelay } from './watch/half-written';
import { MinuteTimer } from './watch/minute-timer';
import {
  failedInspection,
  filesOf,
  inspectionOf,
  looksEmptied,
  looksHalfWritten,
  modelOf,
  showsClock,
  type BuildInfo,
} from './inspect';
import type { UnsavedEdit } from './edit/journal';
import { Linter } from './analyses/lint';
import { Overlays } from './edit/overlays';
import { childOf, nameOf, parentOf } from './disk/paths';
import { Reader } from './read/reader';
import { Refresher } from './watch/refresher';
import { Kept } from './read/kept';
import type { Session } from './session-types';
import { signatureOf } from './signature';
import { TypingBuilds } from './edit/typing-builds';
import { Variants, type Variant, type VariantBuild } from './analyses/variant';
import { createWatcher, type Watcher } from './watch/watcher';
import type { PlayedTurn, WorkspaceOptions } from './workspace-options';

/** One open folder: its choices, its edits, and a new build after every change of these or of the disk. */
export class Workspace {
  readonly buffers: Buffers;
  readonly #options: WorkspaceOptions;
  readonly #overlays: Overlays;
  /** The cache shared between builds. */
  readonly #kept = new Kept();
  readonly #chosen: Chosen;
  readonly #collector: Collector;
  readonly #variants: Variants;
  readonly #watcher: Watcher | undefined;
  readonly #refresher: Refresher;
  readonly #typing: TypingBuilds;
  readonly #linter = new Linter();
  readonly #halfWritten: HalfWrittenDelay;
  readonly #minute = new MinuteTimer(() => this.#inBackground({ kind: 'clock' }));
  readonly #unsubscribe: readonly ((() => void) | undefined)[];
  #inspection: Inspection | undefined;
  #last: Built | undefined;
  #good: Built | undefined;
  #closed = false;

  constructor(options: WorkspaceOptions) {
    const { folder, boundary, repository } = options;
    this.#options = options;
    this.#overlays = new Overlays(folder);
    this.#chosen = new Chosen(options.architectures);
    const reader = this.#openReader(this.#kept);
    this.#watcher = options.watch
      ? createWatcher({
          boundary,
          changed: (changes, flood) => this.#onDisk(changes, flood),
          ...(options.times === undefined ? {} : { times: options.times }),
        })
      : undefined;
    this.#collector = new Collector({
      ...options,
      reader,
      watcher: this.#watcher,
      chosen: this.#chosen,
      before: () => this.#last?.input.architecture,
    });
    this.#variants = new Variants({
      openReader: (kept) => this.#openReader(kept),
      wanted: () => this.#collector.wanted(),
      shown: () => this.#last?.input,
      repository,
    });
    this.#refresher = new Refresher(
      (causes) => this.#refresh(causes),
      () => options.counter.supersede(),
    );
    this.#typing = new TypingBuilds((id) => this.#buildFile(id), options.failed);
    this.#halfWritten = new HalfWrittenDelay(() => {
      this.#kept.changed('all');
      this.#inBackground({ kind: 'disk' });
    });
    this.#unsubscribe = [
      repository?.onChanged(() => this.#inBackground({ kind: 'repository' })),
      options.frames?.onChanged(() => this.#inBackground({ kind: 'capture' })),
    ];
    this.buffers = new Buffers({
      boundary,
      workspace: folder,
      reader,
      overlays: this.#overlays,
      sources: () => this.#last?.input.assembly.sources,
    });
  }

  get inspection(): Inspection {
    if (this.#inspection === undefined) throw new HostError('no-workspace', 'No folder is open');
    return this.#inspection;
  }

  get folder(): string {
    return this.#options.folder;
  }

  get hasEdits(): boolean {
    return this.#overlays.list().length > 0;
  }

  async configure(change: Configure, cause = causeOf(change)): Promise<Inspection> {
    this.#chosen.change(change, (architecture) => this.#collector.collect(architecture));
    await this.#refresher.request(cause);
    return this.inspection;
  }

  /** Rebuilds after the folder's permissions changed. */
  trustChanged(): Promise<Inspection> {
    this.#kept.changed('all');
    return this.configure({}, { kind: 'trust' });
  }

  /** Plays a turn. The new state becomes an unsaved edit of the state file; only the user saves it. */
  async turn(): Promise<PlayedTurn> {
    const { input, assembled } = this.#last ?? {};
    if (assembled === undefined || input?.architecture.playTurn === undefined)
      throw new HostError('bad-arguments', 'This design has no turns to play');
    const { moves, path, text } = input.architecture.playTurn(input.assembly);
    if (path === undefined) throw new HostError('outside-workspace', 'The state file lies outside the folder');
    this.#linter.turnPlayed(assembled.document);
    const before = input.assembly.sources.files.find((file) => file.id === path)?.text;
    this.buffers.editFrom(path, text, before);
    await this.#refresher.request({ kind: 'turn', file: path });
    return { moves, path, inspection: this.inspection };
  }

  /** The providers' rule packs, overridden by the workspace's own, and the clock of the build. */
  get rules(): Pick<Session, 'packs' | 'now'> {
    return { packs: this.#last?.linted.packs ?? [], now: this.#last?.input.assembly.facts.now ?? '' };
  }

  /** Reads with its own cache, unsaved edits included; the window's cache is not touched. */
  variant(change: Variant): Promise<VariantBuild> {
    return this.#variants.build(change);
  }

  #openReader(kept: Kept): Reader {
    const { boundary, folder: workspace, repository, frames, allowed } = this.#options;
    return new Reader({ boundary, workspace, overlays: this.#overlays, repository, frames, allowed, kept });
  }

  async edit(id: string, text: string): Promise<void> {
    this.buffers.edit(id, text);
    await this.#buildFile(id);
  }

  /** Same, without waiting for the build: the user keeps typing, and further text shares the next build. */
  type(id: string, text: string, diskVersion: number): void {
    this.buffers.edit(id, text, diskVersion);
    this.#typing.note(id);
  }

  async restore(edit: UnsavedEdit): Promise<void> {
    this.buffers.restore(edit);
    await this.#buildFile(edit.id);
  }

  async save(id: string, options?: SaveOptions): Promise<void> {
    try {
      const path = await this.buffers.save(id, options);
      if (path !== undefined) this.#kept.changed([{ folder: parentOf(path), name: nameOf(path) }]);
    } finally {
      await this.#buildFile(id);
    }
  }

  async revert(id: string, seen?: number): Promise<ReturnType<Buffers['revert']>> {
    try {
      return this.buffers.revert(id, seen);
    } finally {
      this.#kept.changed('all');
      await this.#buildFile(id);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#refresher.close();
    this.#watcher?.close();
    this.#halfWritten.close();
    this.#minute.close();
    for (const unsubscribe of this.#unsubscribe) unsubscribe?.();
    this.#options.frames?.close();
    await this.#options.repository?.close();
    await this.#options.counter.close();
  }

  #onDisk(changes: readonly Change[] | 'all', flood: boolean): void {
    this.#kept.changed(changes);
    if (changes !== 'all')
      this.#options.repository?.touched(
        changes.map(({ folder, name }) => (name === undefined ? folder : childOf(folder, name))),
      );
    else if (flood) this.#options.repository?.touched('all');
    this.#inBackground({ kind: 'disk' });
  }

  #buildFile(id: string): Promise<void> {
    return this.#refresher.request({ kind: 'file', id });
  }

  #inBackground(cause: BuildCause): void {
    this.#refresher.request(cause).catch(this.#options.failed);
  }

  async #refresh(causes: readonly BuildCause[]): Promise<void> {
    const began = performance.now();
    const collected = await this.#collector.collectAll();
    const inBackground = causes.every(isBackground);
    const sources = this.#kept.listSources(
      this.#options.folder,
      collected.ok ? filesOf(collected.value) : [],
      this.#overlays,
    );
    const about = (cause: BuildCause): BuildInfo => ({
      workspace: this.#options.folder,
      revision: this.#options.nextRevision(),
      cause,
      builtIn: performance.now() - began,
      sources,
      watcher: this.#watcher?.state() ?? { watching: 0, overLimit: 0 },
      architectureChosen: this.#chosen.architecture !== undefined,
      trusted: this.#options.trusted(),
    });
    if (!collected.ok) {
      const signature = [collected.error.message];
      if (this.#inspection === undefined) throw collected.error;
      if (this.#kept.isShown(signature) || (inBackground && this.#halfWritten.delays(true))) return;
      this.#kept.showing(signature);
      this.#options.failed(collected.error);
      const info = about({ kind: 'folder', path: this.#options.folder });
      this.#show(failedInspection(this.#inspection, collected.error, info));
      return;
    }
    const input = collected.value;
    const signature = signatureOf(input, sources, this.#watcher);
    const hasSameSources = input.assembly.sources === this.#last?.input.assembly.sources;
    if (inBackground && hasSameSources && this.#kept.isShown(signature)) return;
    const isEmptied = inBackground && this.#last !== undefined && looksEmptied(this.#last.input, input);
    // Skip the build, so that the next count is incremental from what is shown, not from an empty text.
    if (isEmptied && this.#halfWritten.delays(true)) return;
    const next = await build(input, modelOf(this.#chosen.model, input), this.#options.counter, this.#linter);
    if (next === undefined) return this.#closed ? undefined : this.#refresh(causes);
    const isHalf = (): boolean => this.#last !== undefined && looksHalfWritten(this.#last, next);
    if (this.#closed || (inBackground && !isEmptied && this.#halfWritten.delays(isHalf()))) return;
    this.#kept.showing(signature);
    const cause = buildCause(causes, this.#last, input);
    const inspection = inspectionOf(next, this.#options.watch ? this.#good : undefined, about(cause));
    this.#last = next;
    if (!inspection.stale) this.#good = next.assembled.usable ? next : undefined;
    this.#show(inspection);
    if (this.#options.watch) this.#options.counter.prepare();
    this.#minute.awaitNext(this.#options.watch && !input.clockPinned && showsClock(inspection.document));
  }

  /** Counts a document the same way as the one shown. */
  async analyze(document: PromptDocument): Promise<Analysis> {
    return this.#options.counter.aside(document, this.inspection.modelId, this.#last?.input.tokenizer);
  }

  /** Counts requests of a session, each by its own model; without a model, by that of the prompt shown. */
  async analyzeSession(documents: readonly PromptDocument[]): Promise<readonly Analysis[]> {
    const { modelId } = this.inspection;
    return this.#options.counter.several(
      documents.map((document) => ({ document, modelId: document.sent?.model ?? modelId })),
      this.#last?.input.tokenizer,
    );
  }

  #show(inspection: Inspection): void {
    this.#inspection = inspection;
    this.#options.changed(inspection);
  }
}
