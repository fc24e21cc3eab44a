import { describe, expect, it } from 'vitest';
import { build, findingsOf, node, omissionOf, part, textOf } from '../../../support/part-catalog';

const environment = (built: ReturnType<typeof build>) => textOf(built, 'system/environment');

const files = {
  'CLAUDE.md': 'Parent rules.\n',
  '.claude/agents/pilot.md':
    '---\nname: pilot\ndescription: Guides ships\ntools: Read, Grep, mcp__tides\nskills:\n  - ' +
    'knots\n  - missing\n  - charts\ncriticalSystemReminder_EXPERIMENTAL: Never guess a ' +
    'depth.\n---\n\nYou guide ships.\n\n',
  '.claude/agents/empty.md': '---\nname: empty\ndescription: Has no prompt\n---\n\n',
  '.claude/agents/mine.md':
    '---\nname: explore\ndescription: Ours\ndisallowedTools: [Bash, Write]\n---\nOur own explorer.\n',
  '.claude/skills/knots/SKILL.md': '---\nname: knots\ndescription: Knots\n---\n\nA bowline holds.\n',
  '.claude/skills/maps/SKILL.md': '---\nname: charts\ndescription: Charts\n---\nNorth is up.\n',
  '.mcp.json':
    '{"mcpServers": {"tides": {"tools": [{"name": "forecast", "description": "Heights"}]}, "crew": ' +
    '{"tools": [{"name": "list", "description": "Names"}]}}}',
};

