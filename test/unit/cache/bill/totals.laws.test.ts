/** Tokens and price in a row always belong to the same request, whatever model, provider and report it has. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sequenceText } from '../../../../electron/cli/bill/sequence-text';
import { billOf } from '../../../../shared/cache/bill/bill';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { pricesFor, rulesFor } from '../../../../shared/cache/packs/rule-pack';
import { tokens as shown } from '../../../../electron/cli/bill/words';
import type { Figures, Range, RequestBill } from '../../../../shared/cache/bill/types';
import { sequenceReportSchema } from '../../../../shared/ipc/written/bill-report';
import { billed, claudeBody, claudeUsage, type SentLine } from '../../../support/cache/sessions';

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index % 7}`).join(' ');

/** Listed and unlisted, with and without a published minimum, sizes around the minimum, with and without a report. */
const models = [
  'claude-sonnet-5-5',
  'claude-haiku-4-5',
  'claude-fable-5-2',
  'claude-sonnet-99',
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'gemini-3.8-flash',
  'gpt-5.4',
  'my-own-model',
];

const turn = fc.record({
  model: fc.constantFrom(...models),
  system: fc.integer({ min: 1, max: 6000 }),
  isReported: fc.boolean(),
  wait: fc.constantFrom(5, 200, 400, 4000),
});

const start = Date.parse('2026-11-17T10:00:00Z') / 1000;

function linesOf(turns: readonly (typeof turn extends fc.Arbitrary<infer T> ? T : never)[]): readonly SentLine[] {
  let at = start;
  return turns.map(({ model, system, isReported, wait }, index) => {
    at += wait;
    const said = Array.from({ length: 2 * index + 1 }, (_, each) => `said ${each}`);
    return {
      at,
      body: claudeBody({ system: words(system), said, model }),
      ...(isReported ? { usage: claudeUsage(index * 100, system, 7) } : {}),
    };
  });
}

/** Every sum that does not hold, in words. */
function problemsOf({ tokens, read, written, uncached, hitRate }: Figures): readonly string[] {
  const ranges = { tokens, read, written, uncached };
  const isExact = [read, written, uncached].every(({ low, high }) => low === high);
  return [
    ...Object.entries(ranges).flatMap(([name, { low, high }]) =>
      low < 0 || low > high ? [`${name} is no range`] : [],
    ),
    ...(read.low + written.high + uncached.high < tokens.low ? ['the dearest split is less than the tokens'] : []),
    ...(read.high + written.low + uncached.low > tokens.high ? ['the cheapest split is more than the tokens'] : []),
    ...(isExact && read.high + written.high + uncached.high !== tokens.high ? ['the parts are not the tokens'] : []),
    ...(Math.abs(hitRate.high * tokens.high - read.high) > 1e-6 * tokens.high ? ['the hit rate is of others'] : []),
  ];
}

function stepProblems(step: RequestBill, counted: number): readonly string[] {
  const { predicted, billed: paid, reported, rules, total } = step;
  const isKnown = rules?.listed === true;
  const of = rules === null ? undefined : rulesFor(shippedPacks, rules.provider, step.model);
  const at = step.at === null ? {} : { at: step.at };
  const price = of === undefined || paid === null ? undefined : pricesFor(of, { tokens: paid.tokens.high, ...at });
  const least = paid === null ? 0 : paid.read.high * (price?.read ?? 0) + paid.written.low + paid.uncached.low;
  const cost = paid?.cost ?? null;
  return [
    ...(predicted === null ? [] : problemsOf(predicted)),
    ...(paid === null ? [] : problemsOf(paid)),
    ...(total.tokens === counted ? [] : ['another request was counted']),
    ...(predicted !== null && predicted.tokens.high !== total.tokens ? ['the prediction is of other tokens'] : []),
    ...(reported !== null && paid?.tokens.high !== reported.context ? ['the report has other tokens'] : []),
    ...(!isKnown && (cost ?? predicted?.cost ?? null) !== null ? ['a price of a model that nobody lists'] : []),
    ...(cost !== null && cost.low < (least * (price?.input ?? 0)) / 1e6 - 1e-12 ? ['cheaper than its tokens'] : []),
    ...(cost !== null && cost.high > (2 * (paid?.tokens.high ?? 0) * (price?.input ?? 0)) / 1e6 + 1e-12
      ? ['dearer than an hour’s write of all its tokens']
      : []),
  ];
}

it('read, written and uncached are the tokens, and their price is the cost, in text, JSON and totals', () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
      const requests = billed(linesOf(turns));
      const { requests: steps, totals } = billOf(requests, shippedPacks);
      const problems = steps.map((step, index) => stepProblems(step, requests[index]?.analysis.total.tokens ?? 0));
      expect(problems.flat()).toEqual([]);
      const known = steps.flatMap(({ billed: paid }) => paid ?? []);
      const sum = (name: 'tokens' | 'read' | 'written' | 'uncached', end: keyof Range): number =>
        known.reduce((all, each) => all + each[name][end], 0);
      for (const end of ['low', 'high'] as const) {
        for (const name of ['tokens', 'read', 'written', 'uncached'] as const)
          expect(totals[name][end]).toBe(sum(name, end));
        const costs = known.flatMap(({ cost }) => cost ?? []).reduce((all, cost) => all + cost[end], 0);
        expect(totals.cost?.[end] ?? 0).toBeCloseTo(costs, 9);
      }
      expect(totals.unpriced).toBe(steps.length - known.filter(({ cost }) => cost !== null).length);
      const json = { version: 2, model: 'claude-sonnet-5-5', steps, totals, findings: [] };
      expect(sequenceReportSchema.safeParse(JSON.parse(JSON.stringify(json))).error?.issues ?? []).toEqual([]);
      const text = sequenceText({ steps, totals }, true);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
      expect(text).toContain(known.length === 0 ? 'total  no figures' : `${shown(totals.tokens)} tokens: `);
    }),
    { numRuns: Number(process.env['STRATA_SEEDS'] ?? 60) },
  );
});
