/** Every user action, in one place: buttons, menu, palette and shortcuts all call these. */
import type { LeafSpan } from '../shared/document/layout';
import type { NodeId, SourceId, Span, ToolNode } from '../shared/document/types';
import { toolsId } from '../shared/document/tools-message';
import type { Bridge } from '../shared/ipc/contract';
import type { Inspection } from '../shared/ipc/inspection/inspection';
import type { Theme } from '../shared/ipc/theme';
import { asError, call } from './bridge';
import { toMutable } from './mutable';
import { keptText } from './model/action-texts';
import { describeOrigin } from './model/describe';
import { firstFileOrigin, toolIn, wayToReplace, type FileOrigin } from './model/prompt/node-origin';
import { isMarkdown, placeInFile } from './model/prompt/place-in-file';
import type { Reveal, ShownRange } from './model/prompt/prompt-text';
import type { Row } from './model/sections/row';
import { describeMoves } from './model/sections/tier-items';
import type { EditorHandles } from './editor-handles';
import { createCopyActions, type CopyActions } from './copy-actions';
import { createSaveActions, type SaveActions } from './save-actions';
import type { CursorMove } from './monaco/source-editor';
import type { InspectionStore } from './stores/inspection';
import type { SourcesStore } from './stores/sources';
import type { ToastStore } from './stores/toasts';
import type { ViewStore } from './stores/view';
import { actionsWords as words } from './words/window/actions';

export interface Configuration {
  readonly architecture?: string;
  readonly settings?: Inspection['settings'];
  readonly model?: string;
}

export interface Actions extends SaveActions, CopyActions {
  chooseFolder(): Promise<void>;
  /** With an architecture, the folder is read as that. */
  openFolder(path: string, architecture?: string): Promise<void>;
  /** Opens the example that the first run shows. */
  openExample(): Promise<void>;
  openWindow(path?: string): Promise<void>;
  configure(change: Configuration): Promise<void>;
  setSetting(name: string, value: Inspection['settings'][string] | undefined): Promise<void>;
  /** Selects a section everywhere. */
  select(id: NodeId | null): void;
  selectRow(row: Row): void;
  /** Opens the source of a section's first text that has one. */
  openRow(row: Row): void;
  /** Selects a node and shows the file its text comes from. */
  showNode(id: NodeId): void;
  playTurn(): Promise<void>;
  chooseTheme(theme: Theme): Promise<void>;
  zoom(step: 'in' | 'out' | 'reset'): Promise<void>;
  say(text: string): void;
  /** Shows a place in a source file. */
  goTo(source: SourceId, span: Span, focus: boolean): Promise<void>;
  goToOrigin(leaf: LeafSpan, offset: number): void;
  openSource(id: string): Promise<void>;
  /** Starts a missing file. It exists on disk once it is saved. */
  createSource(id: string): Promise<void>;
  /** Highlights a place of a source on both sides. Text just typed is highlighted after its build. */
  lightUp(source: SourceId, span: Span, within: Span, moved: CursorMove): void;
  /** Highlights the same place after a build, so that what is being typed stays highlighted and in view. */
  relight(): void;
  /** Scrolls to a place in the prompt and highlights it alone. */
  showInPrompt(place: ShownRange): void;
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

const mostToolsListed = 20;

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
  const shownNow = (): Inspection | undefined => inspection.store.getState().shown?.inspection;
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
    // A long list of tools starts folded, so that what the folder itself says is on screen.
    view.toggle(toolsId, (shownNow()?.document.tools.length ?? 0) <= mostToolsListed);
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
  const toolOf = (id: NodeId): ToolNode | undefined => toolIn(shownNow(), id);
  const firstOrigin = (id: NodeId): FileOrigin | undefined => firstFileOrigin(shownNow(), id);
  const lightPrompt = (places: readonly ShownRange[], reveal: Reveal): void => {
    editors.prompt?.light(places, reveal);
    const text = inspection.store.getState().shown?.text;
    if (editors.conversation === null || text === undefined) return;
    const rangesOf = ({ start, end }: ShownRange) =>
      text.toMessageRanges(start, end).map((range) => ({ ...range, text: text.slice(start, end) }));
    editors.conversation.light(places.flatMap(rangesOf), reveal);
  };
  /** Highlights the same text on both sides, and says where in its file it is. */
  const show = (reveal: Reveal): void => {
    if (cursor === null) return;
    const { source, span, within } = cursor;
    const lit = inspection.store.getState().shown?.text.litBy(source, span, within);
    lightPrompt(lit?.places ?? [], reveal);
    editors.source?.light(lit?.spans ?? []);
    view.setPlace({
      source,
      steps: placeInFile(lit?.path, editors.source?.text() ?? '', span.start, isMarkdown(source)),
      isInPrompt: (lit?.places.length ?? 0) > 0,
    });
  };

  return {
    report,
    chooseFolder: () =>
      attempt(async () => {
        await call(bridge, 'workspace:choose');
      }),
    async openFolder(path, architecture) {
      inspection.begin();
      try {
        await inspection.reached(await call(bridge, 'workspace:open', path, architecture));
      } catch (problem) {
        const error = asError(problem);
        inspection.fail(error);
        // The layout offer reports what is wrong with an unknown folder.
        if (error.folder === undefined) report(problem);
      }
    },
    async openExample() {
      const [first] = await call(bridge, 'workspace:examples');
      if (first !== undefined) await this.openFolder(first.path);
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
    ...createCopyActions({ bridge, inspection, view, toasts, editors, attempt, toolOf }),
    ...createSaveActions({ inspection, view, sources, toasts, attempt }),
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
        toasts.show('done', words.turnPlayed(describeMoves(moves), path));
      }),
    chooseTheme: (theme) =>
      attempt(async () => {
        await call(bridge, 'look:theme', theme);
      }),
    zoom: (step) =>
      attempt(async () => {
        await call(bridge, 'look:zoom', step);
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
        // Text that is laid out from a tool's definition leads to the definition.
        const origin = toolOf(leaf.owner) !== undefined ? firstOrigin(leaf.owner) : undefined;
        if (origin !== undefined) {
          void this.goTo(origin.source, origin.span, false);
          return;
        }
        // The text comes from no file, so no place in a file is highlighted.
        cursor = null;
        lightPrompt([], 'no');
        editors.source?.light([]);
        toasts.show('done', words.textOrigin(describeOrigin(leaf.origin), wayToReplace(shownNow(), leaf.origin)));
        return;
      }
      const { source, span } = leaf.origin;
      const at = Math.min(span.end, span.start + Math.max(0, offset - leaf.start));
      void this.goTo(source, { start: at, end: at }, false);
    },
    showInPrompt(place) {
      view.compareInView(false);
      cursor = null;
      editors.source?.light([]);
      lightPrompt([place], 'centre');
    },
    relight() {
      if (cursor !== null) show(editors.source?.hasFocus() === true ? 'if-hidden' : 'no');
    },
    lightUp(source, span, within, moved) {
      cursor = { source, span, within };
      if (moved !== 'typed') show(moved === 'user' ? 'centre' : 'if-hidden');
    },
  };
}
