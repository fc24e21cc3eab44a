import { describe, expect, it } from 'vitest';
import { billOf } from '../../../../shared/cache/bill/bill';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { prose } from '../../../support/cache/documents';
import { billed, claudeBody, claudeUsage, type SentLine } from '../../../support/cache/sessions';

const start = Date.parse('2026-11-17T10:00:00Z') / 1000;
const rules = prose(8000);
const system = (day: string): string => `Today is ${day}.\n\n${rules}`;
const bill = (lines: readonly SentLine[]) => billOf(billed(lines), shippedPacks);

/** Claude Sonnet 5.5: $2 for a million tokens, written 1.25 times, read 0.05 times. */
const morning: readonly SentLine[] = [
  {
    at: start,
    body: claudeBody({ system: system('Monday'), said: ['How are the figs?'] }),
    usage: claudeUsage(0, 10_000, 100),
  },
  {
    at: start + 60,
    body: claudeBody({ system: system('Monday'), said: ['How are the figs?', 'Fine.', 'And the ferns?'] }),
    usage: claudeUsage(10_000, 500, 20),
  },
  {
    at: start + 120,
    body: claudeBody({
      system: system('Tuesday'),
      said: ['How are the figs?', 'Fine.', 'And the ferns?', 'Wet.', 'Good.'],
    }),
    usage: claudeUsage(0, 10_600, 20),
  },
  {
    at: start + 520,
    body: claudeBody({
      system: system('Tuesday'),
      said: ['How are the figs?', 'Fine.', 'And the ferns?', 'Wet.', 'Good.', 'Yes.', 'Bye.'],
    }),
    usage: claudeUsage(0, 10_700, 20),
  },
];

describe('the bill of a session', () => {
  const { requests, totals } = bill(morning);

  it('has the cost of each request as reported', () => {
    expect(requests.map(({ billed: figures }) => figures?.cost?.high.toFixed(6))).toEqual([
      '0.025200', // (10,000 × 1.25 + 100) × $2 / 1,000,000
      '0.002290', // (10,000 × 0.05 + 500 × 1.25 + 20) × $2 / 1,000,000
      '0.026540', // (10,600 × 1.25 + 20) × $2 / 1,000,000
      '0.026790', // (10,700 × 1.25 + 20) × $2 / 1,000,000
    ]);
    expect(requests.map(({ outputCost }) => outputCost?.toFixed(6))).toEqual(Array(4).fill('0.001000'));
  });

  it('names the words that changed, and what not reading cost', () => {
    expect(requests[2]).toMatchObject({
      continues: 2,
      gap: 60,
      changed: { before: 'Monday', after: 'Tuesday', node: 'system', lineAfter: 'Today is Tuesday.' },
      lost: { basis: 'reported', cachedBy: 2, tokens: { low: 10_500, high: 10_500 }, cause: 'changed' },
    });
    // As paid, less (10,500 × 0.05 + 100 × 1.25 + 20) × $2 / 1,000,000.
    expect(requests[2]?.lost?.cost?.high).toBeCloseTo(0.02654 - 0.00134, 10);
  });

  it('names an entry that expired', () => {
    expect(requests[3]).toMatchObject({
      changed: null,
      gap: 400,
      lost: { cause: 'expired', tokens: { high: 10_600 } },
    });
    expect(requests[3]?.lost?.cost?.high).toBeCloseTo(0.02679 - 0.00135, 10);
  });

  it('adds up', () => {
    expect(totals).toMatchObject({
      requests: 4,
      reported: 4,
      unpriced: 0,
      tokens: { low: 41_960, high: 41_960 },
      read: { high: 10_000 },
      written: { high: 31_800 },
      uncached: { high: 160 },
      lostTokens: { high: 21_100 },
      outputTokens: 400,
      disagreements: 0,
    });
    expect(totals.cost?.high).toBeCloseTo(0.0252 + 0.00229 + 0.02654 + 0.02679, 10);
    expect(totals.uncachedCost).toBeCloseTo((41_960 * 2) / 1e6, 10);
    expect(totals.hitRate.high).toBeCloseTo(10_000 / 41_960, 10);
    expect(totals.lost?.high).toBeCloseTo(0.0252 + 0.02544, 10);
    expect(totals.lostBy.map(({ cause, requests: of }) => [cause, of])).toEqual([
      ['expired', [4]],
      ['changed', [3]],
    ]);
    for (const { billed: figures } of requests)
      expect((figures?.read.high ?? 0) + (figures?.written.high ?? 0) + (figures?.uncached.high ?? 0)).toBe(
        figures?.tokens.high,
      );
  });

  it('flags a report that the rules do not explain', () => {
    const [first, second] = morning;
    if (first === undefined || second === undefined) throw new Error('no session');
    const missed = bill([first, { ...second, usage: claudeUsage(0, 10_500, 20) }]).requests[1];
    expect(missed?.disagreements.map(({ what }) => what)).toEqual(['read', 'written']);
    expect(missed?.lost).toMatchObject({ cause: 'unexplained', tokens: { high: 10_000 } });
  });

  it('is predicted where nothing is reported', () => {
    const silent = bill(morning.map(({ body, at = 0 }) => ({ body, at })));
    expect(silent.totals.reported).toBe(0);
    expect(silent.requests.map(({ billed: figures }) => figures?.basis)).toEqual(Array(4).fill('predicted'));
    expect(silent.requests.map(({ lost }) => lost?.cause ?? null)).toEqual([null, null, 'changed', 'expired']);
    for (const { billed: figures, total } of silent.requests) expect(figures?.tokens.high).toBe(total.tokens);
  });
});

