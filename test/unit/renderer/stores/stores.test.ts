import { describe, expect, it, vi } from 'vitest';
import { createHistoryStore, previousTo } from '../../../../renderer/stores/history';
import { createReceiver } from '../../../support/renderer/receiver';
import { createSourcesStore } from '../../../../renderer/stores/sources';
import { createViewStore, recall } from '../../../../renderer/stores/view';
import type { TextEdit } from '../../../../shared/basics/minimal-edit';
import type { Bridge, BufferChanges, Reply } from '../../../../shared/ipc/contract';
import { frame, message, nodeId, omitted, section, sourceId, text, tool } from '../../../../shared/document/builders';
import { writeJson } from '../../../../shared/document/json-text';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { inspectionOf } from '../../../support/inspection';

describe('the inspection store', () => {
  it('drops inspections older than the shown one', () => {
    const { store, receive } = createReceiver();
    receive(inspectionOf(3));
    receive(inspectionOf(2));
    expect(store.getState().shown?.inspection.revision).toBe(3);
    receive(inspectionOf(4));
    expect(store.getState()).toMatchObject({ previous: { revision: 3 }, shown: { inspection: { revision: 4 } } });
  });

  it('keeps what is shown when another folder cannot be opened', () => {
    const { store, receive, fail, begin } = createReceiver();
    receive(inspectionOf(1));
    begin();
    fail({ code: 'not-found', message: 'There is no such folder' });
    expect(store.getState()).toMatchObject({
      phase: 'ready',
      failure: { code: 'not-found' },
      shown: { inspection: { revision: 1 } },
    });
  });
});

describe('what changed', () => {
  const at = (start: number) =>
    ({ kind: 'file', source: sourceId('a.json'), span: { start, end: start + 5 } }) as const;
  const built = (revision: number, place: number, words: string, more: Partial<Inspection> = {}): Inspection => {
    const nothing = inspectionOf(revision);
    const tools = [tool(nodeId('tools/look'), 'look', 'L0', [text('Looks', at(place))], writeJson({ type: 'object' }))];
    const would = omitted(
      nodeId('system/task'),
      'Task',
      'active',
      { reason: 'condition-false', condition: 'there is one' },
      [text('Do it', at(place))],
    );
    const system = message(nodeId('system'), 'system', 'L0', 'system', [
      section(nodeId('system/a'), 'A', 'L0', [text(words, at(place))]),
      would,
    ]);
    return { ...nothing, ...more, document: { ...nothing.document, tools, messages: [system] } };
  };
  const opening = {
    findings: [{ severity: 'info', ruleId: 'symbols-incomplete', message: '' }],
  } as const satisfies Partial<Inspection>;

  it('is what has another text, not what moved in its file', () => {
    const { store, receive } = createReceiver();
    receive(built(1, 0, 'hello'));
    receive(built(2, 700, 'hello'));
    expect([...(store.getState().shown?.changes.changed ?? [])]).toEqual([]);
    receive(built(3, 900, 'hallo'));
    expect([...(store.getState().shown?.changes.changed ?? [])]).toEqual(['system/a', 'system']);
  });

  it('is nothing while the folder is being opened, and that build is not in the history', () => {
    const { store, receive } = createReceiver();
    const bridge = {
      invoke: () => Promise.resolve({ ok: true, value: null }),
      on: () => () => undefined,
      pathOf: () => '',
    } as unknown as Bridge;
    const history = createHistoryStore(
      bridge,
      () => 7,
      () => undefined,
    );
    store.subscribe(({ shown }) => shown !== null && history.add(shown));
    receive(built(1, 0, 'hello', opening));
    receive(built(2, 0, 'hello, with all symbols'));
    expect(store.getState().shown?.changes.changed.size).toBe(0);
    expect(history.store.getState().builds.map(({ revision }) => revision)).toEqual([2]);
    receive(built(3, 0, 'hallo, with all symbols'));
    expect(store.getState().shown?.changes.changed.size).toBe(2);
  });
});

