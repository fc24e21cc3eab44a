/**
 * The open source files: which tabs there are, what is typed but not yet sent, and the way to disk and back. All of it
 * belongs to the folder on screen; what was open in another folder waits until that is on screen again.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Span } from '../../shared/document/types';
import type { Bridge, Buffer } from '../../shared/ipc/contract';
import type { SourceInfo } from '../../shared/ipc/inspection';
import { call } from '../bridge';
import { createTypedTexts } from './typed-texts';

/** A place to show; `stamp` makes the same place asked for twice count twice. */
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
  /** What main last said of each open file. */
  readonly buffers: Readonly<Record<string, Buffer>>;
}

export interface SourcesStore {
  readonly store: StoreApi<SourcesState>;
  /** Another folder is on screen: its files are shown as they were left. */
  enter(folder: string): void;
  /** The folders whose tabs wait. */
  waiting(): readonly string[];
  open(id: string, span?: Span | null, focus?: boolean): Promise<void>;
  /** Begins a file that is not there. */
  create(id: string): Promise<void>;
  close(id: string): void;
  /** `folder` is that of the editor it was typed in: another may be on screen by now. */
  edit(folder: string, id: string, text: string): void;
  /** When everything that was typed has arrived. */
  settled(id: string): Promise<void>;
  /** Refused as a conflict when somebody else changed the file, unless `over` is the ground of what they wrote. */
  save(id: string, over?: number): Promise<void>;
  revert(id: string): Promise<void>;
  /** Reads the open files again after a build; one that is only being typed in is known already. */
  refresh(built: readonly Pick<SourceInfo, 'id' | 'dirty' | 'conflict'>[]): Promise<void>;
  /** Reads one file again. */
  reread(id: string): Promise<void>;
}

const nothingOpen = { tabs: [], active: null, place: null, buffers: {} } as const;

export function createSourcesStore(bridge: Bridge, onProblem: (problem: unknown) => void): SourcesStore {
  const store = createStore<SourcesState>(() => ({ folder: null, ...nothingOpen }));
  const left = new Map<string, SourcesState>();
  const typed = createTypedTexts(bridge, onProblem);
  let stamp = 0;

  /** Of the folder it belongs to, wherever that is by now. */
  const update = (folder: string, change: (state: SourcesState) => Partial<SourcesState>): void => {
    const state = store.getState();
    const waiting = left.get(folder);
    if (state.folder === folder) store.setState(change(state));
    else if (waiting !== undefined) left.set(folder, { ...waiting, ...change(waiting) });
  };
  const keep = (folder: string, buffer: Buffer): void =>
    update(folder, ({ buffers }) => ({ buffers: { ...buffers, [buffer.id]: buffer } }));
  const here = (): string => {
    const { folder } = store.getState();
    if (folder === null) throw new Error('No folder is open');
    return folder;
  };
  const read = async (folder: string, id: string): Promise<void> => {
    const before = typed.count(folder, id);
    const buffer = await call(bridge, 'buffer:read', folder, id);
    // What was typed since is not in it.
    if (typed.count(folder, id) === before) keep(folder, buffer);
  };
  const show = (folder: string, id: string, span: Span | null, focus: boolean): void => {
    stamp += 1;
    const place = { id, span, stamp, focus };
    update(folder, ({ tabs }) => ({ tabs: tabs.includes(id) ? tabs : [...tabs, id], active: id, place }));
  };

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
      await call(bridge, 'buffer:edit', folder, id, '\n', 0);
      await read(folder, id);
      show(folder, id, { start: 0, end: 0 }, true);
    },
    close(id) {
      const { tabs, active, buffers } = store.getState();
      const rest = tabs.filter((each) => each !== id);
      const { [id]: _closed, ...others } = buffers;
      const next = active === id ? (rest[Math.min(tabs.indexOf(id), rest.length - 1)] ?? null) : active;
      store.setState({ tabs: rest, active: next, buffers: others, place: null });
    },
    edit(folder, id, text) {
      const state = store.getState().folder === folder ? store.getState() : left.get(folder);
      const before = state?.buffers[id];
      if (before !== undefined) keep(folder, { ...before, text, dirty: true });
      typed.send(folder, id, text, before?.ground ?? 0);
    },
    settled: (id) => typed.settled(here(), id),
    async save(id, over) {
      const folder = here();
      await typed.settled(folder, id);
      await call(bridge, 'buffer:save', folder, id, over);
      await read(folder, id);
    },
    async revert(id) {
      const folder = here();
      await typed.settled(folder, id).catch(() => typed.giveUp(folder, id));
      keep(folder, await call(bridge, 'buffer:revert', folder, id));
    },
    async refresh(built) {
      const { folder, tabs } = store.getState();
      if (folder === null) return;
      for (const id of tabs) {
        if (typed.isBusy(folder, id)) continue;
        const info = built.find((source) => source.id === id);
        const held = store.getState().buffers[id];
        if (info?.dirty === true && !info.conflict && held?.dirty === true && held.disk === undefined) continue;
        const count = typed.count(folder, id);
        const buffer = await call(bridge, 'buffer:read', folder, id).catch(() => null);
        const before = store.getState().buffers[id];
        if (
          buffer === null ||
          before === undefined ||
          store.getState().folder !== folder ||
          typed.count(folder, id) !== count
        )
          continue;
        if (!isSame(before, buffer)) keep(folder, buffer);
      }
    },
    reread: (id) => read(here(), id),
  };
}

function isSame(a: Buffer, b: Buffer): boolean {
  return (
    a.text === b.text &&
    a.dirty === b.dirty &&
    a.ground === b.ground &&
    a.locked === b.locked &&
    JSON.stringify(a.disk) === JSON.stringify(b.disk)
  );
}
