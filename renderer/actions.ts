/** Every user action, in one place: buttons, menu, palette and shortcuts all call these. */
import type { LeafSpan } from '../shared/document/layout';
import type { NodeId, Origin, SourceId, Span, ToolNode } from '../shared/document/types';
import { allTools } from '../shared/document/tool-text';
import { toolsId } from '../shared/document/tools-message';
import { findNode, leaves } from '../shared/document/walk';
import type { Bridge, CopyScope, ExportFormat, InspectorError } from '../shared/ipc/contract';
import type { Inspection } from '../shared/ipc/inspection';
import { call, Refused } from './bridge';
import { describeCopied, keptText } from './model/action-texts';
import { describeOrigin } from './model/describe';
import type { Row } from './model/sections/row';
import { describeMoves } from './model/sections/tier-items';
import type { EditorHandles } from './editor-handles';
import type { InspectionStore } from './stores/inspection';
import type { SourcesStore } from './stores/sources';
import type { ToastStore } from './stores/toasts';
import type { ViewStore } from './stores/view';

export interface Configuration {
  readonly architecture?: string;
  readonly settings?: Inspection['settings'];
  readonly model?: string;
}

export interface Actions {
  chooseFolder(): Promise<void>;
  openFolder(path: string): Promise<void>;
  openWindow(path?: string): Promise<void>;
  configure(change: Configuration): Promise<void>;
  setSetting(name: string, value: Inspection['settings'][string] | undefined): Promise<void>;
  /** Without `maskSecrets`, secrets are looked for first; if there are any, a dialog asks what to do with them. */
  copy(scope: CopyScope, format: ExportFormat, maskSecrets?: boolean): Promise<void>;
  exportFile(scope: CopyScope, format: ExportFormat, maskSecrets: boolean): Promise<void>;
  copySelection(): Promise<void>;
  /** One section, message or tool, as text. */
  copyNode(id: NodeId): Promise<void>;
  save(id: string | null): Promise<void>;
  /** Overwrites a file that somebody else changed. `over` is the ground of the version the user saw. */
  saveOver(id: string, over: number): Promise<void>;
  saveAll(): Promise<void>;
  revert(id: string): Promise<void>;
  /** Selects a section everywhere. */
  select(id: NodeId | null): void;
  selectRow(row: Row): void;
  /** Opens the source of a section's first text that has one. */
  openRow(row: Row): void;
  /** Selects a node and shows the file its text comes from. */
  showNode(id: NodeId): void;
  playTurn(): Promise<void>;
  say(text: string): void;
  /** Shows a place in a source file. */
  goTo(source: SourceId, span: Span, focus: boolean): Promise<void>;
  goToOrigin(leaf: LeafSpan, offset: number): void;
  openSource(id: string): Promise<void>;
  /** Starts a missing file. It exists on disk once it is saved. */
  createSource(id: string): Promise<void>;
  /** Highlights, in the prompt, what a place in a source became. Text just typed is highlighted after its build. */
  lightUp(source: SourceId, span: Span, within: Span, typed: boolean): void;
  /** Highlights the same place after a build, so that what is being typed stays highlighted and in view. */
  relight(): void;
  report(problem: unknown): void;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly view: ViewStore;
  readonly sources: SourcesStore;
  readonly toasts: ToastStore;
  readonly editors: EditorHandles;
}

