import { describe, expect, it, vi } from 'vitest';
import { createCacheStore, scriptOf } from '../../../../renderer/stores/cache';
import { createReceiver } from '../../../support/renderer/receiver';
import { breakpoint, message, nodeId } from '../../../../shared/document/builders';
import type { Bridge } from '../../../../shared/ipc/contract';
import { triedIn } from '../../../../shared/ipc/cache/tried-breakpoints';
import { inspectionOf } from '../../../support/inspection';

interface Call {
  readonly channel: string;
  readonly args: readonly unknown[];
  answer(value: unknown): void;
}

function start() {
  const calls: Call[] = [];
  const invoke = (channel: string, ...args: readonly unknown[]) =>
    new Promise((resolve) => calls.push({ channel, args, answer: (value) => resolve({ ok: true, value }) }));
  const listeners: ((reply: unknown) => void)[] = [];
  const on = (event: string, listener: (reply: unknown) => void) => {
    if (event === 'cache:edit-cost') listeners.push(listener);
    return () => undefined;
  };
  const bridge = { invoke, on, pathOf: () => '' } as unknown as Bridge;
  const inspection = createReceiver();
  const problems: unknown[] = [];
  const cache = createCacheStore({ bridge, inspection, now: () => 0, onProblem: (problem) => problems.push(problem) });
  const asked = (channel: string): readonly Call[] => calls.filter((each) => each.channel === channel);
  const tell = (reply: unknown): void => listeners.forEach((listener) => listener(reply));
  return { calls, asked, tell, inspection, cache, problems };
}

const reply = (revision: number) => ({
  revision,
  against: { name: 'opened', revision: 1, at: 0, modelId: 'm' },
  references: [],
  cost: null,
});

describe('the cache store', () => {
  it('shows what main reports for each build, and nothing older', () => {
    const { asked, tell, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    tell(reply(1));
    inspection.receive(inspectionOf(3));
    tell(reply(3));
    tell(reply(2));
    expect(cache.store.getState().reply?.revision).toBe(3);
    expect(asked('cache:assume')).toHaveLength(0);
  });

  it('takes the cache as cold until the user assumes something was sent, and again in another folder', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    expect(cache.store.getState().against).toBe('nothing');
    const assumed = cache.assume('sent');
    expect(asked('cache:assume')[0]?.args).toEqual(['/w', 'sent', null]);
    asked('cache:assume')[0]?.answer(null);
    await assumed;
    expect(cache.store.getState().against).toBe('sent');
    inspection.receive(inspectionOf(2, '/other'));
    expect(cache.store.getState().against).toBe('nothing');
  });

  it('forgets everything with the folder, but not the cost that came before its own build', () => {
    const { tell, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    tell(reply(1));
    cache.setScript('send\n');
    inspection.receive(inspectionOf(2, '/other'));
    expect(cache.store.getState()).toMatchObject({ reply: null, script: null, overlay: null });
    tell(reply(3));
    inspection.receive(inspectionOf(3, '/third'));
    expect(cache.store.getState().reply?.revision).toBe(3);
  });

  it('keeps requested results after a clock tick and an edit, with their build', async () => {
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

  it('keeps tried breakpoints on their folder through builds, providers and other folders', async () => {
    const { asked, inspection, cache } = start();
    const overlay = { breakpoints: [], end: '5m' } as const;
    const isTold = async (calls: number): Promise<unknown> => {
      await vi.waitFor(() => expect(asked('cache:assume')).toHaveLength(calls));
      asked('cache:assume')[calls - 1]?.answer(null);
      return asked('cache:assume')[calls - 1]?.args;
    };
    inspection.receive(inspectionOf(1));
    const applied = cache.apply(overlay);
    expect(await isTold(1)).toEqual(['/w', 'nothing', overlay]);
    await applied;
    cache.setTargets(['', 'openai']);
    inspection.receive(inspectionOf(2));
    expect(cache.store.getState().overlay).toBe(overlay);
    inspection.receive(inspectionOf(3, '/other'));
    expect(cache.store.getState().overlay).toBeNull();
    inspection.receive(inspectionOf(4));
    expect(cache.store.getState().overlay).toBe(overlay);
    expect(await isTold(2)).toEqual(['/w', 'nothing', overlay]);
    const removed = cache.apply(null);
    expect(await isTold(3)).toEqual(['/w', 'nothing', null]);
    await removed;
    inspection.receive(inspectionOf(5, '/other'));
    inspection.receive(inspectionOf(6));
    expect(cache.store.getState().overlay).toBeNull();
  });

  it('keeps the suggested breakpoints when another provider is compared', async () => {
    const { asked, inspection, cache } = start();
    inspection.receive(inspectionOf(1));
    const found = cache.findOptimum();
    const optimum = { breakpoints: [], end: '5m' };
    asked('cache:simulate')[0]?.answer({ findings: [], runs: [{ run: {}, optimum }] });
    await found;
    cache.setTargets(['', 'openai']);
    expect(cache.store.getState().optimum).toEqual(optimum);
    cache.setScript('send\n');
    expect(cache.store.getState().optimum).toBeNull();
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
    await vi.waitFor(() => expect(asked('cache:assume')).toHaveLength(1));
    asked('cache:assume')[0]?.answer(null);
    await marked;
    expect(scriptOf(cache.store.getState(), undefined)).toContain('\nsend\n');
    cache.record();
    expect(cache.store.getState()).toMatchObject({ recording: null, against: 'sent' });
    expect(cache.store.getState().script).toContain('stream 0s\nsend\n');
  });

  it('runs a script only under known rules', async () => {
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

it('a moving marker is after the last message', () => {
  const document = {
    ...inspectionOf(1).document,
    messages: [
      message(nodeId('system'), 'system', 'L0', 'system', []),
      message(nodeId('prompt'), 'user', 'active', 'prompt', []),
    ],
  };
  expect(triedIn({ breakpoints: [], end: '1h' }, document)).toEqual([breakpoint(nodeId('prompt'), 'L3', '1h')]);
  expect(triedIn({ breakpoints: [], end: 'off' }, document)).toEqual([]);
});
