import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../../renderer/model/command-line';

const built = {
  workspace: '/bots/harbor',
  architecture: 'tagged-sections',
  modelId: 'claude-sonnet-5-5',
  controls: [],
};
const control = (name: string, value: string | boolean | null, isDefault = false) => ({ name, value, isDefault });

describe('the command line of what is on screen', () => {
  it('names folder, architecture and model', () => {
    expect(commandLine('inspect', built)).toBe(
      'strata inspect /bots/harbor --architecture tagged-sections --model claude-sonnet-5-5',
    );
  });

  it('names settings that are not the default', () => {
    const controls = [control('agent', 'harbor'), control('mode', 'plan', true), control('background', true)];
    expect(commandLine('build', { ...built, controls })).toMatch(/ --set agent=harbor --set background=true$/);
  });

  it('quotes for a shell', () => {
    const controls = [control('task', "it's two words")];
    expect(commandLine('cache', { ...built, workspace: '/my bots', controls })).toBe(
      "strata cache '/my bots' --architecture tagged-sections --model claude-sonnet-5-5 " +
        String.raw`--set 'task=it'\''s two words'`,
    );
  });

  it('adds options of the panel', () => {
    expect(commandLine('cache', built, '--warm')).toMatch(/ --warm$/);
  });
});
