import { describe, expect, it } from 'vitest';
import { layered } from '../../../../shared/assemblers/layered';
import { testFacts } from '../../../support/memory';
import { agent, build } from '../../../support/layered';

describe('settings', () => {
  const files = { ...agent('Hi.\n'), 'agents/zed/AGENT.md': 'no front matter' };

  it('are controls with what was used, where it came from and what could be chosen', () => {
    expect(build(files).controls).toEqual([
      {
        name: 'agent',
        value: 'dill',
        isDefault: true,
        choices: [
          { value: 'dill', label: 'Dill (dill)' },
          { value: 'zed', label: 'zed' },
        ],
      },
      {
        name: 'mode',
        value: 'full',
        isDefault: true,
        choices: [
          { value: 'full', label: 'full' },
          { value: 'minimal', label: 'minimal' },
          { value: 'none', label: 'none' },
        ],
      },
      { name: 'channel', value: 'terminal', isDefault: true },
      { name: 'message', value: '', isDefault: true },
      { name: 'model', value: 'm', isDefault: true, from: 'llm.model of AGENT.md' },
    ]);
  });

  it('say what was set', () => {
    const { controls } = build(files, { agent: 'zed', mode: 'none', channel: 'c', message: 'hello', model: 'x' });
    expect(controls.map(({ name, value, isDefault }) => [name, value, isDefault])).toEqual([
      ['agent', 'zed', false],
      ['mode', 'none', false],
      ['channel', 'c', false],
      ['message', 'hello', false],
      ['model', 'x', false],
    ]);
  });

  it('have a control each, and a schema for each file that is read', () => {
    expect(build(files).controls.map(({ name }) => name)).toEqual(layered.settings.map(({ name }) => name));
    expect(layered.fileSchemas?.().map(({ pattern }) => pattern)).toEqual([
      'agents/*/AGENT.md',
      'skills/*/SKILL.md',
      'memory/**/*.jsonl',
    ]);
  });

  it('name the mode as the variant', () => {
    expect(build(files, { mode: 'minimal' }).document.variant).toBe('minimal');
    expect(build(files, { mode: 'odd' }).document.variant).toBe('full');
  });

  it('never become a path', () => {
    for (const name of ['..', '../dill', 'dill/', '/etc', '__proto__', 'dill/../zed']) {
      const requests = layered.requests({
        settings: { agent: name },
        manifest: {},
        facts: testFacts,
        sources: build(files).sources,
      });
      expect(requests.every((request) => !JSON.stringify(request).includes(name))).toBe(true);
      expect(build(files, { agent: name }).usable).toBe(false);
    }
  });
});
