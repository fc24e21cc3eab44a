import { describe, expect, it } from 'vitest';
import { explainUsage } from '../../../../shared/cache/usage/explain-usage';
import { simulate } from '../../../../shared/cache/simulate/simulate';
import { parseUsage, type Usage } from '../../../../shared/cache/usage/usage';
import { block, request, rules } from '../../../support/cache/requests';

const parsed = (value: unknown) => parseUsage(JSON.stringify(value)).usage;

describe('a pasted usage', () => {
  it('of Anthropic sums input, read and written to the context', () => {
    const usage = {
      input_tokens: 12,
      cache_read_input_tokens: 5000,
      cache_creation_input_tokens: 300,
      cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 0 },
      output_tokens: 40,
    };
    expect(parsed(usage)).toMatchObject({
      form: 'anthropic',
      read: 5000,
      written: 300,
      written5m: 300,
      written1h: 0,
      uncached: 12,
      context: 5312,
      output: 40,
      diagnosis: null,
    });
    expect(parsed({ type: 'message', usage })).toEqual(parsed(usage));
    expect(parsed({ type: 'message_start', message: { usage } })).toEqual(parsed(usage));
  });

  it('of OpenAI has the cached tokens inside its total', () => {
    expect(
      parsed({
        prompt_tokens: 2000,
        prompt_tokens_details: { cached_tokens: 1536, cache_write_tokens: 400 },
        completion_tokens: 5,
      }),
    ).toMatchObject({ form: 'openai', read: 1536, written: 400, uncached: 64, context: 2000 });
    expect(
      parsed({
        response: { usage: { input_tokens: 2000, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5 } },
      }),
    ).toMatchObject({ form: 'openai', read: 0, written: null, uncached: 2000 });
  });

  it.each([
    [
      { usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 2 } },
      { form: 'gemini', read: null, uncached: null, context: 900 },
    ],
    [
      { prompt_tokens: 900, completion_tokens: 2 },
      { form: 'openai', read: null, written: null, uncached: null, context: 900 },
    ],
    [
      { usageMetadata: { promptTokenCount: 900, cachedContentTokenCount: 600, candidatesTokenCount: 2 } },
      { form: 'gemini', read: 600, uncached: 300, context: 900 },
    ],
    [
      { prompt_tokens: 900, prompt_cache_hit_tokens: 600, prompt_cache_miss_tokens: 300, completion_tokens: 2 },
      { form: 'deepseek', read: 600, uncached: 300, context: 900 },
    ],
    [
      { inputTokens: 10, cacheReadInputTokens: 600, cacheWriteInputTokens: 290, outputTokens: 2 },
      { form: 'bedrock', read: 600, written: 290, uncached: 10, context: 900 },
    ],
  ])('of other providers goes by their own names', (given, expected) => {
    expect(parsed(given)).toMatchObject(expected);
  });

  it('of Gemini has thinking in the output, and what tools added in the input', () => {
    const usage = { promptTokenCount: 200, candidatesTokenCount: 20, thoughtsTokenCount: 5000 };
    expect(parsed(usage)).toMatchObject({ context: 200, output: 5020 });
    expect(parsed({ ...usage, totalTokenCount: 5220 })).toMatchObject({ output: 5020 });
    // A total without room for the thinking: it is within the answer.
    expect(parsed({ ...usage, candidatesTokenCount: 5020, totalTokenCount: 5220 })).toMatchObject({ output: 5020 });
    expect(parsed({ promptTokenCount: 200, thoughtsTokenCount: 30 })).toMatchObject({ output: 30 });
    expect(parsed({ promptTokenCount: 200 })).toMatchObject({ output: null });
    expect(
      parsed({ ...usage, cachedContentTokenCount: 150, toolUsePromptTokenCount: 70, totalTokenCount: 5290 }),
    ).toMatchObject({ read: 150, uncached: 120, context: 270, output: 5020 });
  });

  it.each([
    { prompt_tokens: 9, completion_tokens: 500, completion_tokens_details: { reasoning_tokens: 400 } },
    {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 500,
      output_tokens_details: { reasoning_tokens: 400 },
    },
    {
      prompt_cache_hit_tokens: 4,
      prompt_cache_miss_tokens: 5,
      completion_tokens: 500,
      completion_tokens_details: { reasoning_tokens: 400 },
    },
    { input_tokens: 9, output_tokens: 500, output_tokens_details: { thinking_tokens: 400 } },
  ])('has reasoning that is part of the output once: %j', (usage) => {
    expect(parsed(usage)).toMatchObject({ context: 9, output: 500 });
  });

  it('distinguishes "not reported" from 0', () => {
    expect(parsed({ prompt_tokens: 10 })?.read).toBeNull();
    expect(parsed({ prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 0 } })?.read).toBe(0);
    expect(parsed({ input_tokens: 10 })).toMatchObject({ read: null, written: null });
  });

  it('carries what the provider says of a miss', () => {
    expect(
      parsed({
        usage: { input_tokens: 9 },
        diagnostics: { cache_miss_reason: { type: 'system_changed', cache_missed_input_tokens: 4000 } },
      })?.diagnosis,
    ).toEqual({ reason: 'system_changed', missedTokens: 4000 });
    expect(parsed({ usage: { input_tokens: 9 }, diagnostics: { cache_miss_reason: null } })?.diagnosis).toEqual({
      reason: null,
      missedTokens: null,
    });
    expect(
      parsed({
        usage: { prompt_tokens: 9 },
        prompt_cache_diagnostics: { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 70 },
      })?.diagnosis,
    ).toEqual({ reason: 'tools_changed', missedTokens: 70 });
    expect(parsed({ usage: { prompt_tokens: 9 }, prompt_cache_diagnostics: { type: 'cache_hit' } })?.diagnosis).toEqual(
      { reason: null, missedTokens: null },
    );
  });

  it.each(['', '{', '[]', 'null', '7', '{"usage":{}}', '{"input_tokens":-4}', '{"input_tokens":"many"}'])(
    'that is none gives a finding, never a throw: %s',
    (text) => {
      const { usage, findings } = parseUsage(text);
      expect(usage).toBeUndefined();
      expect(findings).toHaveLength(1);
    },
  );
});

