/** The open source files: which tabs there are, what is typed but not yet sent, and the way to disk and back. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Span } from '../../shared/document/types';
import type { Bridge, Buffer, Splice } from '../../shared/ipc/contract';
import type { SourceInfo } from '../../shared/ipc/inspection';
import { call } from '../bridge';
import { minimalEdit } from '../model/minimal-edit';

/** A place to show; `stamp` makes the same place asked for twice count twice. */
export interface SourcePlace {
  readonly id: string;
  readonly span: Span | null;
  readonly stamp: number;
  readonly focus: boolean;
}

export interface SourcesState {
  readonly tabs: readonly string[];
  readonly active: string | null;
  readonly place: SourcePlace | null;
  /** What main last said of each open file. */
  readonly buffers: Readonly<Record<string, Buffer>>;
}

export interface SourcesStore {
  readonly store: StoreApi<SourcesState>;
  open(id: string, span?: Span | null, focus?: boolean): Promise<void>;
  close(id: string): void;
  edit(id: string, text: string): void;
  /** When everything that was typed has arrived. */
  settled(id: string): Promise<void>;
  save(id: string): Promise<void>;
  revert(id: string): Promise<void>;
  /** Reads the open files again after a build; one that is only being typed in is known already. */
  refresh(built: readonly Pick<SourceInfo, 'id' | 'dirty' | 'conflict'>[]): Promise<void>;
  clear(): void;
}

interface Given {
  readonly edit: number;
  readonly text: string;
}

/** From so many characters on, only what changed is sent. */
const longText = 32_768;

/** Null where the whole text is to be sent. */
function spliceOf({ edit, text: before }: Given, text: string): Splice | null {
  const change = text.length < longText ? null : minimalEdit(before, text);
  return change === null ? null : { after: edit, ...change };
}

export function createSourcesStore(bridge: Bridge, onProblem: (problem: unknown) => void): SourcesStore {
  const store = createStore<SourcesState>(() => ({ tabs: [], active: null, place: null, buffers: {} }));
  let stamp = 0;
  /** The newest text of each file that waits for the one before it to arrive. */
  const waiting = new Map<string, string>();
  const sending = new Map<string, Promise<void>>();
  /** What main has of each file that was typed in, by the number of its edit. */
  const given = new Map<string, Given>();

  const keep = (buffer: Buffer): void => store.setState({ buffers: { ...store.getState().buffers, [buffer.id]: buffer } });

  const send = async (id: string): Promise<void> => {
    for (let text = waiting.get(id); text !== undefined; text = waiting.get(id)) {
      waiting.delete(id);
      const known = given.get(id);
      given.delete(id);
      const splice = known === undefined ? null : spliceOf(known, text);
      const edit = (splice === null ? null : await call(bridge, 'buffer:splice', id, splice)) ?? (await call(bridge, 'buffer:edit', id, text));
      given.set(id, { edit, text });
    }
  };

  const settle = async (id: string): Promise<void> => {
    await sending.get(id);
  };

  return {
    store,
    async open(id, span = null, focus = false) {
      if (store.getState().buffers[id] === undefined) keep(await call(bridge, 'buffer:read', id));
      stamp += 1;
      const { tabs } = store.getState();
      store.setState({ tabs: tabs.includes(id) ? tabs : [...tabs, id], active: id, place: { id, span, stamp, focus } });
    },
    close(id) {
      const { tabs, active, buffers } = store.getState();
      const left = tabs.filter((each) => each !== id);
      given.delete(id);
      const { [id]: _closed, ...rest } = buffers;
      const next = active === id ? (left[Math.min(tabs.indexOf(id), left.length - 1)] ?? null) : active;
      store.setState({ tabs: left, active: next, buffers: rest, place: null });
    },
    edit(id, text) {
      const { buffers } = store.getState();
      const before = buffers[id];
      if (before !== undefined) keep({ ...before, text, dirty: true });
      waiting.set(id, text);
      if (sending.has(id)) return;
      sending.set(
        id,
        send(id)
          .catch(onProblem)
          .finally(() => sending.delete(id)),
      );
    },
    settled: settle,
    async save(id) {
      await settle(id);
      await call(bridge, 'buffer:save', id);
      keep(await call(bridge, 'buffer:read', id));
    },
    async revert(id) {
      await settle(id);
      keep(await call(bridge, 'buffer:revert', id));
    },
    async refresh(built) {
      for (const id of store.getState().tabs) {
        if (waiting.has(id) || sending.has(id)) continue;
        const info = built.find((source) => source.id === id);
        const held = store.getState().buffers[id];
        if (info?.dirty === true && !info.conflict && held?.dirty === true && held.disk === undefined) continue;
        const buffer = await call(bridge, 'buffer:read', id).catch(() => null);
        const before = store.getState().buffers[id];
        if (buffer === null || before === undefined || waiting.has(id) || sending.has(id)) continue;
        if (before.text !== buffer.text || before.dirty !== buffer.dirty || before.disk !== buffer.disk) keep(buffer);
      }
    },
    clear() {
      waiting.clear();
      given.clear();
      store.setState({ tabs: [], active: null, place: null, buffers: {} });
    },
  };
}
