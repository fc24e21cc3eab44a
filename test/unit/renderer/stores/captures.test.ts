import { expect, it } from 'vitest';
import {
  costText,
  isOfSession,
  kindText,
  newestOf,
  predictedText,
  reportedText,
  rowShares,
  secondsText,
  verdictText,
  withRows,
  happenedText,
} from '../../../../renderer/model/captures/rows';
import { createCapturesStore } from '../../../../renderer/stores/captures';
import type { CaptureList, SessionInfo, SessionRow } from '../../../../shared/ipc/captures';
import type { Bridge } from '../../../../shared/ipc/contract';
import { createReceiver } from '../../../support/renderer/receiver';

function row(number: number, changes: Partial<SessionRow> = {}): SessionRow {
  return {
    number,
    at: '2026-11-18T09:00:00.000Z',
    kind: 'turn',
    isSide: false,
    isSubagent: false,
    thread: 'main',
    model: 'claude-sonnet-4-5',
    tokens: { tokens: 1000, low: 1000, high: 1000, method: 'reported', encoding: '' },
    predicted: { read: { low: 500, high: 600 }, written: { low: 400, high: 500 }, uncached: { low: 0, high: 0 } },
    reported: { read: 250, written: 700, uncached: 50, context: 1000, output: 9 },
    cost: 0.0123,
    firstByte: 900,
    ended: 4100,
    status: 200,
    verdict: 'hit',
    text: '',
    lost: 0,
    lostCost: null,
    error: null,
    notes: [],
    ...changes,
  };
}

it('says why a request failed, and nothing of one that did not', () => {
  expect(happenedText(row(1))).toBeNull();
  expect(happenedText(row(1, { status: 429 }))).toBe('The provider answered 429: too many requests or tokens.');
  expect(happenedText(row(1, { status: 418 }))).toBe('The provider answered 418.');
  const broken = 'The response broke off: it reset the connection';
  expect(happenedText(row(1, { error: broken }))).toBe(`${broken}.`);
  expect(happenedText(row(1, { status: null, error: 'It ended early.' }))).toBe('It ended early.');
  expect(happenedText(row(1, { status: 503, error: broken }))).toBe(
    `The provider answered 503: it cannot answer now. ${broken}.`,
  );
});

it('puts figures of a row in words, and what is not reported is a dash', () => {
  expect(predictedText(row(1))).toBe('500–600 / 400–500 / 0');
  expect(reportedText(row(1))).toBe('250 / 700 / 50');
  expect(reportedText(row(1, { reported: null }))).toBe('–');
  expect(rowShares(row(1))).toEqual({ read: 0.25, written: 0.7 });
  expect(rowShares(row(1, { reported: null }))).toEqual({ read: 0.5, written: 0.5 });
  expect([costText(null), costText(0), costText(0.0123), costText(1.5)]).toEqual(['–', '$0', '$0.0123', '$1.50']);
  expect([secondsText(null), secondsText(4100)]).toEqual(['…', '4.1 s']);
  expect(kindText(row(1, { isSubagent: true, kind: 'compaction' }))).toBe('subagent compaction');
  expect(verdictText(row(1, { verdict: 'explained', lost: 10, lostCost: 0.02 }))).toBe('miss +$0.0200');
  expect(verdictText(row(1, { verdict: 'explained', lost: 0 }))).toBe('');
});

it('keeps rows in order, replaces what changed, and knows the newest of the conversation', () => {
  const rows = withRows([row(1), row(3)], [row(2), row(3, { cost: 9 })]);
  expect(rows.map(({ number, cost }) => [number, cost])).toEqual([
    [1, 0.0123],
    [2, 0.0123],
    [3, 9],
  ]);
  expect(newestOf([row(1), row(2, { isSide: true }), row(3, { model: null })])?.number).toBe(1);
  expect(isOfSession({ workspace: '/data/captures/abcd-1' }, 'abcd-1')).toBe(true);
});

const session: SessionInfo = {
  id: 'abcd-1',
  agent: 'pi',
  folder: null,
  wayIn: 'relay',
  startedAt: '2026-11-18T09:00:00.000Z',
  endedAt: null,
  exchanges: 1,
  bytes: 1,
  notes: [],
};
const list: CaptureList = {
  agents: [],
  sessions: [session],
  older: 0,
  running: {
    id: session.id,
    agent: null,
    terminal: null,
    wayIn: 'relay',
    problem: null,
    lines: ['export A=b', 'pi'],
    notes: [],
  },
};