describe('a subagent', () => {
  it('gets its prompt, the critical reminder, its skills and the environment, and nothing else', () => {
    const built = build(files, { subagent: 'pilot' });
    expect(built.document.variant).toBe('subagent');
    expect(built.system).toBe(
      'You guide ships.\n\nCRITICAL REMINDER: Never guess a depth.\n\nA bowline holds.\n\nNorth is ' +
        `up.\n\n${environment(built)}`,
    );
    expect(built.parts).toEqual(['prompt', 'reminder', 'skills/0', 'skills/2', 'environment']);
  });

  it('knows the working directory, the platform and the shell', () => {
    const built = build(files, { subagent: 'pilot' });
    expect(environment(built)).toContain('# Environment\n');
    expect(environment(built)).toContain('- Working directory: /home/k/ws\n- Platform: linux\n- Shell: /bin/bash\n');
  });

  it('skips a skill that cannot be loaded, with a warning where it is named', () => {
    const built = build(files, { subagent: 'pilot' });
    expect(omissionOf(built, 'system/skills/1')).toEqual({
      reason: 'source-missing',
      looked: ['.claude/skills/missing/SKILL.md'],
    });
    expect(findingsOf(built, 'unknown-skill')).toEqual([
      'warning unknown-skill .claude/agents/pilot.md:7:5 The skill "missing" was not found and is skipped',
    ]);
  });

  it('shows the parts of the main prompt as left out', () => {
    const built = build(files, { subagent: 'pilot' });
    expect(omissionOf(built, 'system/main')).toEqual({ reason: 'overridden', by: 'the prompt of pilot' });
    expect(omissionOf(built, 'system/glob-docs')).toEqual({ reason: 'variant-excludes', variant: 'subagent' });
    expect(omissionOf(built, 'system/claude-md')).toEqual({ reason: 'variant-excludes', variant: 'subagent' });
    expect(part(built, 'main')).toMatchObject({ included: false, why: "replaced by the subagent's prompt" });
    expect(part(built, 'environment')).toMatchObject({ included: true, node: 'system/environment' });
  });

  it('gets the parent’s CLAUDE.md last, when asked for', () => {
    const built = build(files, { subagent: 'pilot', subagentClaudeMd: true });
    expect(built.parts.at(-1)).toBe('claude-md');
    expect(built.system.endsWith('Parent rules.\n')).toBe(true);
  });

  it('without a prompt still has the environment', () => {
    const built = build(files, { subagent: 'empty' });
    expect(built.system).toBe(environment(built));
    expect(omissionOf(built, 'system/prompt')).toEqual({ reason: 'source-empty', source: '.claude/agents/empty.md' });
    expect(findingsOf(built, 'empty-prompt')).toHaveLength(1);
  });

  it.each([
    ['tools: Read, Grep', ''],
    ['tools: [Read, Grep]', ''],
    ['tools: "Read, Grep"', '\r'],
  ])('with a colon in an unquoted description keeps its name and its tools (%s)', (tools, cr) => {
    const lines = [
      '---',
      'name: pilot',
      'description: Use it when: a ship calls. Examples: <example>user: "help"</example>',
      '# a note',
      '',
      tools,
      'color:',
      '---',
      '',
      'You guide.',
    ];
    const built = build({ '.claude/agents/other.md': lines.join(`${cr}\n`) }, { subagent: 'pilot' });
    expect(textOf(built, 'system/prompt')).toBe('You guide.');
    expect(built.document.tools.map(({ name }) => name)).toEqual(['FileRead', 'Grep']);
    expect(findingsOf(built)).toEqual([
      'warning agent-front-matter .claude/agents/other.md:3:14 Broken YAML: Nested mappings are not ' +
        'allowed in compact mappings; it is read line by line',
    ]);
  });

  it.each(['tools: [Read', 'tools: "Read', 'tools: |\n  Read', 'no key', 'tools: &a Read'])(
    'whose front matter no line reader understands either is an error at its line: %s',
    (line) => {
      const built = build(
        { '.claude/agents/pilot.md': `---\ndescription: a: b\n${line}\n---\nYou guide.` },
        { subagent: 'pilot' },
      );
      expect(
        built.findings.some(({ severity, ruleId }) => severity === 'error' && ruleId === 'agent-front-matter'),
      ).toBe(true);
      expect(textOf(built, 'system/prompt')).toBe('You guide.');
    },
  );

  it('may be a shipped agent, by id, short id or name', () => {
    const ids = ['agent-plan-mode', 'plan-mode', 'Plan mode (enhanced)'].map((subagent) => build({}, { subagent }));
    for (const built of ids) {
      expect(textOf(built, 'system/prompt')).toMatch(/^You are an architect\./);
      expect(textOf(built, 'system/prompt')).not.toContain('${');
      expect(part(built, 'agent-plan-mode')).toMatchObject({
        included: true,
        why: 'chosen as the subagent',
        node: 'system/prompt',
      });
      expect(built.document.aside.some(({ id }) => id === 'agents/agent-plan-mode')).toBe(false);
    }
  });

  it('of the project comes before a shipped one of the same name', () => {
    const built = build(files, { subagent: 'explore' });
    expect(textOf(built, 'system/prompt')).toBe('Our own explorer.');
    expect(textOf(build({}, { subagent: 'explore' }), 'system/prompt')).toMatch(/^You explore a code base/);
  });

  it('may be overridden in the public format, with its metadata', () => {
    const text =
      "<!--\nname: 'Agent Prompt: Explore'\nccVersion: 2.1.20\nagentMetadata:\n  agentType: Explore\n  " +
      'criticalSystemReminder: Read only.\n  tools:\n    - Glob\n-->\nLook with ${GLOB_TOOL_NAME}.\n';
    const built = build({ 'prompts/agent-explore.md': text }, { subagent: 'explore' });
    expect(built.system).toMatch(/^Look with Glob\.\n\nCRITICAL REMINDER: Read only\.\n\n# Environment/);
    expect(built.document.tools.map(({ name }) => name)).toEqual(['Glob']);
    expect(node(built, 'system/prompt')).toMatchObject({ note: 'overridden' });
  });

  it('has the tools its definition names', () => {
    expect(build(files, { subagent: 'pilot' }).document.tools.map(({ name }) => name)).toEqual([
      'FileRead',
      'Grep',
      'mcp__tides__forecast',
    ]);
    const without = build(files, { subagent: 'explore' }).document.tools.map(({ name }) => name);
    expect(without).toHaveLength(15);
    expect(without).not.toContain('Bash');
    expect(part(build(files, { subagent: 'explore' }), 'tool-bash').why).toBe('explore may not use it');
    expect(build(files, { subagent: 'pilot', tools: ['Grep'] }).document.tools.map(({ name }) => name)).toEqual([
      'Grep',
      'mcp__tides__forecast',
    ]);
  });

  it('that does not exist is an error, and there is no prompt', () => {
    const built = build({ '.claude/agents/pilot.md': files['.claude/agents/pilot.md'] }, { subagent: 'captain' });
    expect(built.usable).toBe(false);
    expect(built.system).toBe('');
    expect(findingsOf(built, 'unknown-subagent')[0]).toMatch(
      /^error unknown-subagent - There is no subagent "captain"; found: pilot, explore, plan-mode, /,
    );
  });

  it('takes no notice of systemPrompt, with a warning', () => {
    const built = build(files, { subagent: 'pilot', systemPrompt: 'mine' });
    expect(built.system).toMatch(/^You guide ships\./);
    expect(findingsOf(built, 'system-prompt-ignored')).toHaveLength(1);
  });
});

describe('agent files', () => {
  it('with broken YAML are an error only for the agent in use; its prompt is still there', () => {
    const broken = { '.claude/agents/bad.md': '---\nname: bad\ndescription: "open\n---\nStill a prompt.\n' };
    expect(findingsOf(build(broken), 'agent-front-matter')[0]).toMatch(
      /^warning agent-front-matter \.claude\/agents\/bad\.md:\d+:\d+ Broken YAML/,
    );
    const chosen = build(broken, { subagent: 'bad' });
    expect(findingsOf(chosen, 'agent-front-matter')[0]).toMatch(
      /^error agent-front-matter \.claude\/agents\/bad\.md:\d+:\d+ Broken YAML/,
    );
    expect(textOf(chosen, 'system/prompt')).toBe('Still a prompt.');
  });

  it('without a name go by the file’s, with a warning at the line', () => {
    const built = build({ '.claude/agents/nameless.md': '---\ndescription: x\n---\nHello.' }, { subagent: 'nameless' });
    expect(textOf(built, 'system/prompt')).toBe('Hello.');
    expect(findingsOf(built, 'agent-front-matter')).toEqual([
      'warning agent-front-matter .claude/agents/nameless.md:2:1 name: is missing',
    ]);
  });

  it('without front matter are all prompt', () => {
    const built = build({ '.claude/agents/plain.md': 'Just text.' }, { subagent: 'plain' });
    expect(textOf(built, 'system/prompt')).toBe('Just text.');
    expect(findingsOf(built, 'agent-front-matter')).toEqual([
      'warning agent-front-matter .claude/agents/plain.md:1:1 The agent has no front matter, so its ' +
        'name is the file name',
    ]);
  });

  it('of the same name: the first by path counts', () => {
    const agent = (text: string) => `---\nname: twin\ndescription: x\n---\n${text}`;
    const built = build({ '.claude/agents/b.md': agent('B'), '.claude/agents/a.md': agent('A') }, { subagent: 'twin' });
    expect(textOf(built, 'system/prompt')).toBe('A');
    expect(findingsOf(built, 'duplicate-agent')).toEqual([
      'warning duplicate-agent .claude/agents/b.md:1:1 The agent "twin" is also in .claude/agents/a.md; ' +
        'that one is used',
    ]);
  });

  it('may name tools that do not exist', () => {
    const built = build(
      { '.claude/agents/t.md': '---\nname: t\ndescription: x\ntools: [Read, Telepathy]\n---\nT' },
      { subagent: 't' },
    );
    expect(findingsOf(built, 'unknown-tool')).toEqual([
      'warning unknown-tool .claude/agents/t.md:4:15 t names the tool "Telepathy", which does not exist',
    ]);
  });
});
