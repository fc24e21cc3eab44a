/** Writes findings as JUnit XML, which CI systems show: a test for each rule, failed by findings of severity error. */
import type { LocatedFinding } from '../../../shared/ipc/inspection/inspection';
import { findingLine } from './findings';

/** @param rules ids that were checked; those without a finding pass. */
export function junitReport(suite: string, rules: readonly string[], findings: readonly LocatedFinding[]): string {
  const ids = [...new Set([...rules, ...findings.map(({ ruleId }) => ruleId)])];
  const cases = ids.map((id) => {
    const own = findings.filter(({ ruleId }) => ruleId === id);
    return {
      id,
      errors: own.filter(isError).map(findingLine),
      others: own.filter((each) => !isError(each)).map(findingLine),
    };
  });
  const failures = cases.filter(({ errors }) => errors.length > 0).length;
  const body = cases.map(({ id, errors, others }) => {
    const failure =
      errors.length === 0
        ? ''
        : `<failure message="${escaped(errors[0] ?? '')}">${escaped(errors.join('\n'))}</failure>`;
    const note = others.length === 0 ? '' : `<system-out>${escaped(others.join('\n'))}</system-out>`;
    const head = `    <testcase classname="${escaped(suite)}" name="${escaped(id)}"`;
    return failure + note === '' ? `${head}/>\n` : `${head}>${failure}${note}</testcase>\n`;
  });
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  const open = `<testsuites ${counts}>\n  <testsuite name="${escaped(suite)}" ${counts}>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}${body.join('')}  </testsuite>\n</testsuites>\n`;
}

function isError({ severity }: LocatedFinding): boolean {
  return severity === 'error';
}

/** XML allows neither lone surrogates nor U+FFFE and U+FFFF. Finding lines have no control characters but line ends. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\uD800-\uDFFF\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
