/**
 * The open source files: tabs, text that is typed but not yet sent, and saving. All of it belongs to the folder on
 * screen; the state of other folders is kept until they are on screen again.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Span } from '../../shared/document/types';
import type { Bridge, Buffer, BufferChanges, PageBuffer } from '../../shared/ipc/contract';
import { call } from '../bridge';
import type { Typed } from '../model/prompt/line-ends';
import { createTypedTexts } from './typed-texts';

/** A place to show. A new `stamp` makes a repeated request for the same place count. */
export interface SourcePlace {
  readonly id: string;
  readonly span: Span | null;
  readonly stamp: number;
  readonly focus: boolean;
}

export interface SourcesState {
  /** The folder these files belong to; null while none is open. */
  readonly folder: string | null;
  readonly tabs: readonly string[];
  readonly active: string | null;
  readonly place: SourcePlace | null;
  /** Main's last report of each open file. */
  readonly buffers: Readonly<Record<string, Buffer>>;
}

export interface SourcesStore {
  readonly store: StoreApi<SourcesState>;
  /** Another folder is on screen: its files are shown as they were left. */
  enter(folder: string): void;
  /** The folders whose tabs are kept but not shown. */
  waiting(): readonly string[];
  open(id: string, span?: Span | null, focus?: boolean): Promise<void>;
  /** Starts a file that does not exist. */
  create(id: string): Promise<void>;
  close(id: string): void;
  /** `folder` is that of the editor it was typed in. Another folder may be on screen by now. */
  edit(folder: string, id: string, edit: Typed): void;
  /** Resolves when main has everything that was typed. */
  settled(id: string): Promise<void>;
  /** Refused as a conflict if somebody else changed the file, unless `over` is the diskVersion of their version. */
  save(id: string, over?: number): Promise<void>;
  revert(id: string, seen?: number): Promise<void>;
  /** Reads one file again from main. */
  reread(id: string): Promise<void>;
}

const nothingOpen = { tabs: [], active: null, place: null, buffers: {} } as const;

interface Dependencies {
  readonly bridge: Bridge;
  readonly onProblem: (problem: unknown) => void;
  /** Defers work that a build causes; by default it runs at once. */
  readonly later?: (work: () => void) => () => void;
}

export function createSourcesStore({ bridge, onProblem, later = (work) => work }: Dependencies): SourcesStore {
  const store = createStore<SourcesState>(() => ({ folder: null, ...nothingOpen }));
  const left = new Map<string, SourcesState>();
  const typed = createTypedTexts(bridge, onProblem);
  let stamp = 0;

  /** Updates the state of the folder it belongs to, on screen or not. */
  const update = (folder: string, change: (state: SourcesState) => Partial<SourcesState>): void => {
    const state = store.getState();
    const waiting = left.get(folder);
    if (state.folder === folder) store.setState(change(state));
    else if (waiting !== undefined) left.set(folder, { ...waiting, ...change(waiting) });
  };
  const keep = (folder: string, buffer: Buffer): void =>
    update(folder, ({ buffers }) => ({ buffers: { ...buffers, [buffer.id]: buffer } }));
  const take = (folder: string, { version, ...buffer }: PageBuffer): void => {
    typed.took(folder, buffer.id, version);
    keep(folder, buffer);
  };
  const here = (): string => {
    const { folder } = store.getState();
    if (folder === null) throw new Error('No folder is open');
    return folder;
  };
  const read = async (folder: string, id: string): Promise<void> => {
    const before = typed.count(folder, id);
    const buffer = await call(bridge, 'buffer:read', folder, id);
    // Skipped if the user typed since: the buffer lacks that text.
    if (typed.count(folder, id) === before) take(folder, buffer);
  };
  const show = (folder: string, id: string, span: Span | null, focus: boolean): void => {
    stamp += 1;
    const place = { id, span, stamp, focus };
    update(folder, ({ tabs }) => ({ tabs: tabs.includes(id) ? tabs : [...tabs, id], active: id, place }));
  };

  const bufferOf = (folder: string, id: string): Buffer | undefined =>
    (store.getState().folder === folder ? store.getState() : left.get(folder))?.buffers[id];
  const follow = ({ folder, changes }: BufferChanges): void => {
    for (const { after, buffer } of changes) {
      if (bufferOf(folder, buffer.id) === undefined) continue;
      if (typed.isAt(folder, buffer.id, after)) take(folder, buffer);
      // First waits until main has what was typed. A failure was already reported; a file that is gone stays as it is.
      else
        void typed
          .settled(folder, buffer.id)
          .then(() => read(folder, buffer.id))
          .catch(() => undefined);
    }
  };
  const due: BufferChanges[] = [];
  const followAll = later(() => due.splice(0).forEach(follow));
  bridge.on('buffers:changed', (changes) => {
    due.push(changes);
    followAll();
  });

  return {
    store,
    enter(folder) {
      const state = store.getState();
      if (state.folder === folder) return;
      if (state.folder !== null && state.tabs.length > 0) left.set(state.folder, { ...state, place: null });
      const again = left.get(folder);
      left.delete(folder);
      store.setState(again ?? { folder, ...nothingOpen });
    },
    waiting: () => [...left.keys()],
    async open(id, span = null, focus = false) {
      const folder = here();
      if (store.getState().buffers[id] === undefined) await read(folder, id);
      show(folder, id, span, focus);
    },
    async create(id) {
      const folder = here();
      typed.send(folder, id, null, '\n', 0);
      await typed.settled(folder, id);
      await read(folder, id);
      show(folder, id, { start: 0, end: 0 }, true);
    },
    close(id) {
      const { folder, tabs, active, buffers } = store.getState();
      const rest = tabs.filter((each) => each !== id);
      const { [id]: _closed, ...others } = buffers;
      const next = active === id ? (rest[Math.min(tabs.indexOf(id), rest.length - 1)] ?? null) : active;
      store.setState({ tabs: rest, active: next, buffers: others, place: null });
      if (folder !== null) call(bridge, 'buffer:close', folder, id).catch(onProblem);
    },
    edit(folder, id, { before: from, changes, after }) {
      const before = bufferOf(folder, id);
      if (before !== undefined) keep(folder, { ...before, text: after, dirty: true });
      // If the editor does not show main's newest text yet, its changes refer to another text.
      typed.send(folder, id, before?.text === from ? changes : null, after, before?.diskVersion ?? 0);
    },
    settled: (id) => typed.settled(here(), id),
    async save(id, over) {
      const folder = here();
      await typed.settled(folder, id);
      await call(bridge, 'buffer:save', folder, id, over);
    },
    async revert(id, seen) {
      const folder = here();
      let isKnown = true;
      await typed.settled(folder, id).catch(() => {
        typed.giveUp(folder, id);
        isKnown = false;
      });
      await call(bridge, 'buffer:revert', folder, id, seen);
      // Main does not know a text that never arrived, so it does not report what replaces it.
      if (!isKnown) await read(folder, id);
    },
    reread: (id) => read(here(), id),
  };
}
