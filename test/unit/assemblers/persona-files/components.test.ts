import { describe, expect, it } from 'vitest';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import { stripLeadingComments } from '../../../../shared/assemblers/persona-files/workspace-files';
import type { Settings } from '../../../../shared/assemblers/types';
import { sourceId } from '../../../../shared/document/builders';
import { checkDocument } from '../../../../shared/document/check';
import type { OmittedNode, PromptNode, SectionNode } from '../../../../shared/document/types';
import { leaves, visit } from '../../../../shared/document/walk';
import type { Facts } from '../../../../shared/sources/types';
import { assembleFiles, assembleWorkspace, type Built } from '../../../support/assemble';
import { findingLines } from '../../../support/fixtures';
import { testFacts, workspaceOf } from '../../../support/memory';

type Files = Readonly<Record<string, string>>;

function build(files: Files, settings: Settings = {}, facts: Facts = testFacts): Built {
  const built = assembleWorkspace(personaFiles, files, settings, facts);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  return built;
}

function node(built: Built, id: string): SectionNode | OmittedNode {
  const found: PromptNode[] = [];
  visit(built.document, (each) => {
    if (each.id === id && (each.type === 'section' || each.type === 'omitted')) found.push(each);
  });
  const [first] = found;
  if (first?.type !== 'section' && first?.type !== 'omitted') throw new Error(`no node ${id}`);
  return first;
}

function omission(built: Built, id: string): OmittedNode['omission'] {
  const found = node(built, id);
  if (found.type !== 'omitted') throw new Error(`${id} is not omitted`);
  return found.omission;
}

describe('the order of the components', () => {
  const order = [
    'Introduction',
    'Identity',
    'Soul',
    'User',
    'Project',
    'Runtime',
    'Skills',
    'WorkspaceFiles',
    'Memory',
    'Tools',
    'CallingFormat',
    'Guidelines',
    'SilentReplies',
  ];
  it.each(['full', 'minimal', 'simple'])('is the same in %s, whatever is there', (entry) => {
    const { document } = build({}, { entry });
    const ids = (document.messages[0]?.children ?? []).flatMap((child) =>
      child.type === 'section' || child.type === 'omitted' ? [child.id] : [],
    );
    expect(ids.filter((id) => id.split('/').length === 2)).toEqual(order.map((name) => `system/${name}`));
  });
});

describe('soul', () => {
  it('is sent without any identity field in full and minimal, with three line ends before it', () => {
    for (const entry of ['full', 'minimal'])
      expect(build({ 'SOUL.md': 'S' }, { entry }).text).toMatch(
        /^You are a helpful assistant[^\n]*\n\n\n## Soul\n\nS\n\n/,
      );
  });

  it('says that the default is used', () => {
    expect(node(build({ 'SOUL.md': ' \n' }), 'system/Soul')).toMatchObject({ type: 'section', note: 'default' });
  });

  it('keeps comments, unlike workspace files', () => {
    expect(build({ 'SOUL.md': '<!-- c -->S' }).text).toContain('## Soul\n\n<!-- c -->S\n');
  });
});

describe('identity', () => {
  it.each([
    ['name: A', 'Your name is A.\n'],
    ['name: A\nemoji: 🐝', 'Your name is A 🐝.\n'],
    ['emoji: 🐝\nvibe: dry', 'Your vibe: dry.\n'],
    ['creature: bee\nvibe: dry', 'You are a bee. Your vibe: dry.\n'],
  ])('of %j is one line', (fields, line) => {
    expect(build({ 'IDENTITY.md': `---\n${fields}\n---\n` }).text).toContain(`shell commands.\n\n${line}\n## Soul`);
  });

  it('of an emoji alone is nothing, with a warning', () => {
    const built = build({ 'IDENTITY.md': '---\nemoji: 🐝\n---\n' });
    expect(omission(built, 'system/Identity')).toEqual({
      reason: 'condition-false',
      condition: 'a name, creature or vibe is set',
    });
    expect(findingLines(built.findings, built)).toBe(
      'warning identity-emoji-alone IDENTITY.md:2:8 The emoji is shown with the name, and no name is set\n',
    );
  });

  it('shows the text under the front matter as not injected', () => {
    const built = build({ 'IDENTITY.md': '---\nname: A\n---\nNotes.\n' });
    expect(node(built, 'system/Identity/notes')).toMatchObject({
      omission: { reason: 'not-injected' },
      would: [{ value: 'Notes.\n' }],
    });
    expect(built.text).not.toContain('Notes.');
  });
});

