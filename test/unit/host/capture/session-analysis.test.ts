import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createWindowCaptures, type WindowCaptures } from '../../../../electron/host/analyses/sessions/window-captures';
import { applyReportedCounts } from '../../../../electron/host/analyses/sessions/apply-counts';
import {
  createSessionAnalysis,
  type SessionAnalysis,
} from '../../../../electron/host/analyses/sessions/session-analysis';
import { readSession } from '../../../../electron/host/capture/store';
import { calibrationsInMemory, openCalibrations } from '../../../../electron/host/count/calibration-store';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import {
  differenceText,
  isWholeRequest,
  reportedRows,
  reportedTotal,
  rowNames,
} from '../../../../renderer/model/captures/reported-rows';
import { sectionRows } from '../../../../renderer/model/sections/rows';
import type { CaptureList, CaptureRows } from '../../../../shared/ipc/captures';
import { conversation, writtenSession } from '../../../support/capture/written-session';
import { temporaryFolder } from '../../../support/host/temporary';

async function analysisOf(path: string): Promise<SessionAnalysis> {
  const analysis = createSessionAnalysis({ path, packs: shippedPacks });
  for (const exchange of readSession(path)?.exchanges ?? []) await analysis.put(exchange);
  return analysis;
}

interface Listeners {
  readonly rows?: (rows: CaptureRows) => void;
  readonly changed?: (list: CaptureList) => void;
}

function capturesOfWindow(
  captures: string,
  { rows = () => undefined, changed = () => undefined }: Listeners = {},
): WindowCaptures {
  return createWindowCaptures({
    captures,
    environment: {},
    platform: 'linux',
    opened: () => null,
    packs: () => shippedPacks,
    calibrationOf: () => undefined,
    changed,
    rows,
    report: (problem) => {
      throw problem;
    },
  });
}

it('reads a session: model, usage of JSON and of streams, kinds, subagents', async () => {
  const { path } = await writtenSession(temporaryFolder(), [
    { body: conversation(1), at: 0 },
    { body: conversation(1), at: 3, kind: 'title', thread: 'main' },
    { body: conversation(2), at: 10, stream: true },
    { body: conversation(1, 'You are a helper.'), at: 12, thread: 'helper', parent: 'main' },
    { body: conversation(3), at: 20, kind: 'compaction' },
  ]);
  const rows = (await analysisOf(path)).rows();
  expect(rows.map(({ kind, isSide, isSubagent }) => [kind, isSide, isSubagent])).toEqual([
    ['turn', false, false],
    ['title', true, false],
    ['turn', false, false],
    ['turn', false, true],
    ['compaction', false, false],
  ]);
  expect(rows.every(({ model }) => model === 'claude-sonnet-4-5')).toBe(true);
  const [first, , third] = rows;
  expect(first?.reported?.written).toBeGreaterThan(1024);
  expect(third?.reported?.read).toBe((first?.reported?.read ?? 0) + (first?.reported?.written ?? 0));
  expect(third).toMatchObject({ verdict: 'hit', firstByte: 900, ended: 4000 });
  expect(third?.tokens).toMatchObject({ method: 'reported' });
  expect(third?.cost).toBeGreaterThan(0);
});

it('explains a request that missed, with the place of the edit in its file', async () => {
  const { path } = await writtenSession(temporaryFolder(), [
    { body: conversation(1), at: 0 },
    { body: conversation(2), at: 10 },
    { body: conversation(3, 'Keep every answer long and plain.'), at: 20 },
  ]);
  const analysis = await analysisOf(path);
  const found = analysis.explain(3);
  expect(found?.answer.verdict).toBe('explained');
  expect(found?.answer.edit).toMatchObject({ before: 'short', after: 'long' });
  expect(found?.answer.edit?.place?.source).toBe('0003.request.json');
  expect(found?.line).toBe(1);
  expect(found?.markers.map(({ isReported }) => isReported).at(-1)).toBe(true);
  expect(analysis.summary().bill.byCause.map(({ cause }) => cause)).toEqual(['edit']);
  expect(analysis.summary().counts).toMatchObject([{ modelId: 'claude-sonnet-4-5' }]);
  expect(analysis.find('long and plain')?.first).toBe(3);
  expect(analysis.explain(4)).toBeUndefined();
});