describe('which request another continues', () => {
  const numbers = (lines: readonly SentLine[]) => bill(lines).requests.map(({ continues }) => continues);
  const [first, second] = morning;
  if (first === undefined || second === undefined) throw new Error('no session');
  const title = { body: claudeBody({ system: 'Name this talk in three words.', said: ['How are the figs?'] }) };

  it('passes over requests in between', () => {
    expect(numbers([first, title, second])).toEqual([null, null, 1]);
  });

  it('finds a system prompt that changed', () => {
    const next = { body: claudeBody({ system: system('Tuesday'), said: ['Something else.'] }) };
    expect(numbers([first, title, next])).toEqual([null, null, 1]);
  });

  it('loses nothing to a subagent with the same tools', () => {
    const tools = [{ name: 'look', description: prose(2000, 'leaf'), input_schema: { type: 'object' } }];
    const main = { body: claudeBody({ system: system('Monday'), said: ['How are the figs?'], tools }) };
    const agent = { body: claudeBody({ system: 'You look at leaves.', said: ['Look at leaf 3.'], tools }) };
    const { requests } = bill([main, agent]);
    expect(requests[1]).toMatchObject({ continues: null, lost: null });
  });

  it('loses only what came again when the question is a new one', () => {
    const ask = (question: string): SentLine => ({ body: claudeBody({ system: system('Monday'), said: [question] }) });
    const { requests } = bill([ask(prose(3000, 'fig')), ask(prose(3000, 'fern'))]);
    expect(requests[1]).toMatchObject({ continues: 1, lost: null });
  });

  it('keeps threads apart', () => {
    const of = (line: SentLine, thread: string): SentLine => ({ ...line, thread });
    expect(numbers([of(first, 'a'), of(first, 'b'), of(second, 'a'), of(second, 'b')])).toEqual([null, null, 1, 2]);
  });
});

describe('a request that changes a parameter or the model', () => {
  const said = ['How are the figs?', 'Fine.', 'And the ferns?'];
  const send = (more: object, model?: string): SentLine => ({
    body: claudeBody({ system: system('Monday'), said, more, ...(model === undefined ? {} : { model }) }),
  });

  it('names the parameter', () => {
    const { requests } = bill([send({}), send({ thinking: { type: 'enabled', budget_tokens: 2000 } })]);
    expect(requests[1]).toMatchObject({
      parameters: [{ name: 'thinking', before: null, after: '{"type":"enabled","budget_tokens":2000}' }],
      lost: { cause: 'parameter' },
    });
    // The messages are lost; whether system and tools are is not published.
    expect(requests[1]?.lost?.tokens.low).toBeLessThan(100);
    expect(requests[1]?.lost?.tokens.high).toBeGreaterThan(8000);
  });

  it('names the model', () => {
    const { requests } = bill([send({}), send({}, 'claude-opus-5-5')]);
    expect(requests[1]).toMatchObject({ model: 'claude-opus-5-5', lost: { cause: 'model' } });
  });

  it('predicts and prices nothing for a model that nobody lists', () => {
    const usage = claudeUsage(0, 9000, 100);
    const { requests, totals } = bill([send({}, 'claude-sonnet-9'), { ...send({}, 'claude-sonnet-9'), usage }]);
    expect(requests[0]).toMatchObject({ rules: null, predicted: null, billed: null });
    expect(requests[1]).toMatchObject({ billed: { basis: 'reported', tokens: { high: 9100 }, cost: null } });
    expect(totals).toMatchObject({ unpriced: 2, cost: null });
  });
});

describe('a request that failed', () => {
  const [first, second] = morning;
  if (first === undefined || second === undefined) throw new Error('the morning has four requests');
  const { usage: _, ...unanswered } = first;
  const failed = { ...unanswered, at: start - 60, failed: '529 overloaded' };

  it('costs nothing and wrote nothing that later requests could read', () => {
    const { requests, totals } = bill([failed, first, second]);
    expect(requests[0]).toMatchObject({
      failed: '529 overloaded',
      predicted: null,
      billed: null,
      lost: null,
      outputCost: null,
    });
    expect(requests[1]).toMatchObject({ failed: null, continues: null, lost: null, disagreements: [] });
    expect(requests[2]).toMatchObject({
      continues: 2,
      predicted: { read: { low: requests[1]?.predicted?.written.low } },
    });
    const alone = bill([first, second]).totals;
    expect(totals).toEqual({ ...alone, requests: 3, failed: 1 });
  });

  it('does not break what a conversation continues', () => {
    const { requests } = bill([first, { ...failed, at: start + 30 }, second]);
    expect(requests.map(({ continues }) => continues)).toEqual([null, 1, 1]);
    expect(requests[2]).toMatchObject({ gap: 60, lost: null, disagreements: [] });
  });

  it('has the figures that the provider reported nevertheless', () => {
    const { requests, totals } = bill([{ ...first, failed: 'overloaded' }, second]);
    expect(requests[0]).toMatchObject({
      failed: 'overloaded',
      billed: { basis: 'reported', tokens: { high: 10_100 } },
    });
    expect(requests[1]).toMatchObject({ continues: 1, disagreements: [] });
    expect(totals).toMatchObject({ failed: 0, reported: 2 });
  });
});