describe('user', () => {
  it.each([
    ['latitude: 60.17\nlongitude: 24.94', 'location=60.17,24.94'],
    ['latitude: 60.170\nlongitude: -24.0', 'location=60.17,-24'],
  ])('gives %j to the host line when runtime.json has no location', (fields, pair) => {
    expect(build({ 'USER.md': `---\n${fields}\n---\n`, 'runtime.json': '{"host":{"host":"h"}}' }).text).toContain(
      `Host: host=h | ${pair}\n`,
    );
    expect(build({ 'USER.md': `---\n${fields}\n---\n`, 'runtime.json': '{"host":{"location":"1,2"}}' }).text).toContain(
      'Host: location=1,2\n',
    );
  });

  it('makes no runtime section from a location alone', () => {
    expect(build({ 'USER.md': '---\nlatitude: 1\nlongitude: 2\n---\n' }).text).not.toContain('## Runtime');
  });

  it('warns of a wrong time zone and half a location', () => {
    const built = build({ 'USER.md': '---\ntimezone: Mars/Base\nlatitude: north\nlongitude: 2\n---\n' });
    expect(findingLines(built.findings, built)).toBe(
      'warning user-timezone USER.md:2:11 "Mars/Base" is not an IANA time zone and is ignored\n' +
        'warning user-location USER.md:3:11 "north" is not a number and is ignored\n' +
        'warning user-location USER.md:4:12 A location needs both latitude and longitude\n',
    );
  });
});

