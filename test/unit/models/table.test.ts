import { describe, expect, it } from 'vitest';
import { findModel, models } from '../../../shared/analysis/models';
import { daysBetween, oldFigures, staleText } from '../../../shared/cache/packs/age';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import { pricesFor, rulesFor, writeMultiplier } from '../../../shared/cache/packs/rule-pack';
import { costOf } from '../../../shared/cache/simulate/outcome';
import { plainModelId } from '../../../shared/models/ids';
import { findRow, modelIdAt, modelSources, modelTable, neighbourOf, vendorRows } from '../../../shared/models/table';
import { rules } from '../../support/cache/requests';

const seconds = (iso: string) => Date.parse(iso) / 1000;

describe('an id as it appears', () => {
  it.each([
    ['claude-sonnet-5-5', 'claude-sonnet-5-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
    ['anthropic/claude-opus-5.5', 'claude-opus-5-5'],
    ['anthropic/claude-3.5-haiku:thinking', 'claude-3-5-haiku'],
    ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['openrouter/anthropic/claude-sonnet-5', 'claude-sonnet-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['global.anthropic.claude-opus-4-6-v1', 'anthropic.claude-opus-4-6-v1'],
    ['anthropic.claude-haiku-4-5', 'anthropic.claude-haiku-4-5-20251001-v1:0'],
    [
      'arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-5-5',
      'anthropic.claude-sonnet-5-5',
    ],
    ['bedrock/us.anthropic.claude-opus-4-8', 'anthropic.claude-opus-4-8'],
    ['projects/p/locations/l/publishers/google/models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['models/gemini-3.1-pro-preview', 'gemini-3.1-pro-preview'],
    ['gemini-3.8-flash-preview', 'gemini-3.8-flash'],
    ['google/gemini-3.8-flash', 'gemini-3.8-flash'],
    ['gpt-5.6', 'gpt-5.6-sol'],
    ['gpt-5.5-2026-04-23', 'gpt-5.5'],
    ['openai/gpt-6.1-sol', 'gpt-6.1-sol'],
    ['litellm/openai/gpt-5', 'gpt-5'],
    ['azure/gpt-5', 'azure/gpt-5'],
    ['azure/gpt-5-2025-08-07', 'azure/gpt-5'],
    ['vertex_ai/claude-sonnet-4-5@20250929', 'vertex_ai/claude-sonnet-4-5'],
    ['projects/p/locations/global/publishers/anthropic/models/claude-opus-5-5', 'vertex_ai/claude-opus-5-5'],
    ['vertex_ai/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['gemini/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['bedrock/claude-opus-4-7', 'anthropic.claude-opus-4-7'],
    ['bedrock/converse/us.anthropic.claude-opus-4-8', 'anthropic.claude-opus-4-8'],
    ['openai.gpt-5.6-sol', 'openai.gpt-5.6-sol'],
    ['deepseek/deepseek-v4.1-flash', 'deepseek-flash'],
    ['x-ai/grok-4.7', 'grok-4.7'],
    ['minimax/minimax-m3', 'MiniMax-M3'],
    ['openai/gpt-oss-120b', 'gpt-oss-120b'],
    ['groq/openai/gpt-oss-120b', 'gpt-oss-120b'],
  ])('%s is %s, for counting and for rules', (id, row) => {
    const found = findRow(id);
    expect(found?.id).toBe(row);
    expect(findModel(id)).toMatchObject({ id: row, provider: found?.provider });
    expect(rulesFor(shippedPacks, found?.provider ?? '', id)).toMatchObject({ listed: true, model: { id: row } });
    expect(rulesFor(shippedPacks, 'openrouter', id)?.listed).toBe(found?.base === undefined);
    expect(findModel(id).contextWindow).toBe(found?.window);
    const of = rulesFor(shippedPacks, found?.provider ?? '', id);
    expect(of?.model.minimum).toBe(found?.minimum);
    const isGlobal = /(?:^|\/)global[./]|^vertex_ai\//.test(id);
    const factor = of?.model.regional === undefined || isGlobal ? 1 : of.model.regional;
    expect(of?.model.inputPrice).toBeCloseTo((found?.inputPrice ?? 0) * factor, 9);
  });

  it.each([
    ['claude-opus-5-5-20260922', 'claude-opus-5-5'],
    ['claude-haiku-3-5', 'claude-haiku-5-5'],
    ['claude-sonnet-99', 'claude-sonnet-5-5'],
    ['gpt-6', 'gpt-6.1-sol'],
    ['gpt-6.1-luna', 'gpt-6.1-sol'],
    // Clouds and vendors that do not have the model, and resellers of whom nothing is known.
    ['azure/claude-sonnet-5-5', 'claude-sonnet-5-5'],
    ['azure/gpt-6', 'gpt-6.1-sol'],
    ['vertex_ai/gpt-5.4', 'gpt-5.4'],
    ['vertex_ai/deepseek-v4-pro', 'deepseek-v4-pro'],
    ['bedrock/gpt-5.4', 'gpt-5.4'],
    ['anthropic/gpt-5.4', 'gpt-5.4'],
    ['openai/claude-sonnet-5.5', 'claude-sonnet-5-5'],
    ['openrouter/google/claude-sonnet-5.5', 'claude-sonnet-5-5'],
    ['github_copilot/claude-sonnet-5.5', 'claude-sonnet-5-5'],
    ['azure_ai/claude-opus-5-5', 'claude-opus-5-5'],
    ['my-own-model', undefined],
    // Names that somebody gave a deployment on Azure.
    ['prod-chat', undefined],
    ['azure/team-a-summaries', undefined],
    ['', undefined],
  ])('%s is unknown everywhere, and the nearest name is %s', (id, near) => {
    expect(findRow(id)).toBeUndefined();
    expect(findModel(id)).toMatchObject({ provider: 'unknown', contextWindow: null });
    for (const { provider } of shippedPacks)
      expect(rulesFor(shippedPacks, provider, id)).toMatchObject({ listed: false, model: { inputPrice: null } });
    expect(neighbourOf(id)?.id).toBe(near);
  });

  it('stays whole when nothing says where it runs', () => {
    expect(plainModelId('claude-haiku-4-5@20251001')).toBe('claude-haiku-4-5@20251001');
    expect(plainModelId('MiniMax-M3')).toBe('MiniMax-M3');
  });

  it('has the name that another provider gives the model', () => {
    expect(modelIdAt('claude-sonnet-4-5', 'bedrock')).toBe('anthropic.claude-sonnet-4-5-20250929-v1:0');
    expect(modelIdAt('anthropic/claude-sonnet-5.5', 'bedrock')).toBe('anthropic.claude-sonnet-5-5');
    expect(modelIdAt('us.anthropic.claude-opus-4-6-v1', 'anthropic')).toBe('claude-opus-4-6');
    expect(modelIdAt('gemini-2.5-pro', 'bedrock')).toBeUndefined();
    expect(findRow('claude-opus-4-7', 'bedrock')).toMatchObject({ id: 'anthropic.claude-opus-4-7', minimum: 4096 });
    expect(findRow('claude-opus-4-7')).toMatchObject({ id: 'claude-opus-4-7', minimum: 2048 });
  });
});

describe('the table', () => {
  it('has one row for each id, anchored patterns and a listed source', () => {
    expect(new Set(modelTable.map(({ id }) => id)).size).toBe(modelTable.length);
    for (const { id, ids, source, base } of modelTable) {
      for (const pattern of ids) expect(pattern, id).toMatch(/^\^.*\$$/);
      expect(modelSources[source], id).toBeDefined();
      expect(findRow(id)?.id).toBe(id);
      expect(base === undefined ? undefined : findRow(base)?.id, id).toBe(base);
    }
  });

  it('lets every model be chosen that is still offered', () => {
    const offered = vendorRows.filter(({ status }) => status !== 'retired' && status !== 'legacy');
    expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(offered.map(({ id }) => id)));
    expect(findModel('claude-sonnet-5-5').contextWindow).toBe(1_000_000);
    expect(findModel('claude-sonnet-4-5').contextWindow).toBe(200_000);
    expect(findModel('gpt-5.6').contextWindow).toBe(1_050_000);
  });
});

describe('Azure', () => {
  it('has the minimum that OpenAI does not publish, and the prices and rules of OpenAI', () => {
    const [there, here] = [rules('openai', 'gpt-5'), rules('azure', 'azure/gpt-5')];
    expect([there.model.minimum, here.model.minimum]).toEqual([null, 1024]);
    expect(here.pack.title).toBe('Azure OpenAI');
    expect(here.pack.invalidation).toEqual(there.pack.invalidation);
    expect([here.algorithm, pricesFor(here)]).toEqual([there.algorithm, pricesFor(there)]);
    expect(findModel('azure/gpt-5')).toMatchObject({ label: 'GPT-5 on Azure', count: findModel('gpt-5').count });
  });
});

describe('prices', () => {
  const price = (provider: string, id: string, moment = {}) => pricesFor(rules(provider, id), moment);

  it('change with the date', () => {
    const sonnet = (iso: string) => price('anthropic', 'claude-sonnet-5-5', { at: seconds(iso) }).read;
    expect(sonnet('2026-10-06T23:59:59Z')).toBe(0.1);
    expect(sonnet('2026-10-07T00:00:00Z')).toBe(0.05);
    expect(price('google', 'gemini-4-argon', { at: seconds('2026-11-30T12:00:00Z') }).input).toBe(2);
    expect(price('google', 'gemini-4-argon', { at: seconds('2026-12-01T00:00:00Z') })).toMatchObject({
      input: 4,
      output: 20,
    });
    expect(price('openai', 'gpt-5.6', { at: seconds('2026-11-21T12:00:00Z') }).input).toBe(4);
    expect(price('openai', 'gpt-5.6', { at: seconds('2026-11-22T12:00:00Z'), tokens: 300_000 }).input).toBe(10);
  });

  it('change with the size of the whole request', () => {
    expect(price('anthropic', 'claude-haiku-5-5', { tokens: 100_000 }).input).toBe(0.1);
    expect(price('anthropic', 'claude-haiku-5-5', { tokens: 100_001 })).toEqual({ input: 0.5, output: 2.5, read: 0.1 });
    const haiku = rules('anthropic', 'claude-haiku-5-5');
    // 90,000 read at 0.05, 20,000 written at 0.625, 1 at 0.5, per million.
    expect(costOf({ read: 90_000, written: { '5m': 20_000 }, uncached: 1 }, haiku)).toBeCloseTo(0.0170005, 10);
    expect(price('openai', 'gpt-6.1-sol', { tokens: 272_001 })).toMatchObject({ input: 4, output: 15 });
  });

  it('change with the hour', () => {
    const flash = (iso: string) => price('deepseek', 'deepseek-flash', { at: seconds(iso) }).input;
    expect(flash('2026-11-18T00:59:00Z')).toBe(0.15);
    expect(flash('2026-11-18T01:00:00Z')).toBe(0.3);
    expect(flash('2026-11-18T10:00:00Z')).toBe(0.15);
    // A Sunday.
    expect(flash('2026-11-22T02:00:00Z')).toBe(0.15);
  });

  it('rise by a tenth outside the global endpoint of Bedrock', () => {
    expect(price('bedrock', 'global.anthropic.claude-sonnet-4-5-20250929-v1:0').input).toBe(3);
    expect(price('bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0').input).toBeCloseTo(3.3, 10);
    expect(price('bedrock', 'us.anthropic.claude-3-5-haiku-20241022-v1:0').input).toBe(0.8);
  });

  it('rise by a tenth at a regional endpoint of Google Cloud, where the id says that it is one', () => {
    const at = (location: string, id = 'claude-sonnet-4-5@20250929') =>
      price('vertex', `projects/p/locations/${location}/publishers/anthropic/models/${id}`).input;
    expect(at('global')).toBe(3);
    expect(at('us-east5')).toBeCloseTo(3.3, 10);
    expect(at('us-east5', 'claude-3-5-haiku@20241022')).toBe(0.8);
    expect(price('vertex', 'vertex_ai/claude-sonnet-4-5').input).toBe(3);
  });

  it('know fast mode and each lifetime', () => {
    expect(price('anthropic', 'claude-opus-5-5', { fast: true })).toMatchObject({ input: 8, output: 40 });
    expect(writeMultiplier(rules('anthropic', 'claude-opus-5-5'), '1h')).toBe(2);
    expect(writeMultiplier(rules('openai', 'gpt-5.5'), '24h')).toBe(1);
    expect(writeMultiplier(rules('openai', 'gpt-5.6'), '30m')).toBe(1.25);
  });
});

describe('the age of the rules', () => {
  const [anthropic] = shippedPacks;

  it('is said once it is large', () => {
    expect(daysBetween('2026-10-08', '2026-11-18')).toBe(41);
    expect(anthropic === undefined ? '' : staleText(anthropic, '2026-11-18')).toBeUndefined();
    expect(anthropic === undefined ? '' : staleText(anthropic, '2027-02-01')).toBe(
      'The rules of Anthropic Messages API are 116 days old (2026-10-08): prices and minimums may have changed',
    );
  });

  it('is found figure by figure', () => {
    const old = oldFigures(shippedPacks, '2026-11-18', 60);
    expect(old.find(({ what }) => what === 'gpt-5')).toMatchObject({ date: '2026-08-08', days: 102 });
    expect(old.some(({ what }) => what === 'claude-sonnet-5-5')).toBe(false);
    expect(oldFigures(shippedPacks, '2026-11-18', 400)).toEqual([]);
  });
});
