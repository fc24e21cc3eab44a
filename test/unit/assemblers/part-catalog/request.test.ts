import { describe, expect, it } from 'vitest';
import { partCatalog } from '../../../../shared/assemblers/part-catalog';
import { readVars, variableName } from '../../../../shared/assemblers/part-catalog/catalog/vars';
import type { Settings } from '../../../../shared/assemblers/types';
import { nodeText } from '../../../../shared/document/walk';
import { build, findingsOf, node, omissionOf, part, textOf } from '../../../support/part-catalog';

const user = (settings: Settings) => {
  const built = build({}, settings);
  const [, message] = built.document.messages;
  return { built, text: message === undefined ? undefined : nodeText(message) };
};

describe('systemPrompt', () => {
  it('as a text is used verbatim, and every part says that it was replaced', () => {
    const built = build({ 'CLAUDE.md': 'Rules' }, { systemPrompt: 'Be a parrot.' });
    expect(built.system).toBe('Be a parrot.');
    expect(built.parts).toEqual(['custom']);
    expect(omissionOf(built, 'system/main')).toEqual({ reason: 'overridden', by: 'the custom system prompt' });
    expect(omissionOf(built, 'system/claude-md')).toEqual({ reason: 'overridden', by: 'the custom system prompt' });
    expect(omissionOf(built, 'system/mcp-servers')).toMatchObject({ reason: 'source-missing' });
    expect(part(built, 'main')).toMatchObject({ included: false, why: 'replaced by the custom system prompt' });
    expect(built.document.tools).toHaveLength(15);
    expect(build({}, { systemPrompt: '' }).document.variant).toBe('preset');
  });

  it('custom with append ignores the append, with a warning', () => {
    const built = build({}, { systemPrompt: { custom: 'Only this.', append: 'And that.' } });
    expect(built.system).toBe('Only this.');
    expect(findingsOf(built, 'append-ignored')).toEqual([
      'warning append-ignored - A custom system prompt replaces everything, so the text to append is ignored',
    ]);
  });

  it('appends with or without the preset, verbatim', () => {
    const given: readonly { readonly [key: string]: string; readonly append: string }[] = [
      { append: '\n\nLast words.\n' },
      { type: 'preset', preset: 'claude_code', append: 'Last words.' },
    ];
    for (const systemPrompt of given) {
      const built = build({}, { systemPrompt });
      expect(built.parts.at(-1)).toBe('append');
      expect(built.system.endsWith(`\n\n${systemPrompt.append}`)).toBe(true);
      expect(built.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }
    const blank = build({}, { systemPrompt: { preset: 'claude_code', append: ' \n' } });
    expect(blank.document.variant).toBe('preset+append');
    expect(blank.system).toBe(`${build().system}\n\n \n`);
  });

  it('with an unknown preset, key or type warns and assembles', () => {
    const built = build({}, { systemPrompt: { preset: 'other', append: 3, extra: true } });
    expect(built.system).toBe(build().system);
    expect(findingsOf(built).filter((each) => !each.includes('duplicate-text'))).toEqual([
      'info system-prompt-option - systemPrompt has the unknown key "extra"',
      'warning unknown-preset - There is no preset "other"; the prompt is assembled as for claude_code',
      'warning system-prompt-option - systemPrompt.append should be text and is ignored',
    ]);
  });
});

describe('the minimal configuration', () => {
  it('has only what is always on', () => {
    const { parts } = build({}, { sessions: false, memory: false, tools: [] });
    expect(parts).toEqual([
      'main',
      'security-policy',
      'censoring-policy',
      'environment',
      'conversational-style',
      'proactive-suggestions',
      'respect-conventions',
      'tool-use-formatting',
      'verify-with-tools',
      'do-not-litter',
      'large-files',
      'file-read-limits',
    ]);
  });

  it('shows each part that is left out, in its place and with its reason', () => {
    const built = build({}, { sessions: false, memory: false, tools: [] });
    expect(omissionOf(built, 'system/past-sessions')).toEqual({
      reason: 'condition-false',
      condition: 'sessions are enabled',
    });
    expect(omissionOf(built, 'system/todo-docs')).toEqual({
      reason: 'condition-false',
      condition: 'the tool TodoWrite is enabled',
    });
    expect(omissionOf(built, 'system/output-style')).toEqual({
      reason: 'condition-false',
      condition: 'an output style is set',
    });
    expect(omissionOf(built, 'system/append')).toEqual({
      reason: 'condition-false',
      condition: 'the preset has text to append',
    });
    const glob = node(built, 'system/glob-docs');
    expect(glob.type === 'omitted' ? glob.would?.map(({ value }) => value).join('') : '').toMatch(
      /^# Finding files with Glob/,
    );
    const [system] = built.document.messages;
    expect(system?.children.filter(({ type }) => type === 'omitted')).toHaveLength(11);
  });
});

describe('securityPolicy', () => {
  const policy = textOf(build(), 'system/security-policy');
  const times = (settings: Settings) => build({}, settings).system.split(policy).length - 1;

  it('is sent twice, once inline or once as a part', () => {
    expect([
      times({}),
      times({ securityPolicy: 'both' }),
      times({ securityPolicy: 'inline' }),
      times({ securityPolicy: 'part' }),
    ]).toEqual([2, 2, 1, 1]);
    expect(findingsOf(build(), 'duplicate-text')).toEqual([
      'info duplicate-text - The security policy is sent twice: inside the main part and as a part of its own',
    ]);
    expect(findingsOf(build({}, { securityPolicy: 'inline' }), 'duplicate-text')).toEqual([]);
    expect(textOf(build({}, { securityPolicy: 'part' }), 'system/main')).toContain(
      'assist the user.\n\n\n\nIMPORTANT: You must NEVER',
    );
    expect(omissionOf(build({}, { securityPolicy: 'inline' }), 'system/security-policy')).toEqual({
      reason: 'variant-excludes',
      variant: 'securityPolicy: inline',
    });
  });

  it('comes from vars inside the main part', () => {
    const built = build({}, { vars: { SecurityPolicy: 'Be safe.' } });
    expect(textOf(built, 'system/main')).toContain('\n\nBe safe.\n\n');
    expect(findingsOf(built, 'duplicate-text')).toEqual([]);
  });
});

describe('choices that do not exist', () => {
  it('are errors that name the right ones, and the default is used', () => {
    const built = build({}, { order: 'random', securityPolicy: 'none' });
    expect(built.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'order cannot be "random"; it is one of algorithm, catalog. algorithm is used',
      'securityPolicy cannot be "none"; it is one of both, inline, part. both is used',
    ]);
    expect(built.system).toBe(build().system);
  });
});

