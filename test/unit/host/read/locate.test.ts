import { expect, it } from 'vitest';
import { locateFindings } from '../../../../electron/host/read/locate';
import { sourceId } from '../../../../shared/document/builders';
import { finding } from '../../../../shared/sources/findings';
import { numbers, secretSamples } from '../../../support/secret-samples';

const file = { id: sourceId('a.md'), path: '/w/a.md', as: 'x', text: 'one\ntwo' };

it('shows no secret, whatever a finding quotes', () => {
  const key = secretSamples['github']?.(numbers(1)) ?? '';
  const [found] = locateFindings(
    [
      finding(
        'error',
        'unknown-agent',
        `There is no agent "${key}"`,
        { source: file.id, span: { start: 4, end: 5 } },
        { note: `Known is ${key}.` },
      ),
    ],
    [file],
  );
  expect(JSON.stringify(found)).not.toContain(key);
  expect(found).toMatchObject({
    at: { line: 2, column: 1 },
    message: expect.stringContaining('There is no agent "ghp_•'.slice(0, 19)),
  });
});

it('has a bounded number of findings of one rule, and says how many are left out', () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    finding(index === 4000 ? 'error' : 'warning', 'json-lines', `Line ${index} is broken`),
  );
  const found = locateFindings([...many, finding('info', 'other', 'x')], []);
  expect(found).toHaveLength(1002);
  expect(found.at(-1)).toEqual(finding('error', 'json-lines', 'At least 4,000 more findings like these are left out'));
});