describe('project context', () => {
  const tree = {
    '/CLAUDE.md': 'root',
    '/home/CLAUDE.local.md': 'home',
    '/home/k/AGENTS.md': 'k-agents',
    '/home/k/CLAUDE.md': 'k-claude',
    '/home/k/p/CLAUDE.md': 'project\n',
    '/home/k/p/.claude/rules/a.md': 'rule',
    '/home/k/.claude/rules/outer.md': 'not read',
  };

  it('is walked to the root, outermost first, with the rules of the project alone at the end', () => {
    const built = build(tree, { project: '~/p' });
    expect(built.text).toContain(
      '# Project: p\nDirectory: /home/k/p\n\n## CLAUDE.md\n\nroot\n\n## CLAUDE.local.md\n\nhome\n\n## ' +
        'CLAUDE.md\n\nk-claude\n\n## AGENTS.md\n\nk-agents\n\n## CLAUDE.md\n\nproject\n\n\n## ' +
        'a.md\n\nrule\n\n\n',
    );
    expect(built.text).not.toContain('not read');
    expect(node(built, 'system/Project//home/k/CLAUDE.md').name).toBe('/home/k/CLAUDE.md');
  });

  it('puts worktree and project prompt under the heading', () => {
    const text = build(tree, { project: '/home/k/p', worktree: '/tmp/wt', projectPrompt: 'Be brief.' }).text;
    expect(text).toContain(
      'Directory: /home/k/p\n\nWorking directory (worktree): /tmp/wt\n\nBe brief.\n\n## CLAUDE.md\n\nroot',
    );
  });

  it('is not set by default, and an error where the folder is missing', () => {
    expect(omission(build(tree), 'system/Project')).toEqual({
      reason: 'condition-false',
      condition: 'a project folder is set',
    });
    const built = build(tree, { project: 'nowhere' });
    expect(omission(built, 'system/Project')).toEqual({ reason: 'source-missing', looked: ['/home/k/ws/nowhere'] });
    expect(findingLines(built.findings, built)).toBe(
      'error project-missing - There is no project folder /home/k/ws/nowhere\n',
    );
  });

  it('keeps its heading when the folder has no context file', () => {
    expect(build({ '/q/src/x.ts': '' }, { project: '/q' }).text).toContain(
      '# Project: q\nDirectory: /q\n\n\n## Guidelines',
    );
  });

  it('reads the root as a project', () => {
    expect(build({ '/CLAUDE.md': 'root' }, { project: '/' }).text).toContain(
      '# Project: /\nDirectory: /\n\n## CLAUDE.md\n\nroot\n\n\n',
    );
  });

  it('takes the folder name literally, not as a pattern', () => {
    expect(
      build({ '/p (a)[b]/.claude/rules/r.md': 'rule', '/p ab/.claude/rules/x.md': 'other' }, { project: '/p (a)[b]' })
        .text,
    ).toContain('Directory: /p (a)[b]\n\n## r.md\n\nrule\n\n');
  });

  it("sends AGENTS.md once when it is also the data folder's", () => {
    const files = { 'AGENTS.md': '<!-- c -->\nrules\n', 'TOOLS.md': 'tools', 'p/CLAUDE.md': 'c' };
    const both = build(files, { project: 'p' });
    expect(both.text.split('rules\n')).toHaveLength(2);
    expect(both.text).toContain('## AGENTS.md\n\n<!-- c -->\nrules\n\n\n## CLAUDE.md\n\nc');
    expect(both.text).toContain('## Workspace Files\n\n### TOOLS.md (workspace)\n\ntools\n\n');
    expect(omission(both, 'system/WorkspaceFiles/AGENTS.md')).toEqual({
      reason: 'overridden',
      by: 'project context (/home/k/ws/AGENTS.md)',
    });
    expect(build(files).text).toContain('### AGENTS.md (workspace)\n\nrules\n\n');
  });

  it('says that .claude/rules is a file, at the file', () => {
    const built = build({ '/p/CLAUDE.md': 'c', '/p/.claude/rules': 'x' }, { project: '/p' });
    expect(findingLines(built.findings, built)).toBe(
      'warning rules-not-folder /p/.claude/rules:1:1 .claude/rules is a file; rules are read from a ' +
        'folder of that name\n',
    );
    expect(omission(built, 'system/Project//p/.claude/rules')).toMatchObject({ reason: 'source-broken' });
    expect(built.text).toContain('## CLAUDE.md\n\nc\n\n\n');
  });

  it('shows an unreadable parent where it would have stood', () => {
    const input = { settings: { project: '/a/p' }, manifest: {}, facts: testFacts };
    const sources = {
      files: ['/a/p/CLAUDE.md', '/CLAUDE.md'].map((path) => ({ id: sourceId(path), path, as: 'walk', text: path })),
      blobs: [],
      missing: [
        { as: 'walk', path: '/a/CLAUDE.md', why: 'unreadable' as const },
        { as: 'walk', path: '/a/p/AGENTS.md', why: 'missing' as const },
      ],
    };
    const { document } = personaFiles.assemble({ ...input, sources });
    const project = document.messages[0]?.children.find(
      (child) => child.type === 'section' && child.id === 'system/Project',
    );
    const inside =
      project?.type === 'section'
        ? project.children.flatMap((child) =>
            child.type === 'text' || child.type === 'image' ? [] : [`${child.type} ${child.name}`],
          )
        : [];
    expect(inside).toEqual(['section /CLAUDE.md', 'omitted /a/CLAUDE.md', 'section /a/p/CLAUDE.md']);
  });
});

