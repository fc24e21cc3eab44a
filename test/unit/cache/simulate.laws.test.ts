import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheRequest, Marker } from '../../../shared/cache/simulate/blocks';
import { writtenTokens, type Outcome } from '../../../shared/cache/simulate/outcome';
import {
  literalCommon,
  literalMarkers,
  literalOpenai,
  literalUnits,
  type LiteralSplit,
} from '../../support/cache/literal';
import { block, request, rules, send } from '../../support/cache/requests';

type Script = readonly (readonly [CacheRequest, number])[];

const sizes = fc.constantFrom(100, 400, 1500);
/** Requests over a small alphabet often share prefixes; some are long enough for the lookback to matter. */
const blocks = fc
  .tuple(
    fc.nat(2),
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), sizes), { minLength: 1, maxLength: 6 }),
    fc.constantFrom(0, 0, 18, 22),
  )
  .map(([systems, parts, padding]) => [
    ...Array.from({ length: systems }, (_, index) => block(`system ${index}`, 700, 'system', 'system')),
    ...parts.map(([text, tokens], index) =>
      block(`${text}${tokens}`, tokens, 'messages', index % 2 === 0 ? 'user' : 'assistant'),
    ),
    ...Array.from({ length: padding }, (_, index) => block(`padding ${index}`, 10, 'messages', 'assistant')),
  ]);

function scripts(withMarkers: boolean): fc.Arbitrary<Script> {
  const step = fc.tuple(
    blocks,
    fc.array(fc.nat(1000), { maxLength: 4 }),
    fc.boolean(),
    fc.constantFrom(0, 0.5, 5, 200, 299, 301, 1900),
  );
  return fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => {
    let at = 0;
    return steps.map(([parts, places, longFirst, gap]) => {
      at += gap;
      const positions = [...new Set(places.map((place) => place % parts.length))].toSorted((a, b) => a - b);
      const markers = positions.map((position, index): Marker => ({
        block: position,
        ttl: longFirst && index === 0 ? '1h' : '5m',
      }));
      return [request(parts, withMarkers ? markers : []), at] as const;
    });
  });
}

const literalOf = (outcome: Outcome): LiteralSplit => ({
  read: outcome.worst.read,
  written: writtenTokens(outcome.worst),
  uncached: outcome.worst.uncached,
});

describe('the simulator', () => {
  const models = [
    rules('anthropic', 'claude-sonnet-4-5'),
    rules('bedrock', 'claude-sonnet-4-5'),
    rules('openai', 'gpt-5.6'),
    rules('openai', 'gpt-5.5'),
    rules('openai', 'gpt-4o'),
    rules('google', 'gemini-2.5-pro'),
    rules('deepseek', 'deepseek-v4-pro'),
    rules('openrouter', 'x/unknown'),
  ];

  it.each(models.map((model) => [`${model.pack.provider} ${model.model.id}`, model] as const))(
    'accounts for every token of every request: %s',
    (_, model) => {
      fc.assert(
        fc.property(scripts(true), (script) => {
          for (const outcome of send(model, ...script)) {
            for (const split of [outcome.worst, outcome.best]) {
              expect(split.read + writtenTokens(split) + split.uncached).toBe(outcome.total);
              for (const tokens of [split.read, split.uncached, ...Object.values(split.written)])
                expect(tokens).toBeGreaterThanOrEqual(0);
            }
            expect(outcome.worst.read).toBeLessThanOrEqual(outcome.best.read);
          }
          for (const { worst, best } of send(model, ...script).filter(({ known }) => known))
            expect(worst).toEqual(best);
        }),
      );
    },
  );

  it.each(['anthropic', 'bedrock'])('agrees with a literal reading of the rules of markers: %s', (provider) => {
    const model = rules(provider, 'claude-sonnet-4-5');
    fc.assert(
      fc.property(scripts(true), (script) => {
        expect(send(model, ...script).map(literalOf)).toEqual(literalMarkers(script, model));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['implicit, without markers', false, {}],
    ['implicit, with markers', true, {}],
    ['explicit', true, { prompt_cache_mode: 'explicit' }],
  ])('agrees with a literal reading of the rules of OpenAI: %s', (_, withMarkers, parameters) => {
    const model = rules('openai', 'gpt-5.6');
    fc.assert(
      fc.property(scripts(withMarkers), (plain) => {
        const script = plain.map(([each, at]) => [{ ...each, parameters }, at] as const);
        expect(send(model, ...script).map(literalOf)).toEqual(literalOpenai(script, model));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['openai', 'gpt-5.5', 2048, 0],
    ['openai', 'gpt-4o', 128, 0],
    ['google', 'gemini-2.5-pro', 1, 2048],
  ])(
    'promises nothing and allows at most the common prefix where little is published: %s %s',
    (provider, id, step, minimum) => {
      const model = rules(provider, id);
      fc.assert(
        fc.property(scripts(false), (script) => {
          const outcomes = send(model, ...script);
          expect(outcomes.map(({ worst }) => worst.read)).toEqual(outcomes.map(() => 0));
          expect(outcomes.map(({ best }) => best.read)).toEqual(literalCommon(script, step, minimum));
        }),
        { numRuns: 200 },
      );
    },
  );

  it('agrees with a literal reading of the rules of DeepSeek', () => {
    const model = rules('deepseek', 'deepseek-v4-pro');
    fc.assert(
      fc.property(scripts(false), (script) => {
        const outcomes = send(model, ...script);
        // Whole units may be read, and more, and none is promised.
        expect(outcomes.every(({ worst }) => worst.read === 0)).toBe(true);
        for (const [index, { read, uncached }] of literalUnits(script).entries()) {
          expect(outcomes[index]?.best.read).toBeGreaterThanOrEqual(read);
          expect(outcomes[index]?.total).toBe(read + uncached);
        }
      }),
      { numRuns: 400 },
    );
  });
});
