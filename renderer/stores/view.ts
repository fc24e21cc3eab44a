/** What the user looks at: selection, filter, folds, panels. Kept apart from the data, and partly remembered. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeId } from '../../shared/document/types';
import type { RowOrder } from '../model/sections/sort-rows';
import type { Tried } from '../../shared/ipc/cache/cache-panel';
import type { CopyScope, ExportFormat, SecretInfo } from '../../shared/ipc/contract';

export const panelNames = [
  'findings',
  'changes',
  'messages',
  'tools',
  'history',
  'recall',
  'catalog',
  'tiers',
  'sizes',
  'sessions',
  'sequence',
  'sent',
  'matrix',
  'agents',
  'cache',
  'usage',
] as const;
export type PanelName = (typeof panelNames)[number];

/** The sections as a list, or as areas to scale. */
export const sectionViews = ['list', 'map'] as const;
export type SectionView = (typeof sectionViews)[number];

/** How a prompt is shown: as messages and blocks, or as the text that is sent. */
export type PromptView = 'conversation' | 'text';

export type DialogName = 'palette' | 'export' | 'tour' | 'conflict' | 'secrets' | 'count' | 'trust' | 'shortcuts';

/** A copy that waits for an answer because it contains secrets. */
export interface Leaving {
  readonly scope: CopyScope;
  readonly format: ExportFormat;
  readonly secrets: readonly SecretInfo[];
  /** Breakpoints in place of the document's own. */
  readonly tried?: Tried;
}

/** Where the cursor is inside a source file. */
export interface PlaceInFile {
  readonly source: string;
  readonly steps: readonly string[];
  readonly isInPrompt: boolean;
}

export interface ViewState {
  readonly place: PlaceInFile | null;
  readonly selected: NodeId | null;
  readonly filter: string;
  readonly collapsed: ReadonlySet<string>;
  readonly order: RowOrder;
  readonly sectionsAs: SectionView;
  readonly panel: PanelName;
  /** The panel covers the main view. */
  readonly isMaximised: boolean;
  readonly dialog: DialogName | null;
  readonly leaving: Leaving | null;
  /** Key of what the build on screen is compared with. */
  readonly compareWith: string;
  /** True if the other side is a preview: it is shown after the build on screen. */
  readonly previews: boolean;
  /** Two requests side by side in the place of the prompt. */
  readonly comparesInView: boolean;
  readonly tourSeen: boolean;
  /** How requests that were sent are shown, and how prompts that are built are. */
  readonly promptViews: Readonly<Record<'sent' | 'built', PromptView>>;
  /** Folds of the conversation that are not as they are at first. */
  readonly toggled: ReadonlySet<string>;
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface ViewStore {
  readonly store: StoreApi<ViewState>;
  select(id: NodeId | null): void;
  setFilter(filter: string): void;
  toggle(key: string, open?: boolean): void;
  sortSections(order: RowOrder): void;
  showSections(as: SectionView): void;
  showPanel(panel: PanelName): void;
  maximise(isMaximised: boolean): void;
  showPrompt(of: 'sent' | 'built', as: PromptView): void;
  /** Opens what is folded in the conversation, or folds it. */
  toggleTalk(...folds: readonly string[]): void;
  /** Called for another folder, which has other messages. */
  forgetFolds(): void;
  showDialog(dialog: DialogName | null): void;
  askAboutSecrets(leaving: Leaving): void;
  compareWith(key: string): void;
  preview(key: string): void;
  compareInView(shows: boolean): void;
  setLayout(group: string, layout: Readonly<Record<string, number>>): void;
  /** The pane takes the size Strata gives it again. */
  forgetLayout(group: string): void;
  setPlace(place: PlaceInFile): void;
  seeTour(): void;
}

type Remembered = Pick<ViewState, 'panel' | 'layouts' | 'tourSeen' | 'promptViews'>;
const storageKey = 'strata.view';

export function createViewStore(storage: Pick<Storage, 'getItem' | 'setItem'>): ViewStore {
  const store = createStore<ViewState>(() => ({
    place: null,
    selected: null,
    filter: '',
    collapsed: new Set<string>(),
    order: 'order',
    sectionsAs: 'list',
    isMaximised: false,
    dialog: null,
    leaving: null,
    toggled: new Set<string>(),
    compareWith: 'previous',
    previews: false,
    comparesInView: false,
    ...recall(storage.getItem(storageKey)),
  }));
  store.subscribe(({ panel, layouts, tourSeen, promptViews }, before) => {
    if (
      panel === before.panel &&
      layouts === before.layouts &&
      tourSeen === before.tourSeen &&
      promptViews === before.promptViews
    )
      return;
    storage.setItem(storageKey, JSON.stringify({ panel, layouts, tourSeen, promptViews } satisfies Remembered));
  });
  return {
    store,
    select: (selected) => store.setState({ selected }),
    setFilter: (filter) => store.setState({ filter }),
    toggle(key, open) {
      const collapsed = new Set(store.getState().collapsed);
      if (open ?? collapsed.has(key)) collapsed.delete(key);
      else collapsed.add(key);
      store.setState({ collapsed });
    },
    sortSections: (order) => store.setState({ order }),
    showSections: (sectionsAs) => store.setState({ sectionsAs }),
    showPanel: (panel) => store.setState({ panel }),
    maximise: (isMaximised) => store.setState({ isMaximised }),
    showPrompt: (of, as) => store.setState({ promptViews: { ...store.getState().promptViews, [of]: as } }),
    toggleTalk(...folds) {
      const toggled = new Set(store.getState().toggled);
      for (const fold of folds) if (!toggled.delete(fold)) toggled.add(fold);
      store.setState({ toggled });
    },
    forgetFolds: () => store.setState({ toggled: new Set() }),
    showDialog: (dialog) => store.setState({ dialog }),
    askAboutSecrets: (leaving) => store.setState({ leaving, dialog: 'secrets' }),
    compareInView: (comparesInView) => store.setState({ comparesInView }),
    compareWith: (compareWith) => store.setState({ compareWith, previews: false }),
    preview: (compareWith) => store.setState({ compareWith, previews: true }),
    setLayout: (group, layout) => store.setState({ layouts: { ...store.getState().layouts, [group]: layout } }),
    forgetLayout(group) {
      const { [group]: _, ...layouts } = store.getState().layouts;
      store.setState({ layouts });
    },
    setPlace(place) {
      const before = store.getState().place;
      // The cursor moves with every key; most moves stay in the same place of the file.
      if (before === null || JSON.stringify(before) !== JSON.stringify(place)) store.setState({ place });
    },
    seeTour: () => store.setState({ tourSeen: true, dialog: null }),
  };
}

/** Another version may have stored any shape; only what is understood is used. */
export function recall(stored: string | null): Remembered {
  const value = parse(stored);
  const panel = panelNames.find((name) => name === value['panel']) ?? 'findings';
  const layouts: Record<string, Record<string, number>> = {};
  for (const [group, sizes] of Object.entries(asRecord(value['layouts']))) {
    const entries = Object.entries(asRecord(sizes)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    if (entries.length > 0) layouts[group] = Object.fromEntries(entries);
  }
  const views = asRecord(value['promptViews']);
  return {
    panel,
    layouts,
    tourSeen: value['tourSeen'] === true,
    promptViews: {
      sent: views['sent'] === 'text' ? 'text' : 'conversation',
      built: views['built'] === 'conversation' ? 'conversation' : 'text',
    },
  };
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    return asRecord(stored === null ? null : JSON.parse(stored));
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
