import { describe, expect, it } from 'vitest';
import { layered } from '../../../../shared/assemblers/layered';
import type { Settings } from '../../../../shared/assemblers/types';
import { checkDocument } from '../../../../shared/document/check';
import type { Origin, PromptNode } from '../../../../shared/document/types';
import { findNode, leaves, nodeText } from '../../../../shared/document/walk';
import { nodeId } from '../../../../shared/document/builders';
import { assembleWorkspace, type Built } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

const agent = (body: string, front = 'name: Dill\nllm:\n  model: m\n') => ({
  'agents/dill/AGENT.md': `---\n${front}---\n${body}`,
});

function build(files: Readonly<Record<string, string>>, settings: Settings = {}): Built {
  const built = assembleWorkspace(layered, files, settings);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  return built;
}

const messages = (built: Built, severity: string) =>
  built.findings.flatMap((each) => (each.severity === severity ? [each.message] : []));
const rules = (built: Built) => built.findings.map((each) => `${each.severity} ${each.ruleId}`);
const layer = (built: Built, name: string) => findNode(built.document, nodeId('system', name));

function origins(built: Built, name: string): readonly (readonly [string, Origin['kind']])[] {
  const node = layer(built, name);
  return node === undefined ? [] : leaves(node).map(({ value, origin }) => [value, origin.kind] as const);
}

