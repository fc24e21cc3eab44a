import { expect, it } from 'vitest';
import { percentOf, windowAlarm } from '../../../../renderer/model/counts';

it('gives a share as a percentage that is neither nothing nor all unless it is', () => {
  expect([0, 4, 60, 423, 20_000, 999_999, 1_000_000].map((part) => percentOf(part, 1_000_000))).toEqual([
    '0 %',
    '< 0.1 %',
    '< 0.1 %',
    '< 0.1 %',
    '2.0 %',
    '99.9 %',
    '100 %',
  ]);
  expect([percentOf(5, 0), percentOf(12, 1000), percentOf(345, 1000)]).toEqual(['0 %', '1.2 %', '35 %']);
});

it('alarms for certain only where the whole interval is over the window', () => {
  const of = (low: number, tokens: number, high: number) =>
    windowAlarm({
      total: { low, tokens, high, method: 'estimated', encoding: 'o200k_base' },
      model: { contextWindow: 200 } as Parameters<typeof windowAlarm>[0]['model'],
    })?.severity;
  expect([of(180, 190, 200), of(180, 201, 218), of(201, 210, 220)]).toEqual([undefined, 'warning', 'error']);
});
