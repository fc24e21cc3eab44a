import { expect, it, vi } from 'vitest';
import { createFindStore } from '../../../../renderer/stores/find';
import type { InspectionStore } from '../../../../renderer/stores/inspection';
import { frame, message, nodeId, section } from '../../../../shared/document/builders';
import type { Bridge, FoundInSources } from '../../../../shared/ipc/contract';
import type { Wanted } from '../../../../shared/basics/find-text';
import { inspectionOf } from '../../../support/inspection';
import { createReceiver } from '../../../support/renderer/receiver';

const inFile: FoundInSources = {
  files: [{ id: 'a.md', count: 1, places: [{ start: 0, end: 4, line: 1, before: '', found: 'tide', after: '' }] }],
  unread: ['gone.md'],
};

function pageWith(text: string): InspectionStore {
  const store = createReceiver();
  const made = inspectionOf(1);
  const part = section(nodeId('s'), 'Tide table', 'L0', [frame(text)]);
  const messages = [message(nodeId('system'), 'system', 'L0', 'system', [part])];
  store.receive({ ...made, document: { ...made.document, messages } });
  return store;
}

/** Answers each search of the files when it is told to. */
function filesBridge(): { readonly bridge: Bridge; readonly asked: { wanted: Wanted; answer: () => void }[] } {
  const asked: { wanted: Wanted; answer: () => void }[] = [];
  const bridge = {
    invoke: (_channel: string, _folder: string, wanted: Wanted) =>
      new Promise((resolve) => {
        asked.push({ wanted, answer: () => resolve({ ok: true, value: inFile }) });
      }),
    on: () => () => undefined,
    pathOf: () => '',
  } as unknown as Bridge;
  return { bridge, asked };
}

it('finds in names of sections, in the prompt and in files', async () => {
  const { bridge, asked } = filesBridge();
  const find = createFindStore({ bridge, inspection: pageWith('high tide, low tide'), onProblem: fail });
  find.open('tide');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer();
  await vi.waitFor(() => expect(find.store.getState().answered).toBe(find.store.getState().wanted));
  const { found } = find.store.getState();
  expect(found.sections.map(({ name }) => name)).toEqual(['Tide table']);
  expect(found.prompt.map(({ count }) => count)).toEqual([2]);
  expect(found.sources.map(({ name }) => name)).toEqual(['a.md']);
  expect(found.unread).toBe(1);
});

it('shows only the answer to what is wanted now', async () => {
  const { bridge, asked } = filesBridge();
  const find = createFindStore({ bridge, inspection: pageWith('high tide, low tide'), onProblem: fail });
  find.open('tid');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  find.want({ words: 'tide' });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer();
  await vi.waitFor(() => expect(find.store.getState().answered?.words).toBe('tide'));
  const { found } = find.store.getState();
  asked[0]?.answer();
  await Promise.resolve();
  expect(find.store.getState().found).toBe(found);
});

it('lets other work have its turn while a long prompt is searched', async () => {
  const { bridge } = filesBridge();
  const store = createReceiver();
  const made = inspectionOf(1);
  const messages = Array.from({ length: 50 }, (_, index) =>
    message(nodeId(`m${index}`), 'user', 'active', 'history', [frame('tide')]),
  );
  store.receive({ ...made, document: { ...made.document, messages } });
  let time = 0;
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const find = createFindStore({ bridge, inspection: store, onProblem: fail, pause, now: () => (time += 3) });
  find.open('tide');
  await vi.waitFor(() => expect(pause.mock.calls.length).toBeGreaterThan(10));
});

it('forgets what was found when it is closed', async () => {
  const { bridge, asked } = filesBridge();
  const find = createFindStore({ bridge, inspection: pageWith('tide'), onProblem: fail });
  find.open('tide');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  find.close();
  asked[0]?.answer();
  await Promise.resolve();
  expect(find.store.getState()).toMatchObject({ isOpen: false, found: { prompt: [], sources: [] } });
});

function fail(problem: unknown): void {
  throw problem;
}