describe('runtime', () => {
  it('is omitted without runtime.json', () => {
    expect(omission(build({}), 'system/Runtime')).toEqual({ reason: 'source-missing', looked: ['runtime.json'] });
  });

  it.each([
    [{}, 'Host: host=testhost | os=linux | arch=x86_64 | shell=bash | timezone=Europe/Helsinki\n'],
    [
      { platform: 'darwin', arch: 'arm64', shell: '/bin/zsh' },
      'Host: host=testhost | os=macos | arch=aarch64 | shell=zsh | timezone=Europe/Helsinki\n',
    ],
    [
      { platform: 'win32', shell: 'C:\\Windows\\System32\\cmd.exe', host: '' },
      'Host: os=windows | arch=x86_64 | shell=cmd | timezone=Europe/Helsinki\n',
    ],
  ])('is this machine when asked for (%j)', (facts, line) => {
    const built = build({}, { useThisMachine: true }, { ...testFacts, ...facts });
    expect(built.text).toContain(`## Runtime\n\n${line}Execution routing:\n`);
    expect(built.document.messages.flatMap(leaves).filter(({ origin }) => origin.kind === 'environment')).not.toEqual(
      [],
    );
  });

  it('prefers runtime.json to this machine, and says so', () => {
    const built = build({ 'runtime.json': '{"host":{"host":"pinned"}}' }, { useThisMachine: true });
    expect(built.text).toContain('Host: host=pinned\n');
    expect(built.findings.map((each) => each.ruleId)).toEqual(['machine-unused']);
  });

  it('prints in the order of the design, whatever the order of the file, and skips what is empty', () => {
    const host =
      '{"host":{"remote_ip":"::1","os":"","accept_language":"fi","sudo_status":"denied",' +
      '"sudo_non_interactive":false,"host":"h","shell":null}}';
    expect(build({ 'runtime.json': host }).text).toContain(
      'Host: host=h | sudo_non_interactive=false | sudo_status=denied | accept_language=fi | remote_ip=::1\n',
    );
  });

  it.each([
    [
      '{"sandbox":{"enabled":true,"network":"enabled","session_override":true}}',
      'Sandbox(exec): enabled=true | network=enabled | session_override=true',
    ],
    ['{"sandbox":{"enabled":true,"network":"maybe"}}', 'Sandbox(exec): enabled=true'],
    ['{"sandbox":{}}', 'Sandbox(exec): enabled=false'],
  ])('prints the sandbox of %s', (file, line) => {
    expect(build({ 'runtime.json': file }).text).toContain(`## Runtime\n\n${line}\nExecution routing:\n`);
  });

  it.each([
    ['{"host":{"host":5}}', 'warning runtime-shape runtime.json:1:17 host.host should be text\n'],
    ['{"host":{"colour":"red"}}', 'info runtime-unknown-key runtime.json:1:10 Unknown key "host.colour" is not sent\n'],
    [
      '{"sandbox":{"enabled":true,"network":"maybe"}}',
      'warning runtime-shape runtime.json:1:38 sandbox.network should be one of enabled, disabled\n',
    ],
    ['{"sandbox":{}}', 'warning runtime-shape runtime.json:1:12 sandbox.enabled should be true or false\n'],
    [
      '{"host":[],"sandbox":{"enabled":true,"session_override":1}}',
      'warning runtime-shape runtime.json:1:9 host should be an object\nwarning runtime-shape ' +
        'runtime.json:1:57 sandbox.session_override should be true, false or text\n',
    ],
    ['[]', 'error runtime-shape runtime.json:1:1 runtime.json should be an object with host and sandbox\n'],
    ['', 'error runtime-syntax runtime.json:1:1 The file is empty, JSON was expected\n'],
  ])('finds what is wrong in %s', (file, lines) => {
    const built = build({ 'runtime.json': file });
    expect(findingLines(built.findings, built)).toBe(lines);
  });

  it('takes what a broken file still says', () => {
    const built = build({ 'runtime.json': '{\n  "host": {"host": "h"},\n  "sandbox": {"enabled": true\n' });
    expect(built.text).toContain('Host: host=h\nSandbox(exec): enabled=true\n');
    expect(built.findings.map((each) => `${each.severity} ${each.ruleId}`)).toEqual(['error runtime-syntax']);
  });
});

