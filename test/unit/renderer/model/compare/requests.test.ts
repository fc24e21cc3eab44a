import { describe, expect, it, vi } from 'vitest';
import { countSent, fileName, placeText } from '../../../../../renderer/model/compare/sent';
import {
  changesText,
  firstDifferenceName,
  predictedShares,
  rangeText,
  reportedText,
  stepTokens,
  stepTokensHint,
  type SequenceStep,
} from '../../../../../renderer/model/compare/sequence';
import { createReceiver } from '../../../../support/renderer/receiver';
import { createRequestsStore, hasSequence, opensSequence } from '../../../../../renderer/stores/requests';
import { nodeId, sourceId } from '../../../../../shared/document/builders';
import type { BuildCause } from '../../../../../shared/ipc/inspection/build-cause';
import type { Bridge, Events } from '../../../../../shared/ipc/contract';
import type { Inspection } from '../../../../../shared/ipc/inspection/inspection';
import { inspectionOf } from '../../../../support/inspection';

const total = { tokens: 100, low: 100, high: 100, method: 'exact', encoding: 'test' } as const;
const divergence = {
  message: nodeId('m1'),
  offset: 0,
  bytes: 12,
  node: nodeId('m1/role'),
  origin: undefined,
  sourceOffset: undefined,
};
const changes: SequenceStep['changes'] = {
  counts: { same: 2, changed: 1, added: 2, removed: 0 },
  named: [{ id: 'm1/role', name: 'Role', kind: 'changed' }],
};

describe('the rows of a sequence', () => {
  it('say what changed and where the two part', () => {
    expect(changesText(changes)).toBe('1 changed, 2 added');
    expect(changesText({ ...changes, counts: { same: 3, changed: 0, added: 0, removed: 0 } })).toBe('the same');
    expect([
      firstDifferenceName({ first: divergence, changes }),
      firstDifferenceName({ first: null, changes }),
      firstDifferenceName({ first: { ...divergence, node: nodeId('m1') }, changes }),
      firstDifferenceName({ first: divergence, changes: null }),
      firstDifferenceName({
        first: divergence,
        changes: { ...changes, named: [{ id: 'm1/role', name: 'prompt', kind: 'added' }] },
      }),
    ]).toEqual(['Role', '', 'm1', 'm1/role', 'added prompt']);
  });

  it('draw at most the whole request', () => {
    const predicted = {
      tokens: { low: 100, high: 100 },
      hitRate: { low: 0.6, high: 0.9 },
      cost: null,
      read: { low: 60, high: 90 },
      written: { low: 40, high: 70 },
      uncached: { low: 0, high: 0 },
      known: true,
      why: [],
    };
    const shares = predictedShares({ predicted, total });
    expect(shares).toMatchObject({ read: 0.6, perhaps: 0.3 });
    expect(shares.read + shares.perhaps + shares.written).toBeCloseTo(1);
    expect(predictedShares({ predicted: null, total })).toEqual({ read: 0, perhaps: 0, written: 0 });
    expect([rangeText({ low: 1000, high: 1000 }), rangeText({ low: 0, high: 5 })]).toEqual(['1,000', '0–5']);
  });

  it('have the tokens as reported, with those counted here beside them', () => {
    const reported = {
      form: 'anthropic',
      read: 0,
      written: 0,
      written5m: null,
      written1h: null,
      uncached: 385,
      context: 385,
      output: 5,
      diagnosis: null,
    } as const;
    const estimated = { ...total, tokens: 20, low: 18, high: 22, method: 'estimated' } as const;
    expect(stepTokens({ reported, total: estimated })).toMatchObject({ tokens: 385, method: 'reported' });
    expect(stepTokensHint({ reported, total: estimated })).toBe(
      '385 tokens, reported by the provider (as reported), 20 ≈ estimated here',
    );
    expect(stepTokens({ reported: { ...reported, context: null }, total: estimated })).toBe(estimated);
    expect(stepTokens({ reported: null, total: estimated })).toBe(estimated);
    expect(stepTokensHint({ reported: null, total: estimated })).toBe('20 tokens, estimated, between 18 and 22 (test)');
  });

  it('show what is not reported as a dash, not as zero', () => {
    const usage = {
      form: 'anthropic',
      read: 0,
      written: null,
      written5m: null,
      written1h: null,
      uncached: 7,
      context: 7,
      output: null,
      diagnosis: null,
    } as const;
    expect([reportedText(usage, 'read'), reportedText(usage, 'written'), reportedText(null, 'read')]).toEqual([
      '0',
      '–',
      '–',
    ]);
  });
});

it('counts a comparison by kind and names its places', () => {
  const place = { source: sourceId('agents/a.json'), span: { start: 0, end: 0 } };
  expect(
    countSent([
      { kind: 'same', name: 'A' },
      { kind: 'only-sent', name: 'B' },
      { kind: 'same', name: 'C' },
    ]),
  ).toEqual({ same: 2, changed: 0, 'only-built': 0, 'only-sent': 1 });
  expect([placeText({ place, at: { line: 3, column: 1 } }), placeText({ place }), placeText({})]).toEqual([
    'agents/a.json:3',
    'agents/a.json',
    '',
  ]);
  expect([fileName('/a/b.json'), fileName('C:\\a\\b.json')]).toEqual(['b.json', 'b.json']);
});

