/** Find over prompt, sources and section names: what is wanted, and what was found. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Wanted } from '../../shared/basics/find-text';
import type { Bridge } from '../../shared/ipc/contract';
import { call } from '../bridge';
import { nothingFound, type FindScope, type Found, type FoundGroup } from '../model/find/found';
import { findInPrompt, findSections } from '../model/find/search-page';
import type { InspectionStore, Shown } from './inspection';

export interface FindState {
  readonly isOpen: boolean;
  /** Changes when find is asked for again while it is open. */
  readonly opened: number;
  readonly wanted: Wanted;
  /** Null: everywhere. */
  readonly only: FindScope | null;
  readonly found: Found;
  /** What `found` is the answer to; null while it is being searched. */
  readonly answered: Wanted | null;
}

export interface FindStore {
  readonly store: StoreApi<FindState>;
  /** With words, such as a selected text, these are searched at once. */
  open(words?: string): void;
  close(): void;
  want(change: Partial<Wanted>): void;
  show(only: FindScope | null): void;
}

interface Dependencies {
  readonly bridge: Bridge;
  readonly inspection: InspectionStore;
  readonly onProblem: (problem: unknown) => void;
  /** Resolves when other work, such as drawing what is typed, had its turn. */
  readonly pause?: () => Promise<void>;
  readonly now?: () => number;
}

/** Milliseconds of searching before other work gets its turn, and of stillness after a build before it is searched. */
const [slice, stillness] = [8, 150];

export function createFindStore({
  bridge,
  inspection,
  onProblem,
  pause = () => new Promise((resolve) => setTimeout(resolve)),
  now = () => performance.now(),
}: Dependencies): FindStore {
  const store = createStore<FindState>(() => ({
    isOpen: false,
    opened: 0,
    wanted: { words: '', matchCase: false, wholeWord: false },
    only: null,
    found: nothingFound,
    answered: null,
  }));
  let run = 0;

  const inPrompt = async ({ text }: Shown, wanted: Wanted, own: number): Promise<readonly FoundGroup[]> => {
    const steps = findInPrompt(text, wanted);
    for (let since = now(); ;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (now() - since < slice) continue;
      await pause();
      if (own !== run) return [];
      since = now();
    }
  };
  const inSources = async ({ inspection: { workspace } }: Shown, wanted: Wanted) => {
    const { files, unread } = await call(bridge, 'sources:find', workspace, wanted);
    const sources = files.map((file): FoundGroup => ({ ...file, scope: 'sources', name: file.id }));
    return { sources, unread: unread.length };
  };
  const search = async (): Promise<void> => {
    run += 1;
    const own = run;
    const { isOpen, wanted } = store.getState();
    const { shown } = inspection.store.getState();
    if (!isOpen || shown === null || wanted.words === '') {
      store.setState({ found: nothingFound, answered: wanted });
      return;
    }
    store.setState({ answered: null });
    // Lets the field show first what was typed.
    await pause();
    if (own !== run) return;
    const inFiles = inSources(shown, wanted);
    // It is awaited below. A failure before that must not count as unhandled.
    inFiles.catch(() => undefined);
    const found = { sections: findSections(shown.rows, wanted), prompt: await inPrompt(shown, wanted, own) };
    if (own !== run) return;
    const files = await inFiles;
    if (own === run) store.setState({ found: { ...found, ...files }, answered: wanted });
  };
  const again = (): void => {
    search().catch((problem: unknown) => {
      store.setState({ answered: store.getState().wanted });
      onProblem(problem);
    });
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  inspection.store.subscribe((state, before) => {
    if (state.shown === before.shown || !store.getState().isOpen) return;
    clearTimeout(waiting);
    waiting = setTimeout(again, stillness);
  });

  return {
    store,
    open(words) {
      const { wanted, opened } = store.getState();
      store.setState({
        isOpen: true,
        opened: opened + 1,
        wanted: words === undefined || words === '' ? wanted : { ...wanted, words },
      });
      again();
    },
    close() {
      run += 1;
      store.setState({ isOpen: false, found: nothingFound, answered: null });
    },
    want(change) {
      store.setState({ wanted: { ...store.getState().wanted, ...change } });
      again();
    },
    show: (only) => store.setState({ only }),
  };
}
