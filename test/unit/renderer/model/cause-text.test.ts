import { expect, it } from 'vitest';
import { causeText } from '../../../../renderer/model/cause-text';

it('names a setting by its label, and anything else as it is', () => {
  const specs = [{ name: 'index', label: 'Request', kind: 'number' as const, help: '' }];
  expect(causeText({ kind: 'setting', names: ['index'] }, specs)).toBe('setting Request');
  expect(causeText({ kind: 'setting', names: ['index', 'gone'] }, specs)).toBe('setting Request, gone');
  expect(causeText({ kind: 'file', id: 'index' }, specs)).toBe('index');
});
