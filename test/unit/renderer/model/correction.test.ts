import { describe, expect, it, vi } from 'vitest';
import { describeCorrection, describeFit, formatRatio } from '../../../../renderer/model/correction';
import { createCountsStore } from '../../../../renderer/stores/counts';
import { createReceiver } from '../../../support/renderer/receiver';
import { createViewStore } from '../../../../renderer/stores/view';
import type { Bridge } from '../../../../shared/ipc/contract';
import { inspectionOf } from '../../../support/inspection';

const { analysis } = inspectionOf(1);
const total = { tokens: 8000, low: 7500, high: 8500, method: 'estimated' as const, encoding: 'test' };
const model = { id: 'm', label: 'Model M', provider: 'anthropic', contextWindow: null };
const calibration = {
  modelId: 'm',
  ratio: 1.084,
  low: 1.02,
  high: 1.15,
  samples: [1.08, 1.09],
  newest: { from: 'endpoint' as const, tokens: 8672, at: '2026-11-16T08:00:00.000Z' },
};

describe('a correction in words', () => {
  it('says by how much, for which model, from which report and when', () => {
    const text = describeCorrection(calibration, { model, overhead: { ...total, tokens: 346 } });
    expect(text).toContain('Estimates for Model M in this folder are corrected: × 1.08, between × 1.02 and × 1.15');
    expect(text).toMatch(/counting endpoint on 16 Nov 2026.* \(8,672 ✓ tokens\), the newest of 2 reports\. /);
    expect(text).toMatch(/Only text is corrected, not the 346 tokens of framing, nor images\.$/);
    expect(formatRatio(0.9412)).toBe('× 0.941');
  });

  it('never says that the user gave what a captured session reported', () => {
    const newest = { from: 'session' as const, tokens: 8589, at: '2026-11-16T08:00:00.000Z' };
    const text = describeCorrection({ ...calibration, newest }, { model, overhead: total });
    expect(text).toMatch(/ by what a captured session reported, read on 16 Nov 2026.* \(8,589 ✓ tokens in its newest/);
    expect(text).not.toMatch(/pasted|reports/);
  });

  it('offers what fits, questions what is outside the interval, and says why the rest does not fit', () => {
    const shown = { ...analysis, model, total };
    expect(describeFit({ fits: true, tokens: 8200, ratio: 1.025, within: true, used: false }, shown)).toBe(
      '8,200 ✓ tokens were reported, 8,000 ≈ are counted for the build on screen: × 1.02 for text of Model M, ' +
        'framing and images left out.',
    );
    expect(describeFit({ fits: true, tokens: 9000, ratio: 1.125, within: false, used: false }, shown)).toContain(
      'outside of the interval (7,500 to 8,500)',
    );
    expect(describeFit({ fits: false, why: 'Nobody asked' }, shown)).toBe('Nobody asked.');
  });
});

describe('asking the provider', () => {
  function start() {
    const calls: { readonly channel: string; readonly args: readonly unknown[]; answer(value: unknown): void }[] = [];
    const invoke = (channel: string, ...args: readonly unknown[]) =>
      new Promise((resolve) => calls.push({ channel, args, answer: (value) => resolve({ ok: true, value }) }));
    const bridge = { invoke, on: () => () => undefined, pathOf: () => '' } as unknown as Bridge;
    const inspection = createReceiver();
    const view = createViewStore({ getItem: () => null, setItem: () => undefined });
    const said: string[] = [];
    const counts = createCountsStore({
      bridge,
      inspection,
      view,
      say: (text) => said.push(text),
      onProblem: (problem) => {
        throw problem;
      },
    });
    inspection.receive(inspectionOf(1));
    return { calls, counts, view, said, last: () => calls.at(-1) };
  }
  const plan = {
    ok: true,
    provider: 'Anthropic',
    format: 'anthropic',
    address: 'https://a.example',
    bytes: 5,
    messages: 1,
    tools: 0,
    key: { name: 'K', from: 'environment', service: 'strata' },
  };

  async function opened() {
    const parts = start();
    const prepared = parts.counts.prepare();
    parts.last()?.answer(plan);
    await vi.waitFor(() => expect(parts.last()?.channel).toBe('prompt:secrets'));
    parts.last()?.answer([]);
    await prepared;
    return parts;
  }

  it('shows what is sent, then asks, and shows the answer', async () => {
    const { calls, counts, view, said, last } = await opened();
    expect(view.store.getState().dialog).toBe('count');
    expect(calls.map(({ channel }) => channel)).toEqual(['counts:plan', 'prompt:secrets']);
    const asked = counts.ask(true);
    expect(counts.store.getState().asking).toBe(true);
    expect(last()).toMatchObject({ channel: 'counts:ask', args: [{ maskSecrets: true }] });
    last()?.answer({ ok: true, tokens: 412 });
    await asked;
    expect(view.store.getState().dialog).toBeNull();
    expect(said).toEqual([expect.stringContaining('The provider counts 412 ✓ tokens')]);
    expect(calls.some(({ channel }) => channel === 'counts:stop')).toBe(false);
  });

  it('keeps the dialog open with the reason when there is no answer', async () => {
    const { counts, view, said, last } = await opened();
    const asked = counts.ask(false);
    last()?.answer({ ok: false, problem: 'Anthropic refused (401)' });
    await asked;
    expect(counts.store.getState()).toMatchObject({ asking: false, problem: 'Anthropic refused (401)' });
    expect(view.store.getState().dialog).toBe('count');
    expect(said).toEqual([]);
  });

  it('cancels the request when the dialog is closed', async () => {
    const { counts, view, last } = await opened();
    const asked = counts.ask(false);
    const question = last();
    view.showDialog(null);
    expect(last()?.channel).toBe('counts:stop');
    question?.answer({ ok: false, problem: 'Counting was cancelled' });
    await asked;
    expect(counts.store.getState().asking).toBe(false);
  });
});