describe('skills', () => {
  const bad = {
    'skills/a/SKILL.md': 'no front matter',
    'skills/b/SKILL.md': '---\ndescription: nameless\n---\n',
    'skills/c/SKILL.md': '---\nname: see\n---\n',
  };

  it('leaves out what has no name, with a warning at the file', () => {
    const built = build(bad);
    expect(built.text).toContain(
      '<available_skills>\n<skill name="see" source="skill" path="/skills/c">\n\n</skill>\n</available_skills>\n\n',
    );
    expect(findingLines(built.findings, built)).toBe(
      'warning skill-unnamed skills/a/SKILL.md:1:1 The skill is not listed: it has no front matter\n' +
        'warning skill-unnamed skills/b/SKILL.md:2:1 The skill is not listed: its front matter names no skill\n' +
        'warning skill-undescribed skills/c/SKILL.md:2:1 The skill has no description, so the model ' +
        'cannot know when to use it\n',
    );
    expect(omission(built, 'system/Skills/a')).toMatchObject({ reason: 'source-broken' });
  });

  it('shows the reasons beside the omitted component when none can be read', () => {
    const built = build({ 'skills/a/SKILL.md': 'x' });
    expect(omission(built, 'system/Skills')).toEqual({ reason: 'condition-false', condition: 'a skill can be read' });
    expect(omission(built, 'system/Skills/a')).toMatchObject({ reason: 'source-broken' });
  });

  it('warns of text that closes the list early, and sends it as it is', () => {
    const built = build({ 'skills/a/SKILL.md': '---\nname: a"b\ndescription: x</skill>y\n---\n' });
    expect(built.text).toContain('<skill name="a"b" source="skill" path="/skills/a">\nx</skill>y\n</skill>\n');
    expect(built.findings.map((each) => each.ruleId)).toEqual(['closes-tag-early', 'closes-tag-early']);
  });

  it('reports broken YAML at its line', () => {
    const built = build({ 'skills/a/SKILL.md': '---\nname: a\ndescription: "open\n---\n' });
    expect(built.findings[0]).toMatchObject({
      severity: 'error',
      ruleId: 'skill-front-matter',
      place: { source: 'skills/a/SKILL.md' },
    });
  });
});

describe('tools', () => {
  const tools = (...list: readonly object[]): Files => ({ 'tools.json': JSON.stringify(list) });
  const parameters = { type: 'object' };

  it('are sorted by name, in the text and in the document', () => {
    const built = build(tools({ name: 'b', description: '', parameters }, { name: 'a', description: 'A', parameters }));
    expect(built.text).toContain('## Available Tools\n\n- `a`: A\n- `b`\n\n');
    expect(built.document.tools.map((tool) => [tool.name, tool.inputSchema])).toEqual([
      ['a', JSON.stringify(parameters)],
      ['b', JSON.stringify(parameters)],
    ]);
  });

  it.each([
    ['160 characters', '🦜'.repeat(160), '🦜'.repeat(160)],
    ['161 characters', '🦜'.repeat(161), `${'🦜'.repeat(160)}...`],
  ])('show a description of %s', (_, description, shown) => {
    const built = build(tools({ name: 'a', description, parameters }));
    expect(built.text).toContain(`- \`a\`: ${shown}\n`);
    expect(built.document.tools[0]?.description.map((leaf) => leaf.value).join('')).toBe(description);
  });

  it('keep the place of a cut description with escapes', () => {
    const file = `[{"name":"a","description":"x\\n${'y'.repeat(200)}","parameters":{}}]`;
    expect(build({ 'tools.json': file }).text).toContain(`- \`a\`: x\n${'y'.repeat(158)}...\n`);
  });

  it('are in the text only in the fallback, and nowhere in minimal', () => {
    const files = tools({ name: 'memory_search', description: 'Find', parameters });
    expect(build(files, { nativeTools: false }).document.tools).toEqual([]);
    expect(build(files, { entry: 'minimal' }).document.tools).toEqual([]);
    expect(build(files, { entry: 'minimal' }).text).not.toContain('memory_search');
    expect(omission(build(files, { entry: 'minimal' }), 'system/Tools')).toEqual({
      reason: 'variant-excludes',
      variant: 'minimal',
    });
  });

  it('bring the memory hint when memory_search is among them', () => {
    expect(build(tools({ name: 'memory_search', parameters })).text).toContain(
      '## Long-Term Memory\n\nYou have a long-term memory',
    );
    expect(omission(build(tools({ name: 'memory_save', parameters })), 'system/Memory')).toEqual({
      reason: 'condition-false',
      condition: 'a tool named memory_search is registered',
    });
  });

  it.each([
    ['{"a":1}', 'error tools-shape tools.json:1:1 tools.json should be an array of tools\n'],
    ['[{"description":"x"}]', 'warning tool-unnamed tools.json:1:2 A tool without a name is left out\n'],
    [
      '[{"name":"a","description":1,"parameters":{}}]',
      'warning tool-shape tools.json:1:28 The description of a should be a text\n',
    ],
    [
      '[{"name":"a","parameters":[]}]',
      'warning tool-shape tools.json:1:27 The parameters of a should be a JSON schema object; {} is used\n',
    ],
    ['[{"name":"a"}]', 'info tool-shape tools.json:1:2 a has no parameters; {} is used\n'],
    [
      '[{"name":"a","parameters":{}},{"name":"a","parameters":{}}]',
      'warning tool-duplicate tools.json:1:2 There are two tools named a; the last one counts\n',
    ],
    ['[7]', 'warning tool-unnamed tools.json:1:2 A tool without a name is left out\n'],
  ])('find what is wrong in %s', (file, lines) => {
    const built = build({ 'tools.json': file });
    expect(findingLines(built.findings, built)).toBe(lines);
  });

  it('are not looked at where the entry point has none', () => {
    expect(
      build({ 'tools.json': '{', 'runtime.json': '{', 'skills/a/SKILL.md': 'x' }, { entry: 'minimal' }).findings.map(
        (each) => each.ruleId,
      ),
    ).toEqual(['runtime-syntax']);
  });
});

