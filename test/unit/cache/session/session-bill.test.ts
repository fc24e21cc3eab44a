import { describe, expect, it } from 'vitest';
import { blockCosts } from '../../../../shared/cache/session/block-cost';
import { firstSeen } from '../../../../shared/cache/session/first-seen';
import { fitCounts, reportedStretches } from '../../../../shared/cache/session/reported-counts';
import { sessionBill } from '../../../../shared/cache/session/session-bill';
import { wasteOf } from '../../../../shared/cache/session/waste';
import type { ScriptedBody } from '../../../support/cache/scripted-provider';
import { capturedFrom, stepsOf } from '../../../support/cache/scripted-session';

const marker = { type: 'ephemeral' } as const;
const lines = (about: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${about} ${index}: keep it short and plain.`).join('\n');
const file = lines('export const value', 400);

/** Turn `n` reads a file; every second turn reads the same file again. `grep` is never called. */
function body(turns: number, clock = ''): ScriptedBody {
  const messages: ScriptedBody['messages'][number][] = [
    { role: 'user', content: [{ type: 'text', text: 'Find the harbour light' }] },
  ];
  for (let turn = 1; turn < turns; turn += 1) {
    const id = `call_${turn}`;
    const call = { type: 'tool_use', id, name: 'read', input: { path: turn === 3 ? 'b.ts' : 'a.ts' } };
    const result = { type: 'tool_result', tool_use_id: id, content: turn === 1 ? file : `${turn} ${file}` };
    messages.push({ role: 'assistant', content: [call] }, { role: 'user', content: [result] });
  }
  const marked = messages.map((each, at) => ({
    ...each,
    content: each.content.map((block) => (at === messages.length - 1 ? { ...block, cache_control: marker } : block)),
  }));
  return {
    model: 'claude-sonnet-4-5',
    tools: ['read', 'grep'].map((name) => ({ name, description: lines(name, 20), input_schema: { type: 'object' } })),
    system: [{ type: 'text', text: `${lines('Rule', 200)}${clock}`, cache_control: marker }],
    messages: marked,
  };
}

const steps = stepsOf(
  capturedFrom([
    { body: body(1), at: 0 },
    { body: body(2), at: 20 },
    { body: body(3), at: 40 },
    { body: body(4, '\nIt is 10:40'), at: 60 },
    { body: body(5, '\nIt is 10:40'), at: 80, forget: true },
  ]),
);

describe('the bill of a session', () => {
  const bill = sessionBill(steps);

  it('sums what was reported, and the hit rate is sum over sum', () => {
    const usages = steps.map(({ captured }) => captured.usage);
    const read = usages.reduce((sum, usage) => sum + (usage?.read ?? 0), 0);
    const context = usages.reduce((sum, usage) => sum + (usage?.context ?? 0), 0);
    expect(bill).toMatchObject({ requests: 5, unreported: 0, read });
    expect(bill.hitRate).toBe(read / context);
    expect(bill.read + bill.written + bill.uncached).toBe(context);
  });

  it('prices it by the published prices', () => {
    const expected = (bill.read * 0.3 + bill.written * 3.75 + bill.uncached * 3) / 1_000_000;
    expect(bill.inputCost).toBeCloseTo(expected, 9);
    expect(bill.outputCost).toBeCloseTo((5 * 50 * 15) / 1_000_000, 9);
  });

  it('says what was lost to which cause and section, the worst request first', () => {
    expect(bill.byCause.map(({ cause, requests }) => [cause, requests])).toEqual([
      ['provider', [5]],
      ['edit', [4]],
    ]);
    expect(bill.lost.requests).toEqual([5, 4]);
    expect(bill.lost.tokens).toBe(bill.byCause.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(bill.bySection).toMatchObject([{ requests: [4] }]);
    expect(bill.bySection[0]?.node).toMatch(/^system/);
  });

  it('gives each block a price, and they add up to that of the request', () => {
    expect(steps).toHaveLength(5);
    for (const step of steps) {
      const costAt = blockCosts(step);
      const all = step.sized.request.blocks.map((_, index) => costAt(index).cost ?? 0);
      expect(all.reduce((sum, each) => sum + each, 0)).toBeCloseTo(step.cost.input ?? -1, 4);
    }
  });
});

describe('waste', () => {
  const waste = wasteOf(steps);
  const of = (kind: string) => waste.filter((each) => each.kind === kind);

  it('finds a tool that was never called, priced over all requests', () => {
    expect(of('unused-tool')).toMatchObject([{ name: 'grep', requests: 5, first: 1 }]);
    expect(of('unused-tool')[0]?.cost).toBeGreaterThan(0);
  });

  it('finds results that a later call of the same made old', () => {
    const [first] = of('outdated');
    expect(first?.name).toContain('read');
    expect(first?.name).toContain('a.ts');
    // Read in turns 1, 2 and 4: the first is old from request 3 on, the second in request 5.
    expect(of('outdated').map(({ requests }) => requests)).toEqual([3, 1]);
  });

  it('finds large results that went along', () => {
    expect(of('large-result').length).toBeGreaterThan(0);
    expect(of('large-result').every(({ tokens }) => tokens >= 2000)).toBe(true);
  });

  it('finds the same block three times in one request, and counts that request once', () => {
    const twice = body(2);
    const [first] = twice.messages;
    const long = { type: 'text', text: lines('Pasted', 60) };
    const messages = [
      ...twice.messages,
      { role: 'assistant', content: [long] },
      { role: 'user', content: [long, long, long] },
    ];
    const again = stepsOf(
      capturedFrom([{ body: { ...twice, messages: messages as ScriptedBody['messages'] }, at: 0 }]),
    );
    expect(first).toBeDefined();
    expect(wasteOf(again).filter(({ kind }) => kind === 'repeated')).toMatchObject([{ requests: 1 }]);
  });
});

describe('search across requests', () => {
  const requests = steps.map(({ captured }) => captured);

  it('says where a text first appeared, and who carries it', () => {
    expect(firstSeen(requests, 'VALUE 17:')).toMatchObject({ first: 2, role: 'user', requests: [2, 3, 4, 5] });
    expect(firstSeen(requests, 'It is 10:40')).toMatchObject({ first: 4, role: 'system', requests: [4, 5] });
    expect(firstSeen(requests, 'grep 3:')).toMatchObject({ first: 1, role: 'tools' });
  });

  it('shows the text itself behind letters that are longer in lower case', () => {
    const text = `${'İ'.repeat(300)} Look for the anchor.`;
    const messages: ScriptedBody['messages'] = [{ role: 'user', content: [{ type: 'text', text }] }];
    const [step] = stepsOf(capturedFrom([{ body: { ...body(1), messages }, at: 0 }]));
    const captured = step === undefined ? [] : [step.captured];
    expect(firstSeen(captured, 'the ANCHOR')?.excerpt).toContain('Look for the anchor.');
  });

  it('finds nothing for what was never sent, and for no text', () => {
    expect(firstSeen(requests, 'never sent')).toBeUndefined();
    expect(firstSeen(requests, '  ')).toBeUndefined();
  });
});

describe('counts from the bill', () => {
  it('knows the tokens between markers and turns exactly', () => {
    const stretches = reportedStretches(steps.slice(0, 3));
    const [, second] = steps;
    expect(stretches.length).toBeGreaterThanOrEqual(3);
    // What request 2 wrote is the stretch from the marker of request 1 to its own.
    expect(stretches.map(({ tokens }) => tokens)).toContain(second?.captured.usage?.written);
  });

  it('fits the estimate of the model, and the interval holds every later request', () => {
    const [fit] = fitCounts(steps.slice(0, 4), '2026-11-18T10:00:00.000Z');
    expect(fit?.modelId).toBe('claude-sonnet-4-5');
    const last = steps.at(-1)?.captured;
    const estimate = last?.analysis.total.tokens ?? 0;
    const real = last?.usage?.context ?? 0;
    expect(estimate * (fit?.ratio ?? 0)).toBeGreaterThan(real * 0.97);
    expect(estimate * (fit?.ratio ?? 0)).toBeLessThan(real * 1.03);
    expect(fit?.low).toBeLessThanOrEqual((fit?.ratio ?? 0) * 0.98);
    expect(fit?.high).toBeGreaterThanOrEqual((fit?.ratio ?? 0) * 1.02);
  });
});