describe('the environment', () => {
  const lines = (settings: Settings, facts = {}) =>
    textOf(build({}, settings, facts), 'system/environment').match(/^- (?:Working directory|Platform|Shell): .*$/gm);

  it('has three lines from the machine or the settings, and no date', () => {
    expect(lines({})).toEqual(['- Working directory: /home/k/ws', '- Platform: linux', '- Shell: /bin/bash']);
    expect(lines({ os: 'darwin', shell: 'zsh', cwd: 'app' })).toEqual([
      '- Working directory: /home/k/ws/app',
      '- Platform: darwin',
      '- Shell: zsh',
    ]);
    expect(build({}, {}, { now: '2031-01-01T00:00:00Z', timeZone: 'UTC' }).system).toBe(build().system);
  });

  it('leaves out the line of what is not known', () => {
    expect(lines({ os: '' }, { shell: '' })).toEqual(['- Working directory: /home/k/ws']);
  });
});

describe('tools', () => {
  it('are fifteen, apart from the system prompt, with a description and a schema each', () => {
    const { document } = build();
    expect(document.tools.map(({ name }) => name)).toEqual([
      'Bash',
      'FileRead',
      'FileWrite',
      'FileEdit',
      'Glob',
      'Grep',
      'Agent',
      'WebSearch',
      'WebFetch',
      'TodoWrite',
      'NotebookEdit',
      'AskUserQuestion',
      'ListMcpResources',
      'ReadMcpResource',
      'Config',
    ]);
    for (const { name, description, inputSchema } of document.tools) {
      expect(description.map(({ value }) => value).join('').length, name).toBeGreaterThan(200);
      expect(JSON.parse(inputSchema), name).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('that are not enabled are shown as omitted, with the text they would have', () => {
    const { document } = build({}, { tools: ['Read', 'Task'] });
    expect(document.tools.map(({ name }) => name)).toEqual(['FileRead', 'Agent']);
    const bash = document.aside.find(({ id }) => id === 'tools/Bash');
    expect(bash?.omission).toEqual({ reason: 'condition-false', condition: 'the tool Bash is enabled' });
    expect(bash?.would?.length).toBeGreaterThan(0);
  });

  it('that do not exist are a warning; a server’s tool is known', () => {
    const built = build({ '.mcp.json': '{"mcpServers": {"a": {}}}' }, { tools: ['Bash', 'Levitate', 'mcp__a__x'] });
    expect(findingsOf(built, 'unknown-tool')).toEqual(['warning unknown-tool - There is no tool "Levitate"']);
  });
});

describe('the user message', () => {
  it('carries the reminders, by id or as text', () => {
    const { built, text } = user({
      message: 'Hello',
      reminders: ['todo-empty', 'reminder-file-empty', ' Mind the gap. ', ''],
    });
    expect(text).toBe(
      'Hello\n\n<system-reminder>\nThe task list is empty. If what you are doing has several steps, ' +
        'write them down with TodoWrite; if it has not, go on. Do not mention this note to the ' +
        'user.\n</system-reminder>\n\n<system-reminder>\nThe file exists, but it is ' +
        'empty.\n</system-reminder>\n\n<system-reminder>\nMind the gap.\n</system-reminder>',
    );
    expect(built.system).not.toContain('system-reminder');
    expect(part(built, 'reminder-todo-empty')).toMatchObject({ included: true, node: 'user/reminders/0' });
    expect(part(built, 'reminder-plan-mode')).toMatchObject({
      included: false,
      why: 'not part of this request; used when: plan permission mode is on',
    });
  });

  it('is absent without a text, and reminders then have nowhere to go', () => {
    const { built, text } = user({ reminders: ['todo-empty'] });
    expect(text).toBeUndefined();
    expect(findingsOf(built, 'reminders-without-message')).toHaveLength(1);
    expect(built.document.aside.slice(0, 2).map(({ id, omission }) => [id, omission.reason])).toEqual([
      ['user/message', 'condition-false'],
      ['user/reminders/0', 'condition-false'],
    ]);
  });

  it('has reminders that know the output style', () => {
    const built = build(
      { '.claude/output-styles/terse.md': 'Few words.' },
      { message: 'Hi', reminders: ['output-style'], outputStyle: 'terse' },
    );
    expect(textOf(built, 'user/reminders/0')).toContain('An output style is set ("terse"). Keep');
  });
});

describe('what is omitted', () => {
  it('is every agent prompt and reminder that the request does not carry', () => {
    const { aside } = build().document;
    expect(aside.filter(({ id }) => id.startsWith('agents/'))).toHaveLength(17);
    expect(aside.filter(({ id }) => id.startsWith('reminders/'))).toHaveLength(12);
    expect(aside.find(({ id }) => id === 'agents/agent-explore')?.omission).toEqual({
      reason: 'not-injected',
      purpose: '/explore command',
    });
  });
});

describe('the catalogue panel', () => {
  it('lists all 67 parts with condition, reason, declared tokens and version', () => {
    const built = build();
    expect(built.panels?.catalog?.parts).toHaveLength(67);
    expect(part(built, 'glob-docs')).toEqual({
      id: 'glob-docs',
      name: 'Glob documentation',
      kind: 'system',
      included: true,
      condition: 'the tool Glob is enabled',
      why: 'the tool Glob is enabled',
      declaredTokens: 205,
      version: '2.1.37+strata.1',
      from: 'shipped',
      node: 'system/glob-docs',
      text: expect.stringMatching(/^# Finding files with \$\{GLOB_TOOL_NAME\}/),
    });
    expect(part(build({}, { tools: [] }), 'glob-docs')).toMatchObject({
      included: false,
      why: 'the tool Glob is not enabled',
    });
    expect(part(built, 'agent-explore')).toMatchObject({ kind: 'agent', included: false, declaredTokens: 516 });
  });

  it('has the estimate and the budget', () => {
    const built = build({}, { budget: 12 });
    expect(built.panels?.catalog).toMatchObject({
      estimatedTokens: Math.floor(Buffer.byteLength(built.system) / 4),
      budget: 12,
    });
    expect(build().panels?.catalog?.budget).toBeNull();
  });
});

describe('controls', () => {
  it('are one for each setting, with what was used', () => {
    const built = build({}, { tools: ['Read'], budget: 5 });
    expect(built.controls.map(({ name }) => name)).toEqual(partCatalog.settings.map(({ name }) => name));
    const found = Object.fromEntries(built.controls.map((each) => [each.name, each]));
    expect(found['tools']).toMatchObject({ value: ['FileRead'], isDefault: false });
    expect(found['sessions']).toEqual({ name: 'sessions', value: true, isDefault: true });
    expect(found['os']).toEqual({ name: 'os', value: 'linux', isDefault: true, from: 'this machine' });
    expect(found['budget']?.from).toMatch(/^the system prompt is estimated at [\d,]+ tokens/);
    expect(found['subagent']?.choices?.slice(0, 2)).toEqual([
      { value: 'explore', label: 'Explore (shipped)' },
      { value: 'plan-mode', label: 'Plan mode (enhanced) (shipped)' },
    ]);
  });
});

describe('vars', () => {
  it.each([
    ['OutputStyleConfig', 'OUTPUT_STYLE_CONFIG'],
    ['SecurityPolicy', 'SECURITY_POLICY'],
    ['IssuesExplainer', 'ISSUES_EXPLAINER'],
    ['PackageURL', 'PACKAGE_URL'],
    ['ReadmeURL', 'README_URL'],
    ['Version', 'VERSION'],
    ['FeedbackChannel', 'FEEDBACK_CHANNEL'],
    ['BuildTime', 'BUILD_TIME'],
    ['MY_VAR', 'MY_VAR'],
    ['WebFetch', 'WEB_FETCH'],
  ])('%s is %s', (field, name) => {
    expect(variableName(field)).toBe(name);
    expect([...readVars({ vars: { [field]: 'x' } }).values.keys()]).toEqual([name]);
  });

  it('OutputStyleConfig decides the main sentence', () => {
    expect(textOf(build({}, { vars: { OutputStyleConfig: 'x' } }), 'system/main')).toContain(
      'according to your "Output Style" below',
    );
    expect(textOf(build({}, { vars: { OutputStyleConfig: null } }), 'system/main')).toContain(
      'with software engineering tasks.',
    );
  });
});
