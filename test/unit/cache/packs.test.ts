import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { models } from '../../../shared/analysis/models';
import { rulesView } from '../../../shared/cache/simulate/views';
import { breakpointUse } from '../../../shared/cache/packs/breakpoint-use';
import { cacheLimits } from '../../../shared/cache/packs/limits';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import { rulesFor } from '../../../shared/cache/packs/rule-pack';
import { readUserPacks, userPackSchema } from '../../../shared/cache/packs/user-packs';
import { sourceId } from '../../../shared/document/builders';
import { parseJson } from '../../../shared/sources/config/json';
import { rules } from '../../support/cache/requests';

const file = (text: string, path = '.strata/rules/mine.json') => ({
  id: sourceId(path),
  path: `/ws/${path}`,
  as: 'rules',
  text,
});
const manifest = (value: unknown) => {
  const source = { id: sourceId('strata.json'), text: JSON.stringify(value) };
  return { source: source.id, root: parseJson(source).root };
};

describe('the shipped packs', () => {
  it('cite a listed source for every figure', () => {
    for (const pack of shippedPacks) {
      const cited = [
        ...pack.models,
        ...pack.lifetimes,
        ...pack.invalidation,
        ...pack.notes,
        ...(pack.markers === null ? [] : [pack.markers]),
      ].map(({ source }) => source);
      expect(
        cited.filter((id) => pack.sources[id] === undefined),
        pack.provider,
      ).toEqual([]);
    }
  });

  it('know the models Strata counts for, by the same ids', () => {
    const cached = models.filter(({ provider }) => shippedPacks.some((pack) => pack.provider === provider));
    expect(cached.length).toBeGreaterThan(20);
    for (const { id, provider } of cached) expect(rulesFor(shippedPacks, provider, id)?.listed, id).toBe(true);
  });

  it('guess nothing about a model nobody listed', () => {
    expect(rulesFor(shippedPacks, 'anthropic', 'claude-sonnet-99')).toMatchObject({
      listed: false,
      model: { minimum: null, inputPrice: null },
    });
    expect(rulesFor(shippedPacks, 'anthropic', 'claude-sonnet-4-5-20250929')).toMatchObject({
      listed: true,
      model: { id: 'claude-sonnet-4-5' },
    });
    expect(rulesFor(shippedPacks, 'nobody', 'x')).toBeUndefined();
  });

  it('limit breakpoints only where more are refused', () => {
    expect(cacheLimits(rules('anthropic', 'claude-opus-4-5'))).toEqual({ minimum: 4096, markers: 4, lookback: 20 });
    expect(cacheLimits(rules('openai', 'gpt-5.6'))).toEqual({ minimum: 1024, markers: null, lookback: null });
    expect(cacheLimits(rules('google', 'gemini-2.5-pro'))).toEqual({ minimum: null, markers: null, lookback: null });
    expect(cacheLimits(undefined)).toEqual({ minimum: null, markers: null, lookback: null, unknown: true });
    expect(cacheLimits(rules('openai', 'gpt-4'))).toMatchObject({ none: true });
  });

  it('show limits of breakpoints only for models that take them', () => {
    expect(rulesView(rules('openai', 'gpt-5.6'))).toMatchObject({ markerLimit: 4, lookback: null });
    expect(rulesView(rules('openai', 'gpt-5'))).toMatchObject({ markerLimit: null, lookback: null });
  });

  it('show the price of a request by its size', () => {
    expect(rulesView(rules('anthropic', 'claude-haiku-5-5'), 100_000).inputPrice).toBe(0.1);
    expect(rulesView(rules('anthropic', 'claude-haiku-5-5'), 100_001).inputPrice).toBe(0.5);
  });

  it('publish their schema', () => {
    const path = join(import.meta.dirname, '../../../build/schemas/rule-pack.schema.json');
    const current = `${JSON.stringify(z.toJSONSchema(userPackSchema), null, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(path, current);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
  });
});

describe('a user’s pack', () => {
  const minimumOf = (packs: readonly (typeof shippedPacks)[number][], id = 'claude-sonnet-4-5') =>
    rulesFor(packs, 'anthropic', id)?.model;

  it('in .strata/rules changes the figures it names and no other', () => {
    const { packs, findings } = readUserPacks(shippedPacks, [
      file('{"provider":"anthropic","models":[{"id":"claude-sonnet-4-5","minimum":2048}]}'),
    ]);
    expect(findings).toEqual([]);
    expect(minimumOf(packs)).toMatchObject({ minimum: 2048, inputPrice: 3, source: 'claude' });
    expect(minimumOf(packs, 'claude-opus-4-5')).toEqual(minimumOf(shippedPacks, 'claude-opus-4-5'));
    expect(packs.find(({ provider }) => provider === 'anthropic')?.overriddenBy).toEqual(['.strata/rules/mine.json']);
  });

  it('in the manifest wins over files, as one pack or a list', () => {
    const files = [file('{"provider":"anthropic","models":[{"id":"claude-sonnet-4-5","minimum":2048}]}')];
    const own = {
      provider: 'anthropic',
      models: [
        { id: 'claude-sonnet-4-5', minimum: 3000 },
        { id: 'my-model', minimum: 10, inputPrice: 1 },
      ],
    };
    for (const given of [own, [own]]) {
      const { packs } = readUserPacks(shippedPacks, files, manifest({ rules: given }));
      expect(minimumOf(packs)?.minimum).toBe(3000);
      expect(rulesFor(packs, 'anthropic', 'my-model')).toMatchObject({
        listed: true,
        model: { minimum: 10, inputPrice: 1 },
      });
    }
  });

  it('may bring a provider of its own when it is complete', () => {
    const whole = { ...shippedPacks[0], provider: 'house' };
    expect(
      rulesFor(readUserPacks(shippedPacks, [file(JSON.stringify(whole))]).packs, 'house', 'claude-opus-5')?.listed,
    ).toBe(true);
    const { packs, findings } = readUserPacks(shippedPacks, [file('{"provider":"house"}')]);
    expect(packs).toBe(shippedPacks);
    expect(findings).toMatchObject([
      { severity: 'warning', ruleId: 'rule-pack', message: expect.stringContaining('must be complete') },
    ]);
  });

  it.each([
    ['{', 'rule-pack-syntax'],
    ['', 'rule-pack-syntax'],
    ['[]', 'rule-pack'],
    ['{"models":[]}', 'rule-pack'],
    ['{"provider":"anthropic","colour":1}', 'rule-pack'],
    ['{"provider":"anthropic","models":[{"id":"claude-sonnet-4-5","minimum":-1}]}', 'rule-pack'],
  ])('that is broken is a warning at its place and changes nothing: %s', (text, ruleId) => {
    const { packs, findings } = readUserPacks(shippedPacks, [file(text)]);
    expect(packs).toBe(shippedPacks);
    expect(findings.length).toBeGreaterThan(0);
    for (const each of findings)
      expect(each).toMatchObject({ ruleId, severity: 'warning', place: { source: '.strata/rules/mine.json' } });
  });

  it('is placed at the figure that is wrong', () => {
    const text = '{"provider":"anthropic","models":[{"id":"claude-sonnet-4-5","minimum":-1}]}';
    expect(readUserPacks(shippedPacks, [file(text)]).findings[0]?.place?.span.start).toBe(text.indexOf('-1'));
  });
});

describe('what a provider does with a breakpoint', () => {
  const use = (provider: string, model: string) => breakpointUse(rulesFor(shippedPacks, provider, model));

  it('is a lifetime where it is published, for the models that take breakpoints', () => {
    const asked = { kind: 'taken', lifetimes: { '5m': '5m', '1h': '1h' } };
    expect(use('anthropic', 'claude-sonnet-4-5')).toEqual(asked);
    expect(use('anthropic', 'claude-of-tomorrow')).toEqual(asked);
    expect(use('bedrock', 'claude-opus-5')).toEqual(asked);
    // One lifetime, whatever the breakpoint asks for, and only its lower bound is promised.
    expect(use('openai', 'gpt-5.6')).toEqual({
      kind: 'taken',
      lifetimes: { '5m': '30m or longer', '1h': '30m or longer' },
    });
  });

  it('is nothing where the provider takes none', () => {
    expect(use('openai', 'gpt-5')).toEqual({ kind: 'ignored', by: 'OpenAI API' });
    expect(use('google', 'gemini-2.5-pro')).toEqual({ kind: 'ignored', by: 'Gemini API, implicit caching' });
    expect(use('deepseek', 'deepseek-v4-pro')).toMatchObject({ kind: 'ignored' });
  });

  it('is unknown without rules, and for an unlisted model of a provider whose models differ', () => {
    expect(use('nobody', 'mystery-9')).toEqual({ kind: 'unknown' });
    expect(use('openai', 'gpt-of-tomorrow')).toEqual({ kind: 'unknown' });
    expect(use('openrouter', 'somebody/mystery-9')).toEqual({ kind: 'unknown' });
  });
});
