import { describe, expect, it } from 'vitest';
import { agent, build, rules } from '../../../support/layered';

describe('front matter', () => {
  it.each(['true', 'True', 'yes', 'on', '"true"'])('allows skills with %s', (value) => {
    const built = build({
      ...agent('Hi.\n', `name: Dill\nllm: { model: m }\nallow_skills: ${value}\n`),
      'skills/a/SKILL.md': '---\nname: A\ndescription: B\n---\n',
    });
    expect(built.findings).toEqual([]);
    expect(built.text).toContain('## Available Skills');
  });

  it.each(['', '~', '2', 'maybe', '" yes"'])('says that the loader refuses "%s"', (value) => {
    const built = build(agent('Hi.\n', `name: Dill\nllm: { model: m }\nallow_skills: ${value}\n`));
    expect(built.findings).toMatchObject([
      { severity: 'error', ruleId: 'agent-definition', message: 'allow_skills should be true or false' },
    ]);
  });

  it.each(['false', 'no', 'off'])('does not with "%s"', (value) => {
    const built = build({
      ...agent('Hi.\n', `name: Dill\nllm: { model: m }\nallow_skills: ${value}\n`),
      'skills/a/SKILL.md': '---\nname: A\ndescription: B\n---\n',
    });
    expect(built.findings).toEqual([]);
    expect(built.text).not.toContain('## Available Skills');
  });

  it('prints names and descriptions with the white space YAML reads', () => {
    const skill = (front: string) => `---\n${front}\n---\n`;
    const built = build({
      ...agent('Hi.\n', 'name: Dill\nllm: { model: m }\nallow_skills: true\n'),
      'skills/a/SKILL.md': skill('name: |\n  A\ndescription: |\n  one\n  two'),
      'skills/b/SKILL.md': skill('description: " x "\nname: ""'),
    });
    expect(built.text).toContain(
      '### Skill: A\n\nDescription: one\ntwo\n\n### Skill: \nDescription:  x \n\n## Runtime',
    );
    expect(built.findings.map(({ message }) => message)).toEqual([
      'The name of the skill "b" is empty; the skill is listed all the same',
    ]);
  });

  it.each([
    ['a tab that nothing quotes', 'name:\tA', 'a tab is allowed only between quotes'],
    ['a tab inside a plain text', 'name: A\tB', 'a tab is allowed only between quotes'],
    ['a control character', 'name: "A\u0001"', 'a character that cannot be printed'],
    ['a lone =', 'name: =', '= is not a value'],
    ['a lone <<', 'name: <<', '<< is not a value'],
  ])('leaves a skill out that PyYAML refuses for %s', (_, front, problem) => {
    const built = build({
      ...agent('Hi.\n', 'name: Dill\nllm: { model: m }\nallow_skills: true\n'),
      'skills/a/SKILL.md': `---\n${front}\ndescription: D\n---\n`,
    });
    expect(built.text).not.toContain('## Available Skills');
    expect(built.findings[0]).toMatchObject({ severity: 'warning', message: `Broken YAML: ${problem}` });
  });

  it.each(['"A\tB"', "'A\tB'", '|\n  A\tB', '>-\n  A\tB\nx: y', 'A # \tcomment'])('reads the tab in %j', (value) => {
    const built = build({
      ...agent('Hi.\n', 'name: Dill\nllm: { model: m }\nallow_skills: true\n'),
      'skills/a/SKILL.md': `---\nname: ${value}\ndescription: D\n---\n`,
    });
    expect(built.text).toContain('### Skill: A');
  });

  it.each(['---\nname: Dill\n---', '---\n---\nname: Dill\n'])('does not end in %j', (text) => {
    const built = build({ 'agents/dill/AGENT.md': text });
    expect(built.text.startsWith(text.trim())).toBe(true);
    expect(built.findings[0]?.message).toBe(
      'The agent has no name: the front matter is never closed, so there is no name',
    );
  });

  it('survives __proto__, constructor and aliases', () => {
    const built = build(
      agent('Hi.\n', '__proto__: { name: x }\nconstructor: y\nname: Dill\nllm: { model: &a m }\nother: *a\n'),
    );
    expect(rules(built)).toEqual(['warning agent-definition', 'info agent-key', 'info agent-key', 'info agent-key']);
    expect(built.text).toContain('- Model: m');
  });

  it('refuses excessive nesting, and still prints the body', () => {
    const built = build(agent('Hi.\n', `name: Dill\nllm: ${'['.repeat(5000)}\n`));
    expect(rules(built)).toEqual(['error agent-definition', 'warning model-unknown']);
    expect(built.text).toMatch(/^Hi\.\n/);
  });
});

describe('YAML as PyYAML reads it', () => {
  const named = (value: string) => {
    const files = {
      ...agent('Body\n', 'name: Dill\nallow_skills: true\n'),
      'skills/a/SKILL.md': `---\nname: ${value}\ndescription: d\n---\n`,
    };
    return /### Skill: (.*)\n/.exec(build(files, { model: 'm' }).text)?.[1];
  };

  it.each(['1e3', '0o17', 'y', 'N', '08', '12:60', '1:2:3:x', '2024-1-5', '1.2.3', '.', '-x', 'yEs', '=='])(
    '%s is a text',
    (value) => expect(named(value)).toBe(value),
  );

  it.each([
    'yes',
    'No',
    'ON',
    'off',
    'True',
    '~',
    'null',
    '12:30',
    '1:30.5',
    '017',
    '0x1F',
    '0b11',
    '1_000',
    '1.',
    '.5',
    '1.5e+3',
    '.inf',
    '-.INF',
    '.NaN',
    '2024-01-15',
    '2024-01-15 10:00:00',
    '2024-1-5T1:02:03Z',
  ])('%s is none, so the skill has no name', (value) => expect(named(value)).toBeUndefined());

  it('takes everything in quotes for a text', () => {
    expect(named('"yes"')).toBe('yes');
    expect(named("'2024-01-15'")).toBe('2024-01-15');
  });

  it.each([
    ['yes', true],
    ['On', true],
    ['"y"', true],
    ['1', true],
    ['1.0', true],
    ['no', false],
    ['0', false],
    ['2', false],
    ['12:30', false],
  ])('allow_skills: %s is %s', (value, allowed) => {
    const built = build(
      {
        ...agent('Body\n', `name: Dill\nallow_skills: ${value}\n`),
        'skills/a/SKILL.md': '---\nname: a\ndescription: d\n---\n',
      },
      { model: 'm' },
    );
    expect(built.text.includes('### Skill: a')).toBe(allowed);
  });
});
