import { describe, expect, it } from 'vitest';
import { layered } from '../../../../shared/assemblers/layered';
import type { PromptNode } from '../../../../shared/document/types';
import { findNode, leaves, nodeText } from '../../../../shared/document/walk';
import { nodeId } from '../../../../shared/document/builders';
import { assembleWorkspace } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';
import { agent, build, messages, rules, layer, origins } from '../../../support/layered';

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