function stage(answers: Readonly<Record<string, (...args: never[]) => unknown>>) {
  const calls: string[] = [];
  const listeners: ((progress: Events['matrix:progress']) => void)[] = [];
  const bridge = {
    invoke: async (channel: string, ...args: never[]) => {
      calls.push(channel);
      return { ok: true, value: await answers[channel]?.(...args) };
    },
    on: (event: string, listener: (progress: Events['matrix:progress']) => void) => {
      if (event === 'matrix:progress') listeners.push(listener);
      return () => undefined;
    },
    pathOf: () => '',
  } as unknown as Bridge;
  const inspection = createReceiver();
  const opened: string[] = [];
  const problems: unknown[] = [];
  const requests = createRequestsStore({
    bridge,
    inspection,
    open: async (path) => void opened.push(path),
    show: async (id) => void opened.push(id),
    say: () => undefined,
    onProblem: (problem) => problems.push(problem),
  });
  return {
    requests,
    inspection,
    calls,
    opened,
    problems,
    progress: (done: number, all: number) => listeners.forEach((listener) => listener({ done, total: all })),
  };
}

function several(revision: number, cause: BuildCause = { kind: 'opening' }, file = 'a.har'): Inspection {
  const controls = [
    { name: 'file', value: file, isDefault: false },
    {
      name: 'index',
      value: 1,
      isDefault: true,
      choices: [
        { value: '1', label: '1' },
        { value: '2', label: '2' },
      ],
    },
  ];
  return { ...inspectionOf(revision), architecture: 'request', controls, cause };
}

describe('the requests store', () => {
  it('opens what main made of the clipboard and never receives its text', async () => {
    const { requests, calls, opened } = stage({ 'request:clipboard': () => '/data/pasted/pasted.curl' });
    await requests.paste();
    expect(calls).toEqual(['request:clipboard']);
    expect(opened).toEqual(['/data/pasted/pasted.curl']);
  });

  it('reads the sequence again when the file changes, not when another of its requests is shown', async () => {
    const { requests, inspection, calls } = stage({
      'request:sequence': () => ({ modelId: 'm', steps: [], findings: [] }),
    });
    inspection.receive(several(1));
    await requests.loadSequence();
    inspection.receive(several(2, { kind: 'setting', names: ['index'] }));
    expect(calls).toHaveLength(1);
    inspection.receive(several(3, { kind: 'file', id: 'settings.json' }));
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    inspection.receive(several(4, { kind: 'setting', names: ['file'] }, 'b.har'));
    expect(requests.store.getState().sequence).toBeNull();
    await vi.waitFor(() => expect(requests.store.getState().sequence).not.toBeNull());
    expect([hasSequence(several(1)), hasSequence(inspectionOf(1)), hasSequence(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is of a sequence when a file of several requests is opened or chosen', () => {
    expect(opensSequence(undefined, several(1))).toBe(true);
    expect(opensSequence(inspectionOf(1), several(2))).toBe(true);
    expect(opensSequence(several(1), several(2, { kind: 'setting', names: ['file'] }, 'b.har'))).toBe(true);
    expect(opensSequence(several(1), several(2, { kind: 'setting', names: ['index'] }))).toBe(false);
    expect(opensSequence(several(1), several(2, { kind: 'file', id: 'a.har' }))).toBe(false);
    expect(opensSequence(several(1), inspectionOf(2))).toBe(false);
  });

  it('compares what was sent again after each build', async () => {
    const compare = vi.fn<(path: string, index: number) => unknown>((_path, index) => ({
      rows: [],
      requests: ['1', '2'],
      index,
    }));
    const { requests, inspection } = stage({ 'request:compare': compare });
    inspection.receive(inspectionOf(1));
    await requests.compareSent('/a.har', 2);
    inspection.receive(inspectionOf(2));
    await vi.waitFor(() => expect(compare).toHaveBeenCalledTimes(2));
    expect(compare).toHaveBeenLastCalledWith('/a.har', 2);
    requests.forgetSent();
    inspection.receive(inspectionOf(3));
    expect(compare).toHaveBeenCalledTimes(2);
  });

  it('follows the matrix while it runs, and says when it is out of date', async () => {
    let finish = (): void => undefined;
    const matrix = { axes: [], rows: [], combinations: 0, sharedByAll: 0, stopped: false };
    const { requests, inspection, progress } = stage({
      'matrix:run': () => new Promise((resolve) => (finish = () => resolve(matrix))),
    });
    inspection.receive(inspectionOf(1));
    const running = requests.runMatrix();
    progress(3, 8);
    expect(requests.store.getState().progress).toEqual({ done: 3, total: 8 });
    finish();
    await running;
    expect(requests.store.getState()).toMatchObject({ progress: null, run: { matrix, old: false } });
    progress(4, 8);
    expect(requests.store.getState().progress).toBeNull();
    inspection.receive({ ...inspectionOf(2), cause: { kind: 'file', id: 'settings.json' } });
    expect(requests.store.getState().run?.old).toBe(true);
  });

  it('shows a new layout and its file', async () => {
    const { requests, inspection, calls, opened } = stage({ 'layout:create': () => 2 });
    inspection.receive(inspectionOf(1));
    const created = requests.createLayout('/new');
    await vi.waitFor(() => expect(calls).toContain('layout:create'));
    expect(opened).toEqual([]);
    inspection.receive(inspectionOf(2, '/new'));
    await created;
    expect(opened).toEqual(['strata.json']);
  });
});
