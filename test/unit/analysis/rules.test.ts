import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { lint } from '../../../shared/analysis/lint';
import { rules } from '../../../shared/analysis/rules';
import type { PromptDocument } from '../../../shared/document/types';
import { loadEncoding } from '../../../shared/tokenizers/load';

const encoding = await loadEncoding('o200k_base');
const noLimits = { minimum: null, markers: null, lookback: null };

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const found = (document: PromptDocument) => {
    const { limits = noLimits, budget, previous } = rule.examples.with ?? {};
    const context = { document, analysis: analyze(document, findModel('gpt-5'), encoding), limits };
    const findings = lint({
      ...context,
      ...(budget === undefined ? {} : { budget }),
      ...(previous === undefined ? {} : { previous: previous() }),
    });
    return findings.filter(({ ruleId }) => ruleId === id);
  };

  it('is silent on its good example', () => expect(found(rule.examples.good())).toEqual([]));

  it('speaks up on its bad example, with a place and advice', () => {
    const findings = found(rule.examples.bad());
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) {
      expect(finding.severity).toBe(rule.severity);
      expect(finding.node).toBeDefined();
      expect(finding.note).not.toBe('');
    }
  });
});

it('has rules with unique ids', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

it('can be silenced or raised by the workspace', () => {
  const bad = rules[0]?.examples.bad();
  if (bad === undefined) throw new Error('no rule');
  const context = { document: bad, analysis: analyze(bad, findModel('gpt-5'), encoding), limits: noLimits };
  const id = rules[0]?.id ?? '';
  expect(lint(context, { severities: { [id]: 'off' } }).some(({ ruleId }) => ruleId === id)).toBe(false);
  expect(lint(context, { severities: { [id]: 'error' } }).find(({ ruleId }) => ruleId === id)?.severity).toBe('error');
});

it('takes a count that may fit for a warning, unless the folder says otherwise', () => {
  const document = rules.find(({ id }) => id === 'over-budget')?.examples.bad();
  if (document === undefined) throw new Error('no rule');
  const analysis = analyze(document, findModel('gpt-5'), encoding);
  const { low, high } = analysis.total;
  const over = (budget: number, severities: Parameters<typeof lint>[1] = {}) =>
    lint({ document, analysis, limits: noLimits, budget }, severities).find(({ ruleId }) => ruleId === 'over-budget');
  expect(over(high)).toBeUndefined();
  expect(over(low)).toMatchObject({
    severity: 'warning',
    message: `May be over: ${low} to ${high} ≈ tokens of at most ${low}`,
  });
  expect(over(low, { severities: { 'over-budget': 'error' } })?.severity).toBe('error');
  expect(over(low - 1)).toMatchObject({
    severity: 'error',
    message: expect.stringMatching(/^\d+ ≈ tokens of at most/),
  });
});