describe('workspace files', () => {
  it('leave the place of every character intact behind a comment', () => {
    const file = '\n<!-- one -->\n<!-- two -->\n\n  Text <!-- kept -->\n\n';
    const built = build({ 'AGENTS.md': file });
    const [leaf] = leaves(node(built, 'system/WorkspaceFiles/AGENTS.md')).filter(
      ({ origin }) => origin.kind === 'file',
    );
    expect(leaf).toMatchObject({
      value: 'Text <!-- kept -->',
      origin: { span: { start: file.indexOf('Text'), end: file.trimEnd().length } },
    });
    expect(node(built, 'system/WorkspaceFiles/AGENTS.md/comment')).toMatchObject({
      would: [{ value: '\n<!-- one -->\n<!-- two -->' }],
    });
  });

  it('warn at a comment that never closes', () => {
    const built = build({ 'TOOLS.md': '<!-- a -->\n<!-- b\nText' });
    expect(findingLines(built.findings, built)).toBe(
      'warning comment-unterminated TOOLS.md:2:1 A comment of TOOLS.md never closes, so nothing of the file is sent\n',
    );
    expect(omission(built, 'system/WorkspaceFiles/TOOLS.md')).toMatchObject({ reason: 'source-broken' });
  });

  it.each([
    ['', { body: 0, comments: 0, unterminated: undefined }],
    ['<!-->x', { body: 5, comments: 5, unterminated: undefined }],
    ['<!-- a --> \r\n<!---->b', { body: 20, comments: 20, unterminated: undefined }],
    ['x<!-- a -->', { body: 0, comments: 0, unterminated: undefined }],
  ])('are stripped: %j', (text, expected) => expect(stripLeadingComments(text)).toEqual(expected));

  it('mention the limits of later versions', () => {
    const built = build({ 'AGENTS.md': 'x'.repeat(32_001), '/p/CLAUDE.md': 'y'.repeat(8001) }, { project: '/p' });
    expect(built.findings.map((each) => `${each.severity} ${each.ruleId}`)).toEqual([
      'info project-context-long',
      'info workspace-file-long',
    ]);
  });
});

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