function stage() {
  const calls: string[] = [];
  const listeners = new Map<string, (payload: unknown) => void>();
  const inspection = createReceiver();
  const tell = (event: string, payload: unknown): void => listeners.get(event)?.(payload);
  const answers: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    'captures:start': () => session.id,
    'captures:follow': (id) => {
      if (id !== null) tell('captures:rows', { id, opened: session, rows: [row(1)] });
      return null;
    },
    'captures:explain': (number) => ({ number }),
    'captures:show': () => 1,
    'captures:response': () => [{ kind: 'text', name: null, text: 'Done.' }],
    'captures:delete': (id) => (id === session.id ? 'Deleted.' : null),
    'captures:export': (id) => (id === session.id ? ['Exported.'] : null),
    'logs:open': () => 3,
  };
  const bridge = {
    invoke: async (channel: string, ...args: unknown[]) => {
      calls.push([channel, ...args].join(' '));
      return { ok: true, value: await answers[channel]?.(...args) };
    },
    on: (event: string, listener: (payload: unknown) => void) => {
      listeners.set(event, listener);
      return () => undefined;
    },
    pathOf: () => '',
  } as unknown as Bridge;
  const captures = createCapturesStore({
    bridge,
    inspection: { ...inspection, reached: () => Promise.resolve() },
    say: () => undefined,
    logOpened: () => calls.push('log opened'),
    onProblem: (problem) => {
      throw problem;
    },
  });
  return { captures, calls, tell };
}

it('follows the capture that was started, and shows each request as it arrives', async () => {
  const { captures, calls, tell } = stage();
  await captures.start(null);
  await expect.poll(() => calls.at(-1)).toBe('captures:show 1');
  expect(captures.store.getState()).toMatchObject({ chosen: 1, isPinned: false, followed: { session } });
  tell('captures:rows', { id: session.id, opened: null, rows: [row(2, { reported: null })] });
  await expect.poll(() => calls.at(-1)).toBe('captures:show 2');
  expect(captures.store.getState().chosen).toBe(2);
});

it('keeps a pinned request on screen until it is let go', async () => {
  const { captures, calls, tell } = stage();
  await captures.follow(session.id);
  await captures.choose(1);
  tell('captures:rows', { id: session.id, opened: null, rows: [row(2), row(3)] });
  expect(captures.store.getState()).toMatchObject({ chosen: 1, isPinned: true });
  expect(captures.store.getState().followed?.rows).toHaveLength(3);
  await captures.unpin();
  expect(calls.at(-1)).toBe('captures:show 3');
});

it('asks again about the request on screen when its response has come', async () => {
  const { captures, calls, tell } = stage();
  await captures.follow(session.id);
  await captures.loadResponse();
  expect(captures.store.getState().response).toEqual([{ kind: 'text', name: null, text: 'Done.' }]);
  tell('captures:rows', { id: session.id, opened: null, rows: [row(1, { cost: 1 })] });
  await expect.poll(() => calls.slice(-2)).toEqual(['captures:explain 1', 'captures:response 1']);
});

it('has the list of sessions by the event alone, and the followed session with it', async () => {
  const { captures, calls, tell } = stage();
  await captures.load();
  expect([calls, captures.store.getState().list]).toEqual([['captures:refresh', 'logs:refresh false'], null]);
  tell('captures:changed', list);
  expect(captures.store.getState().list).toEqual(list);
  await captures.follow(session.id);
  tell('captures:changed', { ...list, sessions: [{ ...session, exchanges: 2 }] });
  expect(captures.store.getState().followed?.session.exchanges).toBe(2);
});

it('takes no rows of another session, and forgets everything when it is closed', async () => {
  const { captures, tell } = stage();
  await captures.follow(session.id);
  tell('captures:rows', { id: 'other-1', opened: { ...session, id: 'other-1' }, rows: [row(7)] });
  expect(captures.store.getState().followed?.rows).toHaveLength(1);
  await captures.follow(null);
  expect(captures.store.getState()).toMatchObject({ followed: null, chosen: null, answer: null });
});

it('closes a session that was deleted, and none that the user kept', async () => {
  const { captures } = stage();
  await captures.follow(session.id);
  await captures.remove('kept-1');
  expect(captures.store.getState().followed?.session.id).toBe(session.id);
  await captures.remove(session.id);
  expect(captures.store.getState()).toMatchObject({ followed: null, chosen: null });
});

it('says what was exported until it was read', async () => {
  const { captures } = stage();
  await captures.exportCopy('other-1');
  expect(captures.store.getState().exported).toBeNull();
  await captures.exportCopy(session.id);
  expect(captures.store.getState().exported).toEqual(['Exported.']);
  captures.forgetExport();
  expect(captures.store.getState().exported).toBeNull();
});

it('has the logs of the folder by an event, and opens one', async () => {
  const { captures, calls, tell } = stage();
  const log = { agent: 'pi', title: 'pi', id: 'p1', path: '/p1.jsonl', writtenAt: '', bytes: 1 };
  tell('logs:changed', { folder: '/w', logs: [log], canAskOpenCode: true });
  expect(captures.store.getState().logs?.logs).toEqual([log]);
  await captures.askOpenCode();
  await captures.openLog(log);
  expect(calls).toEqual(['logs:refresh true', 'logs:open pi p1', 'log opened']);
  tell('logs:changed', null);
  expect(captures.store.getState().logs).toBeNull();
});
