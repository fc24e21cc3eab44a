import { describe, expect, it, vi } from 'vitest';
import { createCacheStore, scriptOf, triedOf } from '../../../renderer/stores/cache';
import { createReceiver } from './receiver';
import { message, nodeId } from '../../../shared/document/builders';
import type { OptimumView } from '../../../shared/ipc/cache-view';
import type { Bridge } from '../../../shared/ipc/contract';
import { inspectionOf } from '../inspection';

interface Call {
  readonly channel: string;
  readonly args: readonly unknown[];
  answer(value: unknown): void;
}

function start() {
  const calls: Call[] = [];
  const invoke = (channel: string, ...args: readonly unknown[]) =>
    new Promise((resolve) => calls.push({ channel, args, answer: (value) => resolve({ ok: true, value }) }));
  const bridge = { invoke, on: () => () => undefined, pathOf: () => '' } as unknown as Bridge;
  const inspection = createReceiver();
  const problems: unknown[] = [];
  const cache = createCacheStore({ bridge, inspection, now: () => 0, onProblem: (problem) => problems.push(problem) });
  const asked = (channel: string): readonly Call[] => calls.filter((each) => each.channel === channel);
  return { calls, asked, inspection, cache, problems };
}

const reply = (revision: number) => ({
  revision,
  against: { name: 'opened', revision: 1, at: 0, modelId: 'm' },
  references: [],
  cost: null,
});

describe('the cache store', () => {
  it('asks for the newest build only, once the answer before it has come', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    inspection.receive(inspectionOf(2));
    inspection.receive(inspectionOf(3));
    expect(asked('cache:edit-cost')).toHaveLength(1);
    asked('cache:edit-cost')[0]?.answer(reply(1));
    await vi.waitFor(() => expect(asked('cache:edit-cost')).toHaveLength(2));
    asked('cache:edit-cost')[1]?.answer(reply(3));
    await vi.waitFor(() => expect(cache.store.getState().reply?.revision).toBe(3));
    expect(asked('cache:edit-cost')).toHaveLength(2);
  });

  it(
    'takes the cache as cold until the user assumes that something was sent, and again in another ' + 'folder',
    async () => {
      const { asked, inspection, cache } = start();
      inspection.receive(inspectionOf(1));
      expect(asked('cache:edit-cost')[0]?.args[0]).toBe('nothing');
      asked('cache:edit-cost')[0]?.answer({ ...reply(1), against: null });
      await vi.waitFor(() => expect(cache.store.getState().reply?.against).toBeNull());
      const assumed = cache.assume('sent');
      expect(asked('cache:edit-cost')[1]?.args[0]).toBe('sent');
      asked('cache:edit-cost')[1]?.answer(reply(1));
      await assumed;
      inspection.receive(inspectionOf(2, '/other'));
      expect(cache.store.getState().against).toBe('nothing');
    },
  );

  it('asks nothing for a stale build, and forgets everything with the folder', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    asked('cache:edit-cost')[0]?.answer(reply(1));
    await vi.waitFor(() => expect(cache.store.getState().reply).not.toBeNull());
    inspection.receive({ ...inspectionOf(2), stale: true });
    expect(asked('cache:edit-cost')).toHaveLength(1);
    cache.setScript('send\n');
    inspection.receive(inspectionOf(3, '/other'));
    expect(cache.store.getState()).toMatchObject({ reply: null, script: null, overlay: null });
  });

  it('keeps what was asked for over a tick of the clock and an edit, with the build it is of', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    const [best, moves] = [cache.findOptimum(), cache.findMovers()];
    asked('cache:simulate')[0]?.answer({ findings: [], runs: [] });
    asked('cache:volatility')[0]?.answer({ tried: [], skipped: [], movers: [], findings: [] });
    await Promise.all([best, moves]);
    for (const [revision, cause] of [
      [2, { kind: 'clock' }],
      [3, { kind: 'file', id: 'a.md' }],
    ] as const) {
      inspection.receive({ ...inspectionOf(revision), cause, document: { ...inspectionOf(revision).document } });
      const { optimum, optimumOf, volatility, volatilityOf } = cache.store.getState();
      expect([optimum, volatility?.movers]).toEqual(['none', []]);
      expect([optimumOf?.inspection.revision, volatilityOf?.inspection.revision]).toEqual([1, 1]);
    }
    inspection.receive(inspectionOf(4, '/other'));
    expect(cache.store.getState()).toMatchObject({ optimum: null, volatility: null });
  });

  it('drops an answer about a folder that is no longer open', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    const moves = cache.findMovers();
    inspection.receive(inspectionOf(2, '/other'));
    asked('cache:volatility')[0]?.answer({ tried: [], skipped: [], movers: [], findings: [] });
    await moves;
    expect(cache.store.getState().volatility).toBeNull();
  });

  it('records a send when a build is marked as sent, and keeps the script when recording stops', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    cache.record();
    expect(cache.store.getState().view).toBe('turns');
    const marked = cache.mark('sent');
    asked('cache:mark')[0]?.answer(null);
    for (let next = 0; next < 2; next += 1) {
      await vi.waitFor(() => expect(asked('cache:edit-cost').length).toBeGreaterThan(next));
      asked('cache:edit-cost')[next]?.answer(reply(1));
    }
    await marked;
    expect(scriptOf(cache.store.getState(), undefined)).toContain('\nsend\n');
    cache.record();
    expect(cache.store.getState()).toMatchObject({ recording: null, against: 'sent' });
    expect(cache.store.getState().script).toContain('stream 0s\nsend\n');
  });

  it('plays a script only under rules that there are', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    const played = cache.simulate();
    asked('cache:targets')[0]?.answer([{ provider: 'anthropic', title: 'A', asOf: '2026-10-10', models: [] }]);
    await played;
    expect(asked('cache:simulate')).toHaveLength(0);
    cache.setTargets(['', 'anthropic/claude-opus-5']);
    const again = cache.simulate();
    asked('cache:targets')[1]?.answer([{ provider: 'anthropic', title: 'A', asOf: '2026-10-10', models: [] }]);
    await vi.waitFor(() => expect(asked('cache:simulate')).toHaveLength(1));
    expect(asked('cache:simulate')[0]?.args[0]).toMatchObject({
      targets: ['anthropic/claude-opus-5'],
      optimize: false,
    });
    asked('cache:simulate')[0]?.answer({ findings: [], runs: [] });
    await again;
    expect(cache.store.getState().simulation).toEqual({ findings: [], runs: [] });
  });
});

it('a marker that moves with the end stands behind the last message', () => {
  const overlay = { breakpoints: [], end: '1h', saving: null, savedCost: null } as unknown as OptimumView;
  const document = {
    ...inspectionOf(1).document,
    messages: [
      message(nodeId('system'), 'system', 'L0', 'system', []),
      message(nodeId('prompt'), 'user', 'active', 'prompt', []),
    ],
  };
  expect(triedOf(overlay, document)).toEqual([{ after: 'prompt', tier: 'L3', ttl: '1h' }]);
  expect(triedOf(null, document)).toBeNull();
});