export function createActions({ bridge, inspection, view, sources, toasts, editors }: Dependencies): Actions {
  let cursor: { readonly source: SourceId; readonly span: Span; readonly within: Span } | null = null;
  const report = (problem: unknown): void => {
    toasts.show('problem', asError(problem).message);
  };
  /** Runs one action. Every failure is reported to the user. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (problem) {
      report(problem);
    }
  };
  /** Runs however another folder got on screen. Nothing of the previous folder is carried over. */
  const enter = (folder: string, before: Inspection | undefined): void => {
    const { buffers } = sources.store.getState();
    const unsavedThere = new Set([
      ...(before?.sources ?? []).filter((source) => source.dirty).map(({ id }) => id),
      ...Object.values(buffers)
        .filter((buffer) => buffer.dirty)
        .map(({ id }) => id),
    ]);
    sources.enter(folder);
    if (before === undefined) return;
    cursor = null;
    view.select(null);
    view.setFilter('');
    view.showDialog(null);
    view.forgetFolds();
    if (unsavedThere.size > 0) toasts.show('done', keptText(before.workspace, unsavedThere.size));
  };
  inspection.store.subscribe(({ shown }, { shown: before }) => {
    const folder = shown?.inspection.workspace;
    if (folder !== undefined && folder !== sources.store.getState().folder) enter(folder, before?.inspection);
  });
  /** Returns false if somebody else changed the file. The user then chooses; until then both versions are kept. */
  const saved = async (id: string, over?: number): Promise<boolean> => {
    try {
      await sources.save(id, over);
      return true;
    } catch (problem) {
      if (asError(problem).code !== 'conflict') throw problem;
      return false;
    }
  };
  const askWhich = async (id: string): Promise<void> => {
    await sources.open(id);
    await sources.reread(id);
    view.showDialog('conflict');
  };
  const toolOf = (id: NodeId): ToolNode | undefined =>
    allTools(inspection.store.getState().shown?.inspection.document.tools ?? []).find((each) => each.id === id);
  /** The first text of a node that comes from a file. */
  const firstOrigin = (id: NodeId): Extract<Origin, { readonly kind: 'file' }> | undefined => {
    const shown = inspection.store.getState().shown;
    if (shown === null) return undefined;
    const { document } = shown.inspection;
    const tool = toolOf(id);
    if (tool !== undefined)
      return [...tool.description, ...(tool.definition ?? [])]
        .map((leaf) => leaf.origin)
        .find((each) => each.kind === 'file');
    const node = findNode(document, id);
    if (node === undefined || node.type === 'image') return undefined;
    const texts = node.type === 'omitted' ? (node.would ?? []) : leaves(node);
    return texts.map((leaf) => leaf.origin).find((each) => each.kind === 'file');
  };
  /** A file with the same name overrides a part of the catalogue. */
  const wayToReplace = (origin: Origin): string => {
    const parts = inspection.store.getState().shown?.inspection.panels.catalog?.parts ?? [];
    return origin.kind === 'builtin' && parts.some((part) => part.id === origin.name)
      ? ` Write prompts/${origin.name}.md to replace it.`
      : '';
  };
  const unsaved = (): readonly string[] =>
    (inspection.store.getState().shown?.inspection.sources ?? [])
      .filter((source) => source.dirty)
      .map((source) => source.id);

  return {
    report,
    chooseFolder: () =>
      attempt(async () => {
        await call(bridge, 'workspace:choose');
      }),
    async openFolder(path) {
      inspection.begin();
      try {
        await inspection.reached(await call(bridge, 'workspace:open', path));
      } catch (problem) {
        const error = asError(problem);
        inspection.fail(error);
        // The layout offer reports what is wrong with an unknown folder.
        if (error.folder === undefined) report(problem);
      }
    },
    openWindow: (path) =>
      attempt(async () => {
        await call(bridge, 'window:open', path);
      }),
    configure: (change) =>
      attempt(async () => inspection.reached(await call(bridge, 'inspection:configure', toMutable(change)))),
    setSetting(name, value) {
      return this.configure({ settings: { [name]: value ?? null } });
    },
    copy: (scope, format, maskSecrets) =>
      attempt(async () => {
        const secrets = maskSecrets === undefined ? await call(bridge, 'prompt:secrets', scope, format) : [];
        if (secrets.length > 0) view.askAboutSecrets({ scope, format, secrets });
        else {
          const copied = await call(bridge, 'prompt:copy', scope, format, { maskSecrets: maskSecrets ?? false });
          toasts.show(copied.sendable ? 'done' : 'problem', `Copied ${describeCopied(copied)}`);
        }
      }),
    exportFile: (scope, format, maskSecrets) =>
      attempt(async () => {
        const written = await call(bridge, 'prompt:export', scope, format, { maskSecrets });
        if (written !== null)
          toasts.show(written.sendable ? 'done' : 'problem', `Wrote ${written.path}: ${describeCopied(written)}`);
      }),
    copySelection() {
      // What is marked in the conversation is text of the page.
      if (editors.conversation !== null && document.getSelection()?.isCollapsed === false) {
        document.execCommand('copy');
        return Promise.resolve();
      }
      const range = editors.conversation === null ? (editors.prompt?.selection() ?? null) : null;
      const text = inspection.store.getState().shown?.text;
      if (range === null || text === undefined) return this.copy({ kind: 'all' }, 'text');
      return this.copy({ kind: 'ranges', ranges: [...text.toMessageRanges(range.start, range.end)] }, 'text');
    },
    copyNode(id) {
      const text = inspection.store.getState().shown?.text;
      const isOfTools = id === toolsId || toolOf(id) !== undefined;
      const range = isOfTools ? text?.rangeOf(id) : undefined;
      if (range === undefined || text === undefined) return this.copy({ kind: 'node', id }, 'text');
      return this.copy({ kind: 'ranges', ranges: [...text.toMessageRanges(range.start, range.end)] }, 'text');
    },
    save: (id) =>
      attempt(async () => {
        const target = id ?? sources.store.getState().active;
        if (target !== null && !(await saved(target))) await askWhich(target);
      }),
    saveOver: (id, over) =>
      attempt(async () => {
        if (await saved(id, over)) return;
        toasts.show('problem', `${id} was changed on disk once more. Nothing was written.`);
        await askWhich(id);
      }),
    saveAll: () =>
      attempt(async () => {
        const conflicts: string[] = [];
        const ids = unsaved();
        // A file that cannot be saved does not stop the others.
        for (const id of ids) await attempt(async () => void ((await saved(id)) || conflicts.push(id)));
        const left = unsaved().length;
        const done = ids.length - conflicts.length;
        const others = conflicts.length === 1 ? '1 file was' : `${conflicts.length} files were`;
        if (done > 0 && left === conflicts.length) toasts.show('done', `Saved ${done} file${done === 1 ? '' : 's'}`);
        if (conflicts.length > 0) toasts.show('problem', `${others} not saved: changed on disk meanwhile`);
        const [first] = conflicts;
        if (first !== undefined) await askWhich(first);
      }),
    revert: (id) => attempt(() => sources.revert(id)),
    select: (id) => view.select(id),
    // Framing and totals are not nodes, but their rows can be selected too.
    selectRow: (row) => view.select(row.node ?? (row.key as NodeId)),
    openRow(row) {
      if (row.missing !== undefined) {
        void this.createSource(row.missing);
        return;
      }
      const origin = row.node === null ? undefined : firstOrigin(row.node);
      if (origin !== undefined) void this.goTo(origin.source, origin.span, true);
    },
    showNode(id) {
      view.select(id);
      const origin = firstOrigin(id);
      if (origin !== undefined) void this.goTo(origin.source, origin.span, false);
    },
    playTurn: () =>
      attempt(async () => {
        const { moves, path } = await call(bridge, 'tiers:turn');
        view.showPanel('tiers');
        toasts.show('done', `A turn was played: ${describeMoves(moves)}. Save ${path} to keep it.`);
      }),
    say: (text) => toasts.show('done', text),
    goTo: (source, span, focus) => attempt(() => sources.open(source, span, focus)),
    openSource: (id) => attempt(() => sources.open(id)),
    createSource: (id) =>
      attempt(async () => {
        await sources.create(id);
      }),
    goToOrigin(leaf, offset) {
      if (leaf.origin.kind !== 'file') {
        // What is laid out of a tool's definition leads to the definition.
        const origin = toolOf(leaf.owner) !== undefined ? firstOrigin(leaf.owner) : undefined;
        if (origin !== undefined) {
          void this.goTo(origin.source, origin.span, false);
          return;
        }
        // No file is shown for it, so none is pointed at.
        cursor = null;
        editors.prompt?.light([], false);
        toasts.show('done', `This text is ${describeOrigin(leaf.origin)}.${wayToReplace(leaf.origin)}`);
        return;
      }
      const { source, span } = leaf.origin;
      const at = Math.min(span.end, span.start + Math.max(0, offset - leaf.start));
      void this.goTo(source, { start: at, end: at }, false);
    },
    relight() {
      if (cursor !== null && editors.source?.hasFocus() === true)
        this.lightUp(cursor.source, cursor.span, cursor.within, false);
    },
    lightUp(source, span, within, typed) {
      cursor = { source, span, within };
      if (typed) return;
      const places = inspection.store.getState().shown?.text.placesOf(source, span, within) ?? [];
      editors.prompt?.light(places, true);
    },
  };
}

function asError(problem: unknown): InspectorError {
  if (problem instanceof Refused) return problem.error;
  return { code: 'bug', message: problem instanceof Error ? problem.message : String(problem) };
}

type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

/** The schema's type is mutable and ours is readonly. The value is copied between processes anyway. */
function toMutable(change: Configuration): Mutable<Configuration> {
  return structuredClone(change) as Mutable<Configuration>;
}
