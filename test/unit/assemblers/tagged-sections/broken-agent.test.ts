import { expect, it } from 'vitest';
import { taggedSections } from '../../../../shared/assemblers/tagged-sections';
import { assembleWorkspace } from '../../../support/assemble';

const built = (text: string) => assembleWorkspace(taggedSections, { 'agents/s/agent.json': text });
const omissions = ({ document }: ReturnType<typeof built>) =>
  Object.fromEntries(
    document.messages.flatMap(({ children }) =>
      children.flatMap((child) => (child.type === 'omitted' ? [[child.name, child.omission.reason]] : [])),
    ),
  );

it('claims nothing about what a broken agent.json sets', () => {
  const broken = built('{ "name": "S", "instructions": "Be brief.", "identity');
  expect(broken.findings.map(({ ruleId }) => ruleId)).not.toContain('trust-missing');
  expect(omissions(broken)).toMatchObject({
    Identity: 'source-broken',
    Instructions: 'source-broken',
    Responsibilities: 'source-broken',
    Directories: 'source-broken',
    Storage: 'source-broken',
    Formatting: 'condition-false',
  });
});

it('says that trust is missing in one that can be read', () => {
  const whole = built('{ "name": "S", "instructions": "Be brief." }');
  expect(whole.findings.map(({ ruleId }) => ruleId)).toContain('trust-missing');
  expect(omissions(whole)).toMatchObject({ Identity: 'condition-false', Storage: 'condition-false' });
});