it('that contradicts itself is reported as such, and no count is below zero', () => {
  const { usage, findings } = parseUsage('{"prompt_tokens":5,"prompt_tokens_details":{"cached_tokens":7}}');
  expect(usage).toMatchObject({ read: 7, uncached: null, context: 5 });
  expect(findings).toMatchObject([{ severity: 'warning', ruleId: 'usage-sum' }]);
});

it('that is wrapped without end is no usage', () => {
  expect(parseUsage('{"response":'.repeat(50_000) + '1' + '}'.repeat(50_000))).toMatchObject({
    usage: undefined,
    findings: [{ ruleId: 'usage-shape' }],
  });
});

describe('predicted against reported', () => {
  const sonnet = rules('anthropic', 'claude-sonnet-4-5');
  const same = request([block('system', 3000, 'system', 'system'), block('question', 100)], [0]);
  const first = simulate(same, [], { at: 0, firstToken: 1 }, sonnet);
  const second = simulate(same, first.entries, { at: 60, firstToken: 1, previous: same }, sonnet);
  const usage = (read: number, written: number, uncached: number, diagnosis: Usage['diagnosis'] = null): Usage => ({
    form: 'anthropic',
    read,
    written,
    written5m: null,
    written1h: null,
    uncached,
    context: read + written + uncached,
    output: null,
    diagnosis,
  });
  const why = (given: Usage, outcome = second) =>
    Object.fromEntries(explainUsage(outcome, given).map(({ what, why: text }) => [what, text]));

  it('agrees within what an estimate can be off', () => {
    expect(explainUsage(second, usage(2900, 0, 104)).every(({ agrees }) => agrees)).toBe(true);
  });

  it('names expiry, routing and hidden changes when less was read', () => {
    expect(why(usage(0, 3000, 100))['read']).toMatch(/expired sooner.*routing.*does not show/);
  });

  it('trusts the provider over its own prediction', () => {
    expect(why(usage(0, 3000, 100, { reason: 'system_changed', missedTokens: 3000 }))['read']).toBe(
      'the provider says system_changed',
    );
  });

  it('explains two zeros by the minimum', () => {
    expect(why(usage(0, 0, 3100))).toMatchObject({
      read: expect.stringContaining('below the minimum'),
      uncached: expect.stringContaining('follows'),
    });
    expect(why(usage(0, 0, 3100), first)).toMatchObject({ written: expect.stringContaining('below the minimum') });
  });

  it('knows that an earlier request may have written more', () => {
    expect(why(usage(3000, 0, 100), first)).toMatchObject({
      read: expect.stringContaining('earlier request'),
      written: 'it was in the cache already',
    });
  });

  it('sees that another prompt was sent', () => {
    expect(why(usage(9000, 0, 100))['total']).toContain('more was sent');
    expect(why(usage(1000, 0, 100))['total']).toContain('less was sent');
  });

  it('says when nothing was reported', () => {
    expect(why({ ...usage(3000, 0, 100), read: null })['read']).toBe('not reported');
  });
});
