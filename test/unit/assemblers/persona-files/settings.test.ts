import { describe, expect, it } from 'vitest';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import { build } from '../../../support/persona-files';

describe('settings', () => {
  it('names the three entry points when asked for another, and builds full', () => {
    const built = build({}, { entry: 'maximal' });
    expect(built.document.variant).toBe('full');
    expect(built.findings).toMatchObject([
      { severity: 'error', ruleId: 'unknown-entry', note: 'Choose full, minimal, simple.' },
    ]);
  });

  it('shows what was used', () => {
    expect(
      build({}, { project: '/p', nativeTools: false }).controls.map(({ name, value, isDefault }) => [
        name,
        value,
        isDefault,
      ]),
    ).toEqual([
      ['entry', 'full', true],
      ['project', '/p', false],
      ['nativeTools', false, false],
      ['useThisMachine', false, true],
      ['worktree', '', true],
      ['projectPrompt', '', true],
    ]);
  });

  it('has a control for each setting it names', () => {
    expect(build({}).controls.map(({ name }) => name)).toEqual(personaFiles.settings.map(({ name }) => name));
  });
});
