import { describe, expect, it } from 'vitest';
import { calibrate } from '../../../../shared/analysis/count/estimates/calibrate';
import { isOfAnother, usageFit } from '../../../../shared/cache/usage/usage-fit';
import { writtenUsage } from '../../../support/cache/usage';
import { inspectionOf } from '../../../support/inspection';

const count = (tokens: number, spread = 0) => ({
  tokens,
  low: tokens - spread,
  high: tokens + spread,
  method: 'estimated' as const,
  encoding: 'test',
});
const analysis = {
  ...inspectionOf(1).analysis,
  method: 'estimated' as const,
  model: { id: 'm', label: 'M', provider: 'anthropic', contextWindow: null },
  total: count(8000, 500),
  overhead: count(0),
};
const { document } = inspectionOf(1);

describe('a reported usage', () => {
  it('is distinguished from one of another provider, but not from one of a router', () => {
    expect(isOfAnother(writtenUsage, 'openai')).toBe(true);
    expect(isOfAnother(writtenUsage, 'anthropic')).toBe(false);
    expect(isOfAnother(writtenUsage, 'openrouter')).toBe(false);
    expect(isOfAnother({ ...writtenUsage, form: 'bedrock' }, 'anthropic')).toBe(false);
  });

  it('fits a plausible estimate, inside its interval or not', () => {
    expect(usageFit(writtenUsage, { document, analysis })).toEqual({
      fits: true,
      tokens: 8280,
      ratio: 1.035,
      within: true,
      used: false,
    });
    expect(usageFit({ ...writtenUsage, context: 10_000 }, { document, analysis })).toMatchObject({
      fits: true,
      ratio: 1.25,
      within: false,
    });
  });

  it('is recognised once the estimate is corrected by it', () => {
    const calibration = calibrate(
      undefined,
      { from: 'usage', tokens: 8280, at: '2026-11-16T08:00:00Z' },
      { document, analysis },
    );
    if (calibration === undefined) throw new Error('nothing was learned');
    expect(
      usageFit(writtenUsage, { document, analysis: { ...analysis, total: count(8280), calibration } }),
    ).toMatchObject({
      fits: true,
      ratio: 1.035,
      used: true,
    });
    expect(
      usageFit(
        { ...writtenUsage, context: 8300 },
        { document, analysis: { ...analysis, total: count(8280), calibration } },
      ),
    ).toMatchObject({ used: false });
  });

  it.each([
    ['of another provider', { ...writtenUsage, form: 'openai' as const }, analysis, 'Another provider'],
    ['without a whole', { ...writtenUsage, context: null }, analysis, 'not reported'],
    ['of another request', { ...writtenUsage, context: 80 }, analysis, 'too far'],
    ['of an exact count', writtenUsage, { ...analysis, method: 'exact' as const }, 'nothing to correct'],
  ])('%s does not fit, and says why', (_, given, counted, why) => {
    expect(usageFit(given, { document, analysis: counted })).toEqual({
      fits: false,
      why: expect.stringContaining(why),
    });
  });
});
