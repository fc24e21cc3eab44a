import { expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { lint } from '../../../shared/analysis/lint';
import { findModel } from '../../../shared/analysis/models';
import { marked, part, system } from '../../../shared/analysis/rules/example';
import { loadEncoding } from '../../../shared/tokenizers/load';

const model = findModel('claude-sonnet-4-5');
const document = marked(system(part('A', 'L0', 'One short rule. '.repeat(200))), { id: 'system' });
const analysis = analyze(document, model, await loadEncoding('o200k_base'));

it('a breakpoint below the minimum is too short for sure only if its highest count is', () => {
  const said = (minimum: number): string | undefined =>
    lint({ document, analysis, limits: { minimum, markers: 4, lookback: 20 } }).find(
      ({ ruleId }) => ruleId === 'marker-below-minimum',
    )?.message;
  const { low, high } = analysis.total;
  expect(low).toBeLessThan(high);
  expect(said(low)).toBeUndefined();
  expect(said(high)).toMatch(/ ≈ tokens up to this breakpoint, perhaps too short: the model caches from [\d,]+$/);
  expect(said(high + 1)).toMatch(/ ≈ tokens up to this breakpoint, too short: the model caches from [\d,]+$/);
});