/** Facts that the original project tests. */
describe('facts of the upstream tests', () => {
  it('has body and soul text and the agent id', () => {
    const { text } = build({ ...agent('You are Dill.\n'), 'SOUL.md': 'Calm and kind.\n' });
    expect(text).toContain('You are Dill.');
    expect(text).toContain('Calm and kind.');
    expect(text).toContain('- Agent ID: dill');
  });

  it('does not say Personality when the soul is empty', () => {
    expect(build({ ...agent('You are Dill.\n'), 'SOUL.md': ' \n' }).text).not.toContain('Personality');
  });

  it('takes AGENT.md without a description, without allow_skills and without max_concurrency', () => {
    const built = build({ ...agent('Hi.\n'), 'skills/a/SKILL.md': '---\nname: A\ndescription: B\n---\n' });
    expect(built.findings).toEqual([]);
    expect(built.text).not.toContain('Available Skills');
  });

  it.each(['0', '-1', '1.5', '"two"', '[]'])('rejects max_concurrency %s', (value) => {
    const built = build(agent('Hi.\n', `name: Dill\nmax_concurrency: ${value}\nllm: { model: m }\n`));
    expect(messages(built, 'error')).toEqual(['max_concurrency should be a whole number of at least 1']);
    expect(built).toMatchObject({ usable: true });
  });

  it('takes max_concurrency 3', () =>
    expect(build(agent('Hi.\n', 'name: Dill\nmax_concurrency: 3\nllm: { model: m }\n')).findings).toEqual([]));

  it('lets an llm map without a model keep the model of the manifest', () => {
    const built = build({
      ...agent('Hi.\n', 'name: Dill\nllm:\n  temperature: 0.2\n'),
      'strata.json': '{"model": "global"}',
    });
    expect(built.text).toContain('- Model: global');
    expect(built.findings).toEqual([]);
  });

  it('says that the name is missing, and builds the rest', () => {
    const built = build(agent('Hi.\n', 'description: x\nllm: { model: m }\n'));
    expect(messages(built, 'error')).toEqual(['The agent has no name: the front matter has no name']);
    expect(built.text).toMatch(/^Hi\.\n\n## Runtime Context/);
  });

  it('knows no agent in a folder without AGENT.md', () => {
    const built = build({ 'agents/dill/notes.md': 'x' });
    expect(built).toMatchObject({ usable: false, text: '' });
    expect(rules(built)).toEqual(['error unknown-agent']);
  });

  it('replaces {{workspace}}', () => expect(build(agent('At {{workspace}}.\n')).text).toMatch(/^At \/home\/k\/ws\.\n/));

  it('finds a skill, of which name and description are printed and the body is not', () => {
    const { text } = build({
      ...agent('Hi.\n', 'name: Dill\nallow_skills: true\nllm: { model: m }\n'),
      'skills/a/SKILL.md': '---\nname: A\ndescription: B\n---\nSECRET\n',
    });
    expect(text).toContain('### Skill: A\nDescription: B');
    expect(text).not.toContain('SECRET');
  });
});

describe('provenance', () => {
  const files = {
    ...agent('You are Dill at {{workspace}}.\n', 'name: Dill\nallow_skills: true\nllm:\n  model: "m\\x31"\n'),
    'SOUL.md': '\nWarm.\n',
    'skills/a/SKILL.md': '---\nname: A\ndescription: |\n  one\n  two\n---\n',
    'memory/2026-01-02.jsonl': '{"content":"kettle \\u00e4"}\n',
  };
  const built = build(files, { message: 'kettle', channel: 'x' });

  it('of the identity: file, variable, file', () => {
    const node = layer(built, 'Identity');
    expect(
      node === undefined
        ? []
        : leaves(node).map(({ value, origin }) => [value, origin.kind === 'file' ? origin.change : 'no file']),
    ).toEqual([
      ['You are Dill at ', undefined],
      ['/home/k/ws', 'interpolated'],
      ['.', undefined],
    ]);
  });

  it('of the soul: a heading and the file', () => {
    expect(origins(built, 'Soul')).toEqual([
      ['## Personality\n\n', 'frame'],
      ['Warm.', 'file'],
    ]);
  });

  it('of a block scalar, line by line', () => {
    expect(origins(built, 'Skills').slice(-2)).toEqual([
      ['one\n', 'file'],
      ['two', 'file'],
    ]);
  });

  it('of a memory whose ts is not a date: says what is sent of it', () => {
    const { text, findings } = build(
      { ...files, 'memory/a.jsonl': '{"ts":"2026-01-Quxq02","content":"kettle on"}\n' },
      { message: 'kettle' },
    );
    expect(text).toContain('[2026-01-Qu]');
    expect(findings.map(({ message }) => message)).toContain(
      'ts should begin with a date such as 2026-02-25; "2026-01-Qu" is sent in its place',
    );
  });

  it('of a memory: the label is derived from the name of the file', () => {
    expect(origins(built, 'Memory')).toEqual([
      ['## Memory\n\n', 'frame'],
      ['### Recalled Memories\n', 'frame'],
      ['- [', 'frame'],
      ['2026-01-02', 'derived'],
      ['] ', 'frame'],
      ['kettle ', 'file'],
      ['ä', 'file'],
    ]);
  });

  it('of the runtime', () => {
    expect(origins(built, 'Runtime').filter(([, kind]) => kind !== 'frame')).toEqual([
      ['dill', 'derived'],
      ['m', 'file'],
      ['1', 'file'],
      ['x', 'setting'],
      ['2026-02-25 12:30 UTC', 'environment'],
    ]);
  });

  it('survives the cut at the limit, with the rest kept as omitted', () => {
    const long = build(agent(`{{workspace}}\n${'line of text\n'.repeat(2000)}`));
    const node = layer(long, 'Identity');
    const children: readonly PromptNode[] = node?.type === 'section' ? node.children : [];
    const rest = children.at(-1);
    expect(node).toMatchObject({ note: 'truncated' });
    expect(rest).toMatchObject({ type: 'omitted', omission: { reason: 'over-budget', limit: 20000 } });
    const kept = node === undefined ? '' : nodeText(node).replace(/\n\n\[\.\.\. truncated .*\]$/, '');
    const would = rest?.type === 'omitted' ? (rest.would ?? []).map((leaf) => leaf.value).join('') : '';
    expect(kept + would).toBe(`/home/k/ws\n${'line of text\n'.repeat(2000)}`.trim());
  });
});

describe('absence', () => {
  const files = {
    ...agent('Hi.\n', 'name: Dill\nallow_skills: true\nllm: { model: m }\n'),
    'SOUL.md': 'Warm.\n',
    'TOOLS.md': 'Count.\n',
    'skills/a/SKILL.md': '---\nname: A\ndescription: B\n---\n',
    'MEMORY.md': 'kettle\n',
  };

  it('says what each layer would have said', () => {
    const built = build(files, { mode: 'none', message: 'kettle' });
    const would = ['Soul', 'Tools', 'Skills', 'Memory', 'Runtime'].map((name) => {
      const node = layer(built, name);
      return node?.type === 'omitted' ? (node.would ?? []).map((leaf) => leaf.value).join('') : undefined;
    });
    const full = build(files, { message: 'kettle' });
    expect(would).toEqual(
      ['Soul', 'Tools', 'Skills', 'Memory', 'Runtime'].map((name) => {
        const node = layer(full, name);
        return node === undefined ? '' : nodeText(node);
      }),
    );
  });

  it('says what skills would have said where they are not allowed', () => {
    const built = build({ ...files, ...agent('Hi.\n') });
    expect(layer(built, 'Skills')).toMatchObject({
      type: 'omitted',
      omission: { reason: 'condition-false', condition: 'allow_skills is true in agents/dill/AGENT.md' },
    });
    expect(JSON.stringify(layer(built, 'Skills'))).toContain('### Skill: ');
  });

  it('reports no cut, heading or model of a layer that is not sent', () => {
    const silent = build(
      { ...agent('Hi.\n\n## Personality\n', 'name: Dill\n'), 'SOUL.md': `{{workspace}}${'x'.repeat(30000)}` },
      { mode: 'none' },
    );
    expect(silent.findings).toEqual([]);
  });

  it('keeps a file that is there but cannot be read apart from one that is not', () => {
    const input = { settings: {}, manifest: {}, facts: testFacts, sources: build(files).sources };
    const soul = { as: 'soul', path: '/home/k/ws/SOUL.md', why: 'refused' as const };
    const sources = {
      ...input.sources,
      files: input.sources.files.filter((file) => file.as !== 'soul'),
      missing: [soul],
    };
    const { document } = layered.assemble({ ...input, sources });
    expect(findNode(document, nodeId('system', 'Soul'))).toMatchObject({
      omission: { reason: 'source-broken', source: 'SOUL.md', problem: 'it was refused' },
    });
  });
});

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

describe('clock', () => {
  it('that cannot be read is printed as it was given', () => {
    const built = assembleWorkspace(layered, agent('Hi.\n'), {}, { ...testFacts, now: 'soon' });
    expect(built.text).toContain('- Current time: soon');
  });
});

describe('the limit of a layer', () => {
  const soul = (text: string) => build({ ...agent('Body\n'), 'SOUL.md': text }).text.split('\n\n## Runtime Context')[0];

  it('applies to the file as it is read, and reports those sizes', () => {
    expect(soul(`${'x'.repeat(20_001)}\n`)).toBe(
      `Body\n\n## Personality\n\n${'x'.repeat(20_000)}\n\n[... truncated (20002 chars total, showing first 20000) ...]`,
    );
    expect(soul('x'.repeat(20_000))).toBe(`Body\n\n## Personality\n\n${'x'.repeat(20_000)}`);
    expect(soul(`${'x'.repeat(19_999)}\n`)).toBe(`Body\n\n## Personality\n\n${'x'.repeat(19_999)}`);
  });

  it('trims what it sends at its start', () => {
    expect(soul(` \n${'x'.repeat(20_001)}`)).toBe(
      `Body\n\n## Personality\n\n[... truncated (20003 chars total, showing first 1) ...]`,
    );
    expect(soul(`  ${'x'.repeat(20_001)}`)).toBe(
      `Body\n\n## Personality\n\n${'x'.repeat(19_998)}\n\n[... truncated (20003 chars total, showing first 20000) ...]`,
    );
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

describe('memories', () => {
  const recalled = (files: Readonly<Record<string, string>>) =>
    build({ ...agent('Hi.\n', 'name: Dill\nllm: { model: m }\n'), ...files }, { message: 'kettle' });

  it('end where Python ends a line, also inside a JSON text', () => {
    const built = recalled({
      'memory/a.jsonl': '{"content":"kettle\u2028one"}\n{"content":"kettle two"}\u0085\u00A0{"content":"kettle three"}',
    });
    expect(built.text).toContain('### Recalled Memories\n- [a.jsonl] kettle two\n- [a.jsonl] kettle three\n\n##');
    expect(built.findings.map(({ ruleId }) => ruleId)).toEqual(['memory-line', 'memory-line']);
  });

  it('count if they are white space, but not if they are empty', () => {
    const built = recalled({ 'memory/a.jsonl': '{"content":" "}\n{"content":""}\n{"content":"kettle"}' });
    expect(built.panels?.recall?.memories).toHaveLength(2);
    expect(built.findings).toMatchObject([{ message: 'The content of the memory is empty; the line is left out' }]);
  });

  it('are separated by empty lines, with any line ends', () => {
    const built = recalled({ 'MEMORY.md': 'a kettle\r\n \r\nb\r\n\r\nc kettle\r\rd kettle' });
    expect(built.panels?.recall?.memories.map(({ text }) => text)).toEqual([
      'a kettle\r\n \r\nb',
      'c kettle',
      'd kettle',
    ]);
  });
});