describe('the history', () => {
  it('keeps builds that changed something, and makes their snapshots on demand', () => {
    const bridge = {
      invoke: () => Promise.resolve({ ok: true, value: null }),
      on: () => () => undefined,
      pathOf: () => '',
    } as unknown as Bridge;
    const history = createHistoryStore(
      bridge,
      () => 7,
      (problem) => {
        throw problem;
      },
    );
    const { store, receive } = createReceiver();
    store.subscribe(({ shown }) => shown !== null && history.add(shown));
    const saying = (revision: number, words: string): Inspection => {
      const nothing = inspectionOf(revision);
      return {
        ...nothing,
        document: {
          ...nothing.document,
          messages: [message(nodeId('system'), 'system', 'L0', 'system', [frame(words)])],
        },
      };
    };
    receive(saying(1, 'one'));
    receive(saying(2, 'one'));
    receive(saying(3, 'two'));
    const { builds } = history.store.getState();
    expect(builds.map(({ revision, length }) => [revision, length])).toEqual([
      [1, 3],
      [3, 3],
    ]);
    expect(builds.map(({ snapshot }) => snapshot().text)).toEqual(['one', 'two']);
    expect(builds[0]?.snapshot()).toBe(builds[0]?.snapshot());
  });
});

describe('the view store', () => {
  it('remembers panel and sizes, and validates what it finds', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const view = createViewStore(storage);
    view.showPanel('changes');
    view.setLayout('down', { top: 70, bottom: 30 });
    view.showPrompt('sent', 'text');
    expect(createViewStore(storage).store.getState()).toMatchObject({
      panel: 'changes',
      layouts: { down: { top: 70, bottom: 30 } },
      promptViews: { sent: 'text', built: 'text' },
    });
    expect(recall('{"panel":"nowhere","layouts":{"down":{"top":"70"}}}')).toEqual({
      panel: 'findings',
      layouts: {},
      tourSeen: false,
      promptViews: { sent: 'conversation', built: 'text' },
    });
    expect(recall('no json')).toEqual(recall(null));
  });
});

const fails = (problem: unknown): never => {
  throw problem;
};
const typed = (before: string, after: string, ...changes: (TextEdit | undefined)[]) => ({
  before,
  changes: changes.filter((change) => change !== undefined),
  after,
});

