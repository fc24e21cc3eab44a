import { expect, it } from 'vitest';
import { causeText } from '../../../renderer/model/cause-text';

it('names a setting by its label, and anything else as it is', () => {
  const specs = [{ name: 'index', label: 'Request', kind: 'number' as const, help: '' }];
  expect(causeText({ cause: 'setting index', specs })).toBe('setting Request');
  expect(causeText({ cause: 'setting index, gone', specs })).toBe('setting Request, gone');
  expect(causeText({ cause: 'index', specs })).toBe('index');
});
