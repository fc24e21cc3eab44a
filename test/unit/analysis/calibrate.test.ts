import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { calibrate, sampleOf } from '../../../shared/analysis/count/estimates/calibrate';
import { findModel } from '../../../shared/analysis/models';
import type { Calibration, Report } from '../../../shared/analysis/types';
import { frame, image, message, nodeId } from '../../../shared/document/builders';
import type { PromptDocument } from '../../../shared/document/types';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { sampleDocument } from '../../support/sample-document';

const encoding = await loadEncoding('o200k_base');
const document: PromptDocument = sampleDocument({
  messages: [
    message(nodeId('system'), 'system', 'L0', 'system', [
      frame('The pilot came aboard at dawn and asked for coffee. '.repeat(200)),
    ]),
  ],
});
const modelId = 'claude-opus-5';
const said = (tokens: number): Report => ({ from: 'usage', tokens, at: '2026-11-16T08:00:00Z' });
const count = (calibration?: Calibration) => analyze(document, findModel(modelId), encoding, calibration);

describe('calibration', () => {
  it('makes the estimate what was reported, with a narrower interval', () => {
    const plain = count();
    const reported = Math.round(plain.total.tokens * 1.1);
    const learned = calibrate(undefined, said(reported), { document, analysis: plain });
    const corrected = count(learned);
    expect(Math.abs(corrected.total.tokens - reported)).toBeLessThanOrEqual(2);
    expect(corrected.total.high - corrected.total.low).toBeLessThan(plain.total.high - plain.total.low);
    expect(corrected.total).toMatchObject({ method: 'estimated' });
    expect(corrected.total.encoding).toContain('as reported');
    expect(corrected.calibration).toEqual(learned);
    expect(learned?.newest).toEqual(said(reported));
  });

  it('leaves out of the ratio what a formula counts: an image is not text', () => {
    const pictured = {
      ...document,
      messages: [
        ...document.messages,
        message(nodeId('asked'), 'user', 'active', 'prompt', [
          frame('Which ship?'),
          image(nodeId('asked', 'i'), 'image/png', 'QQ==', { width: 1000, height: 1000 }),
        ]),
      ],
    };
    const analysis = analyze(pictured, findModel(modelId), encoding);
    const reported = Math.round(analysis.total.tokens * 1.1);
    const learned = calibrate(undefined, said(reported), { document: pictured, analysis });
    expect(
      Math.abs(analyze(pictured, findModel(modelId), encoding, learned).total.tokens - reported),
    ).toBeLessThanOrEqual(3);
  });

  it('learns the same from corrected and uncorrected counts', () => {
    const first = calibrate(undefined, said(3000), { document, analysis: count() });
    const [once, again] = [
      sampleOf(3100, { document, analysis: count() }),
      sampleOf(3100, { document, analysis: count(first) }),
    ];
    expect(once).toBeCloseTo(again ?? 0, 2);
  });

  it('has every report inside its interval, and keeps the newest twenty', () => {
    const { total } = count();
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (factors) => {
          let learned: Calibration | undefined;
          for (const factor of factors)
            learned = calibrate(learned, said(Math.round(total.tokens * factor)), { document, analysis: count() });
          if (learned === undefined) throw new Error('nothing was learned');
          expect(learned.samples.length).toBe(Math.min(20, factors.length));
          expect(learned.low).toBeLessThanOrEqual(learned.ratio);
          expect(learned.high).toBeGreaterThanOrEqual(learned.ratio);
          for (const sample of learned.samples) expect(sample >= learned.low && sample <= learned.high).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1, 10_000_000])('rejects a report of %s tokens', (tokens) => {
    const before = calibrate(undefined, said(3000), { document, analysis: count() });
    expect(calibrate(before, said(tokens), { document, analysis: count() })).toBe(before);
  });

  it('leaves exact counts and other models alone', () => {
    const learned = calibrate(undefined, said(3000), { document, analysis: count() });
    expect(analyze(document, findModel('gpt-5'), encoding, learned)).toEqual(
      analyze(document, findModel('gpt-5'), encoding),
    );
    expect(analyze(document, findModel('claude-sonnet-4-5'), encoding, learned).calibration).toBeUndefined();
    expect(
      calibrate(undefined, said(2000), { document, analysis: analyze(document, findModel('gpt-5'), encoding) }),
    ).toBeUndefined();
  });
});