it('gives the same for a session read at once and for one that grew', async () => {
  const captures = temporaryFolder();
  const { path, answer } = await writtenSession(captures, [
    { body: conversation(1), at: 0 },
    { body: conversation(2), at: 10, isPending: true },
    { body: conversation(2, 'Another agent.'), at: 11, thread: 'helper', isPending: true },
    { body: conversation(3), at: 20, isPending: true },
  ]);
  const growing = await analysisOf(path);
  expect(growing.rows().map(({ reported }) => reported === null)).toEqual([false, true, true, true]);
  expect(growing.rows()[1]?.predicted?.read.high).toBeGreaterThan(1024);
  // The answers come in another order than the requests.
  for (const number of [4, 2, 3]) {
    await answer(number);
    const exchange = readSession(path)?.exchanges.find((each) => each.number === number);
    if (exchange !== undefined) await growing.put(exchange);
  }
  const whole = await analysisOf(path);
  expect(growing.rows()).toEqual(whole.rows());
  expect(growing.summary()).toEqual(whole.summary());
});

it('shows rows of a session as they come, and says what a response said', async () => {
  const captures = temporaryFolder();
  const { writer, answer } = await writtenSession(captures, [
    { body: conversation(1), at: 0, stream: true },
    { body: conversation(2), at: 10, isPending: true },
  ]);
  const rows = vi.fn<(rows: CaptureRows) => void>();
  const changed = vi.fn<(list: CaptureList) => void>();
  const ofWindow = capturesOfWindow(captures, { rows, changed });
  try {
    await ofWindow.follow(writer.session.id);
    expect(rows).toHaveBeenCalledOnce();
    const followed = rows.mock.lastCall?.[0];
    expect(followed?.opened).toMatchObject({ id: writer.session.id, exchanges: 2, agent: 'scripted' });
    expect(followed?.rows.map(({ number, reported }) => [number, reported !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(ofWindow.response(1)).toEqual([{ kind: 'text', name: null, text: 'Done.' }]);
    expect(ofWindow.response(2)).toEqual([]);
    await answer(2);
    await vi.waitFor(() => {
      const last = rows.mock.lastCall?.[0].rows.find(({ number }) => number === 2);
      expect(last).toMatchObject({ number: 2, verdict: 'hit' });
    });
    ofWindow.announce();
    expect(changed.mock.lastCall?.[0].sessions).toMatchObject([
      { id: writer.session.id, exchanges: 2, agent: 'scripted' },
    ]);
    await expect(ofWindow.follow('20000101-0000-abcdef')).rejects.toThrow('There is no session');
  } finally {
    await ofWindow.close();
  }
});

it('starts a capture with the lines for a terminal, and ends it with the window', async () => {
  const captures = temporaryFolder();
  const changed = vi.fn<(list: CaptureList) => void>();
  const ofWindow = capturesOfWindow(captures, { changed });
  const id = await ofWindow.start('opencode');
  const running = changed.mock.lastCall?.[0].running;
  expect(running?.id).toBe(id);
  expect(running?.wayIn).toBe('relay');
  expect(running?.lines.at(-1)).toBe('opencode');
  expect(running?.lines[0]).toMatch(/^export ANTHROPIC_BASE_URL=http:\/\/127\.0\.0\.1:\d+\//);
  await expect(ofWindow.start('nobody')).rejects.toThrow('There is no agent');
  await ofWindow.close();
  ofWindow.announce();
  const after = changed.mock.lastCall?.[0];
  expect(after?.running).toBeNull();
  expect(after?.sessions[0]?.endedAt).not.toBeNull();
});

it('leaves out what is broken and goes on', async () => {
  const { path } = await writtenSession(temporaryFolder(), [
    { body: conversation(1), at: 0 },
    { body: conversation(2), at: 10 },
  ]);
  writeFileSync(join(path, '0001.request.json'), '{"model": "claude-sonnet-4-5", "messages": [');
  writeFileSync(join(path, '0002.response.json'), 'not json');
  const rows = (await analysisOf(path)).rows();
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({ model: 'claude-sonnet-4-5', reported: null, verdict: 'unknown' });
});

it('keeps what a session taught about an agent, and forgets it', async () => {
  const { path } = await writtenSession(temporaryFolder(), [
    { body: conversation(1), at: 0 },
    { body: conversation(2), at: 10 },
    { body: conversation(3), at: 20 },
  ]);
  const analysis = await analysisOf(path);
  const store = calibrationsInMemory();
  for (const each of analysis.calibrations('2026-11-18T10:00:00.000Z')) store.putAgent('scripted', each);
  const learned = store.ofAgent('scripted', 'claude-sonnet-4-5');
  const taught = createSessionAnalysis({
    path,
    packs: shippedPacks,
    calibrationOf: (id) => store.ofAgent('scripted', id),
  });
  for (const exchange of readSession(path)?.exchanges ?? []) await taught.put(exchange);
  const before = analysis.step(3)?.captured;
  const after = taught.step(3)?.captured;
  const real = before?.usage?.context ?? 0;
  const off = (total: number | undefined): number => Math.abs((total ?? 0) - real) / real;
  expect(off(after?.analysis.total.tokens)).toBeLessThan(0.03);
  expect(off(after?.analysis.total.tokens)).toBeLessThan(off(before?.analysis.total.tokens));
  // A second session by the corrected estimates says the same, not a correction of the correction.
  expect(taught.calibrations('')[0]?.ratio).toBeCloseTo(learned?.ratio ?? 0, 2);
  expect(store.forgetAgent('scripted')).toBe(1);
  expect(store.ofAgent('scripted', 'claude-sonnet-4-5')).toBeUndefined();
});

it('counts the requests of a session by what it reported, and says when a count changes by it', async () => {
  const { path, answer } = await writtenSession(temporaryFolder(), [
    { body: conversation(1), at: 0, isPending: true },
    { body: conversation(2), at: 10, isPending: true },
  ]);
  const analysis = await analysisOf(path);
  const calibrations = calibrationsInMemory();
  expect(applyReportedCounts(calibrations, path, analysis)).toBe(false);
  await answer(1);
  for (const exchange of readSession(path)?.exchanges ?? []) await analysis.put(exchange);
  expect(applyReportedCounts(calibrations, path, analysis)).toBe(true);
  const applied = calibrations.get(path, 'claude-sonnet-4-5');
  expect(applied?.newest.from).toBe('session');
  expect(applied?.ratio).toBeCloseTo(analysis.calibrations('')[0]?.ratio ?? 0, 10);
  expect(applyReportedCounts(calibrations, path, analysis)).toBe(false);
  expect(calibrations.get(path, 'claude-sonnet-4-5')).toBe(applied);
});

it('keeps the correction that the user made for a session', async () => {
  const { path } = await writtenSession(temporaryFolder(), [{ body: conversation(1), at: 0 }]);
  const analysis = await analysisOf(path);
  const calibrations = openCalibrations(join(temporaryFolder(), 'calibrations.json'));
  const at = '2026-11-18T09:00:00.000Z';
  const made = { ratio: 9, low: 8, high: 10, samples: [9], newest: { from: 'endpoint', tokens: 90, at } } as const;
  calibrations.put(path, { modelId: 'claude-sonnet-4-5', ...made });
  expect(applyReportedCounts(calibrations, path, analysis)).toBe(false);
  expect(calibrations.get(path, 'claude-sonnet-4-5')?.ratio).toBe(9);
});

it('marks what the provider reported on the section that it is, or on the last of several', async () => {
  const other = [
    { type: 'text', text: 'Another question. '.repeat(200), cache_control: { type: 'ephemeral' } as const },
  ];
  const { path } = await writtenSession(temporaryFolder(), [
    { body: conversation(1), at: 0 },
    { body: { ...conversation(1), messages: [{ role: 'user', content: other }] }, at: 10 },
    { body: conversation(2), at: 20 },
  ]);
  const analysis = await analysisOf(path);
  const marks = (number: number) => {
    const [answer, shown] = [analysis.explain(number), analysis.step(number)?.captured];
    if (answer === undefined || shown === undefined) throw new Error(`there is no request ${number}`);
    const rows = sectionRows(shown.document, shown.analysis);
    // What was reported replaces no count: the rows go on adding up.
    expect(rows.reduce((sum, { kind, count }) => sum + (kind === 'asides' ? 0 : (count?.tokens ?? 0)), 0)).toBe(
      shown.analysis.total.tokens,
    );
    return { tokens: answer.stretches, ...reportedRows(answer, rows) };
  };
  // It read the tools and the system text, and wrote its question.
  const second = marks(2);
  const [prefix, question] = second.tokens;
  expect([...second.own]).toMatchObject([['messages/1', { tokens: question?.tokens, method: 'reported' }]]);
  expect([...second.sums.values()]).toMatchObject([
    { tokens: prefix?.tokens, text: expect.stringMatching(/^read … /) },
  ]);
  // Behind the last marker are four more.
  expect(second.total).toMatchObject({
    tokens: (prefix?.tokens ?? 0) + (question?.tokens ?? 0) + 4,
    method: 'reported',
  });
  // The answer and the next question are known together only.
  const third = marks(3);
  expect([...third.sums.keys()]).toHaveLength(2);
  expect([...third.own.keys()].some((key) => key.startsWith('messages/1'))).toBe(true);
  const { from, to, isReported } = third.tokens.at(-1) ?? {};
  expect([from, to, isReported]).toEqual(['messages/2', 'messages/3', true]);
});

it('gives a request without breakpoints its reported total, and no row of it', async () => {
  const title = [{ type: 'text', text: 'Give it a title.' }];
  const { path } = await writtenSession(temporaryFolder(), [
    { body: { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: title }] }, at: 0, kind: 'title' },
    { body: conversation(1), at: 10 },
  ]);
  const analysis = await analysisOf(path);
  const [answer, shown] = [analysis.explain(1), analysis.step(1)?.captured];
  if (answer === undefined || shown === undefined) throw new Error('there is no request 1');
  expect(answer.stretches).toMatchObject([{ tokens: shown.usage?.context, isReported: true }]);
  expect(isWholeRequest(answer)).toBe(true);
  const marks = reportedRows(answer, sectionRows(shown.document, shown.analysis));
  expect([marks.own.size, marks.sums.size, marks.total?.tokens]).toEqual([0, 0, shown.usage?.context]);
  // The framing behind the last marker is in the total only.
  const second = analysis.explain(2);
  expect(second === undefined || isWholeRequest(second)).toBe(false);
});

it('names a message that has no row by its number', () => {
  expect(rowNames([])('messages/1/content')).toBe('message 2');
  expect(rowNames([])('system')).toBe('system');
});

it('says how far the reported total is from that of the rows', () => {
  expect(differenceText(reportedTotal(1300), reportedTotal(20))).toBe('1,280 more');
  expect(differenceText(reportedTotal(995), reportedTotal(1000))).toBe('5 less (0.5 %)');
  expect(differenceText(reportedTotal(7), reportedTotal(7))).toBe('the same');
  expect(differenceText(reportedTotal(7), reportedTotal(0))).toBe('7 more');
});

it('a window deletes a kept session, closes it, and never one that it captures', async () => {
  const captures = temporaryFolder();
  const { path } = await writtenSession(captures, [{ body: conversation(1), at: 0 }]);
  const changed = vi.fn<(list: CaptureList) => void>();
  const window = capturesOfWindow(captures, { changed });
  const id = path.replace(/^.*\//, '');
  await window.follow(id);
  writeFileSync(join(path, 'mine.txt'), 'not of Strata');
  expect(window.remove(id)).toBe(`Deleted ${id}, but not what Strata did not write: mine.txt`);
  expect(() => window.followed()).toThrow('No session is open');
  expect(changed.mock.lastCall?.[0].sessions).toEqual([]);
  expect(() => window.remove(id)).toThrow(`There is no session ${id}`);
  const running = await window.start(null);
  expect(() => window.remove(running)).toThrow('end the capture first');
  await window.stop();
  expect(window.remove(running)).toBe(`Deleted ${running}.`);
  await window.close();
});
