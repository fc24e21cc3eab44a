import { describe, expect, it } from 'vitest';
import { parseSets } from '../../../electron/cli/inspect-folder';
import { UsageError } from '../../../electron/cli/usage-error';
import { table, visible } from '../../../electron/cli/print/output';

describe('visible', () => {
  it('shows terminal commands, bidi and zero-width characters instead of obeying them', () => {
    expect(visible('a\u001B[31mb\u202Ec\u200Bd\ne')).toBe(String.raw`a\u{1b}[31mb\u{202e}c\u{200b}d\ne`);
  });
});

describe('table', () => {
  it('pads by terminal cells and aligns numbers to the right', () => {
    expect(
      table(
        [
          ['name', 'n'],
          ['日本', '10'],
          ['e\u0301', '2'],
        ],
        [1],
      ),
    ).toBe('name   n\n日本  10\ne\u0301      2\n');
  });
});

describe('parseSets', () => {
  const specs = [
    { name: 'agent', label: '', kind: 'choice', help: '' },
    { name: 'background', label: '', kind: 'toggle', help: '', synonyms: ['silent'] },
    { name: 'budget', label: '', kind: 'number', help: '' },
    { name: 'tools', label: '', kind: 'list', help: '' },
    { name: 'vars', label: '', kind: 'object', help: '' },
    { name: 'systemPrompt', label: '', kind: 'textOrObject', help: '' },
  ] as const;

  it('reads each value by its spec', () => {
    const sets = [
      'agent=a=b',
      'silent=true',
      'budget=12',
      'tools=Read, Bash',
      'vars={"A":1}',
      'systemPrompt={"preset":"claude_code"}',
    ];
    expect(parseSets(specs, sets)).toEqual({
      agent: 'a=b',
      background: true,
      budget: 12,
      tools: ['Read', 'Bash'],
      vars: { A: 1 },
      systemPrompt: { preset: 'claude_code' },
    });
    expect(parseSets(specs, ['systemPrompt=You are brief.', 'tools='])).toEqual({
      systemPrompt: 'You are brief.',
      tools: [],
    });
  });

  it.each(['nope=1', 'background=maybe', 'budget=many', 'vars=x', 'vars={', '=x'])('refuses %s', (set) => {
    expect(() => parseSets(specs, [set])).toThrow(UsageError);
  });
});