describe('the sources store', () => {
  it('sends typed text one message at a time, and waiting changes together', async () => {
    const sent: unknown[] = [];
    const arrivals: (() => void)[] = [];
    const invoke = (channel: string, _folder: string, _id: string, splice: unknown) => {
      if (channel !== 'buffer:splice')
        return Promise.resolve({ ok: true, value: { id: 'a', text: '', dirty: false, diskVersion: 1, version: 5 } });
      sent.push(splice);
      return new Promise<Reply<number>>((resolve) => arrivals.push(() => resolve({ ok: true, value: 6 })));
    };
    const bridge = { invoke, on: () => () => undefined, pathOf: () => '' } as unknown as Bridge;
    const sources = createSourcesStore({ bridge, onProblem: fails });
    sources.enter('/w');
    await sources.open('a');
    const [one, two, three] = [0, 1, 2].map((at) => ({ start: at, end: at, text: String(at + 1) }));
    sources.edit('/w', 'a', typed('', '1', one));
    sources.edit('/w', 'a', typed('1', '12', two));
    sources.edit('/w', 'a', typed('12', '123', three));
    expect(sent).toEqual([{ after: 5, changes: [one] }]);
    arrivals[0]?.();
    await vi.waitFor(() => expect(sent[1]).toEqual({ after: 6, changes: [two, three] }));
    expect(sources.store.getState().buffers['a']).toMatchObject({ text: '123', dirty: true });
  });

  it('sends the whole text if it was typed on another text than the shown one', async () => {
    const sent: unknown[] = [];
    const invoke = (channel: string, _folder: string, id: string, text: unknown) => {
      if (channel !== 'buffer:read') sent.push([channel, text]);
      return Promise.resolve({
        ok: true,
        value: channel === 'buffer:read' ? { id, text: 'new', dirty: false, diskVersion: 1, version: 5 } : 6,
      });
    };
    const bridge = { invoke, on: () => () => undefined, pathOf: () => '' } as unknown as Bridge;
    const sources = createSourcesStore({ bridge, onProblem: fails });
    sources.enter('/w');
    await sources.open('a');
    sources.edit('/w', 'a', typed('old', 'old!', { start: 3, end: 3, text: '!' }));
    await sources.settled('a');
    expect(sent).toEqual([['buffer:edit', 'old!']]);
  });

  it('keep state with its folder, and send typed text to no other folder', async () => {
    const calls: (readonly unknown[])[] = [];
    const invoke = (channel: string, folder: string, id: string, ...more: readonly unknown[]) => {
      calls.push([channel, folder, id, ...more]);
      return Promise.resolve({
        ok: true,
        value: channel === 'buffer:read' ? { id, text: `of ${folder}`, dirty: false, diskVersion: 7, version: 3 } : 1,
      });
    };
    const bridge = { invoke, on: () => () => undefined, pathOf: () => '' } as unknown as Bridge;
    const sources = createSourcesStore({ bridge, onProblem: fails });
    sources.enter('/A');
    await sources.open('a.md');
    sources.enter('/B');
    expect(sources.store.getState()).toMatchObject({ folder: '/B', tabs: [], active: null, buffers: {} });
    // A key pressed before the page had drawn the other folder.
    const change = { start: 0, end: 5, text: 'late' };
    sources.edit('/A', 'a.md', typed('of /A', 'late', change));
    await vi.waitFor(() =>
      expect(calls.at(-1)).toEqual(['buffer:splice', '/A', 'a.md', { after: 3, changes: [change] }, 7]),
    );
    await sources.open('a.md');
    expect(sources.store.getState().buffers['a.md']?.text).toBe('of /B');
    sources.enter('/A');
    expect(sources.store.getState()).toMatchObject({
      tabs: ['a.md'],
      active: 'a.md',
      buffers: { 'a.md': { text: 'late', dirty: true } },
    });
    await sources.save('a.md');
    expect(calls.filter(([channel]) => channel === 'buffer:save')).toEqual([['buffer:save', '/A', 'a.md', undefined]]);
  });

  it('neither treats a text that never arrived as saved nor replaces it', async () => {
    const shown: unknown[] = [];
    const invoke = (channel: string, _folder: string, id: string) => {
      if (channel === 'buffer:splice')
        return Promise.resolve({ ok: false, error: { code: 'io', message: 'it is a folder' } });
      return Promise.resolve({ ok: true, value: { id, text: 'disk', dirty: false, diskVersion: 1, version: 1 } });
    };
    let tell: (changes: BufferChanges) => void = fails;
    const on = (_event: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    };
    const sources = createSourcesStore({
      bridge: { invoke, on, pathOf: () => '' } as unknown as Bridge,
      onProblem: (problem) => shown.push(problem),
    });
    sources.enter('/w');
    await sources.open('a');
    sources.edit('/w', 'a', typed('disk', 'typed', { start: 0, end: 4, text: 'typed' }));
    await expect(sources.save('a')).rejects.toThrow('it is a folder');
    tell({
      folder: '/w',
      changes: [{ after: 1, buffer: { id: 'a', text: 'other', dirty: false, diskVersion: 1, version: 2 } }],
    });
    await expect(sources.settled('a')).rejects.toThrow('it is a folder');
    expect(sources.store.getState().buffers['a']).toMatchObject({ text: 'typed', dirty: true });
    expect(shown).toHaveLength(1);
  });

  it('has a step to an equal request, which is compared with the request before', () => {
    const bridge = {
      invoke: () => Promise.resolve({ ok: true, value: null } satisfies Reply<null>),
      on: () => () => undefined,
      pathOf: () => '',
    } as unknown as Bridge;
    const history = createHistoryStore(
      bridge,
      () => 7,
      (problem) => {
        throw problem;
      },
    );
    const { store, receive } = createReceiver();
    store.subscribe(({ shown }) => shown !== null && history.add(shown));
    const request = (revision: number, index: number, words: string): Inspection => {
      const nothing = inspectionOf(revision);
      return {
        ...nothing,
        architecture: 'request',
        cause: { kind: 'setting', names: ['index'] },
        controls: [{ name: 'index', value: index, isDefault: false }],
        document: {
          ...nothing.document,
          messages: [message(nodeId('system'), 'system', 'L0', 'system', [frame(words)])],
        },
      };
    };
    receive(request(1, 1, 'one'));
    receive(request(2, 2, 'two'));
    receive(request(3, 3, 'two'));
    receive(request(4, 3, 'two'));
    const { builds } = history.store.getState();
    expect(builds.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(previousTo({ text: 'two' }, builds)?.revision).toBe(2);
    expect(previousTo({ text: 'two' }, builds.slice(0, 2))?.revision).toBe(1);
    expect(previousTo({ text: 'three' }, builds)?.revision).toBe(3);
  });
});