describe('sizes', () => {
  it('puts the published table beside the real sizes', () => {
    const built = assembleFiles(
      personaFiles,
      workspaceOf({
        'IDENTITY.md': '---\nname: 🦜\n---\n',
        'SOUL.md': 'S',
        'tools.json': '[{"name":"a","parameters":{}}]',
        '/p/CLAUDE.md': 'c',
      }),
      { project: '/p' },
    );
    const rows = Object.fromEntries((built.panels?.sizes?.rows ?? []).map((row) => [row.name, row]));
    const minimal = assembleWorkspace(personaFiles, {}, { entry: 'minimal' });
    const soul = leaves(node(minimal, 'system/Soul')).reduce((sum, leaf) => sum + leaf.value.length, 0);
    expect(rows['Minimal (no tools, no context)']).toEqual({
      name: 'Minimal (no tools, no context)',
      estimate: '~200 characters, ~50 tokens',
      characters: minimal.text.length - soul - 1,
    });
    expect(rows['Soul + identity + guidelines']?.characters).toBe(
      (rows['Minimal (no tools, no context)']?.characters ?? 0) +
        'Your name is _.\n'.length +
        '\n## Soul\n\nS\n'.length +
        1,
    );
    expect(rows['This prompt']).toMatchObject({
      estimate: '7,000–10,000 characters, 1,750–2,500 tokens',
      characters: [...built.text].length,
      node: 'system',
    });
    expect(rows['Full (tools + project context + skills)']?.characters).toBe([...built.text].length);
    expect(
      (rows['Full (tools + project context + skills)']?.characters ?? 0) -
        (rows['Typical with tools']?.characters ?? 0),
    ).toBe('# Project: p\nDirectory: /p\n\n## CLAUDE.md\n\nc\n\n\n'.length);
    expect(rows['Soul']).toMatchObject({ characters: 12, node: 'system/Soul' });
    expect(rows['Tool schemas']).toMatchObject({ node: 'system/Tools' });
    expect(rows['Project context']).toMatchObject({ node: 'system/Project' });
    expect(rows['Large (many MCP tools + full context)']).toMatchObject({
      estimate: '12,000–15,000 characters, 3,000–3,750 tokens',
    });
  });

  it('is near the published size for the default soul', () => {
    const row = build({}).panels?.sizes?.rows.find(({ name }) => name === 'Soul');
    expect(row?.characters).toBeGreaterThan(1400);
    expect(row?.characters).toBeLessThan(1800);
  });
});

describe('location', () => {
  const location = (fields: string): string | undefined =>
    /location=(.*)\n/.exec(
      build({ 'USER.md': `---\n${fields}\n---\n`, 'runtime.json': '{"host":{"host":"h"}}' }).text,
    )?.[1];
  const now = Math.floor(Date.parse(testFacts.now) / 1000);

  it.each([
    [now, 'just now'],
    [now + 500, 'just now'],
    [now - 59, 'just now'],
    [now - 60, '1m ago'],
    [now - 3599, '59m ago'],
    [now - 3600, '1h ago'],
    [now - 86_399, '23h ago'],
    [now - 86_400, '1d ago'],
    [0, `${Math.floor(now / 86_400)}d ago`],
    ['-9223372036854775808', '106751991167300d ago'],
  ])('updated at %s is %s', (at, age) =>
    expect(location(`latitude: 1\nlongitude: 2\nlocation_updated_at: ${at}`)).toBe(`1,2 (updated ${age})`),
  );

  it.each(['1.0', 'soon', '9223372036854775808', '0x10', '1_000', ''])(
    'is without an age when it was updated at %j',
    (at) => expect(location(`latitude: 1\nlongitude: 2\nlocation_updated_at: ${at}`)).toBe('1,2'),
  );

  it.each([
    ['5.', '5'],
    ['.5', '0.5'],
    ['+5', '5'],
    ['-0', '-0'],
    ['1e2', '100'],
    ['1E-7', '0.0000001'],
    ['1e21', '1000000000000000000000'],
    ['1.5e300', `15${'0'.repeat(299)}`],
    ['1e400', 'inf'],
    ['-Infinity', '-inf'],
    ['nan', 'NaN'],
    ['0.1000', '0.1'],
    ['123456789012345678', '123456789012345680'],
  ])('prints %s as %s', (written, printed) =>
    expect(location(`latitude: ${written}\nlongitude: 0`)).toBe(`${printed},0`),
  );

  it.each(['0x10', '1_000', '1,5', '1 2', 'e5', '.', '--1', 'infinite'])('does not read %s', (written) =>
    expect(location(`latitude: ${written}\nlongitude: 0`)).toBeUndefined(),
  );
});

describe('white space', () => {
  it('is trimmed by Unicode: U+0085 goes, U+FEFF stays', () => {
    const { text } = build({
      'SOUL.md': '\u0085\uFEFF calm \uFEFF\u0085\n',
      'TOOLS.md': '\u0085<!-- c -->\u0085\u3000Use them.\u0085',
    });
    expect(text).toContain('## Soul\n\n\uFEFF calm \uFEFF\n');
    expect(text).toContain('### TOOLS.md (workspace)\n\nUse them.\n\n');
  });
});
