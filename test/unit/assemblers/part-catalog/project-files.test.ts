import { describe, expect, it } from 'vitest';
import { build, findingsOf, omissionOf, part, textOf } from '../../../support/part-catalog';

describe('.mcp.json', () => {
  it('gives names and tools, and nothing a server may keep secret', () => {
    const text =
      '{"mcpServers": {"t\\u00e4de": {"command": "run", "env": {"KEY": "s3cret"}, "tools": ["a", ' +
      '{"name": "b", "description": "B\\nb"}]}, "plain": {"url": "https://x.example"}}}';
    const built = build({ '.mcp.json': text });
    expect(textOf(built, 'system/mcp-servers/0')).toBe('- täde\n  - mcp__täde__a\n  - mcp__täde__b: B\nb');
    expect(textOf(built, 'system/mcp-servers/1')).toBe('- plain');
    expect(built.system).not.toMatch(/s3cret|x\.example|"run"/);
    expect(part(built, 'mcp-servers')).toMatchObject({ included: true, why: '2 in .mcp.json' });
  });

  it('gives tools that have a description to the request as well', () => {
    const schema = { type: 'object', properties: { port: { type: 'string' } } };
    const built = build({
      '.mcp.json': JSON.stringify({
        mcpServers: { tides: { tools: ['silent', { name: 'forecast', description: 'Heights', inputSchema: schema }] } },
      }),
    });
    expect(built.document.tools.slice(15)).toMatchObject([
      { name: 'mcp__tides__forecast', tier: 'L2', source: '.mcp.json', inputSchema: JSON.stringify(schema) },
    ]);
  });

  it('that is broken is an error at its line; what could be read is used', () => {
    const built = build({
      '.mcp.json': '{\n  "mcpServers": {\n    "a": {"command": "x"},\n    "b": {"command": }\n  }\n}',
    });
    expect(findingsOf(built, 'mcp-syntax')).toEqual(['error mcp-syntax .mcp.json:4:22 Broken JSON: value expected']);
    expect(textOf(built, 'system/mcp-servers')).toContain('\n- a\n- b\n');
  });

  it('with wrong values warns at their place', () => {
    const built = build({ '.mcp.json': '{"mcpServers": {"a": {"args": "x"}, "b": 3}}' });
    expect(findingsOf(built, 'mcp-config').map((each) => each.split(' ').slice(0, 3).join(' '))).toEqual([
      'warning mcp-config .mcp.json:1:31',
      'warning mcp-config .mcp.json:1:42',
    ]);
    expect(findingsOf(build({ '.mcp.json': '[]' }), 'mcp-config')).toHaveLength(1);
    expect(findingsOf(build({ '.mcp.json': '{}' }), 'mcp-config')).toHaveLength(1);
  });

  it('with a server twice takes the later', () => {
    const built = build({ '.mcp.json': '{"mcpServers": {"a": {"tools": ["old"]}, "a": {"tools": ["new"]}}}' });
    expect(textOf(built, 'system/mcp-servers/0')).toBe('- a\n  - mcp__a__new');
    expect(findingsOf(built, 'mcp-config')).toEqual([
      'warning mcp-config .mcp.json:1:17 The server "a" is given twice; the last one is used',
    ]);
  });

  it('without servers leaves the part out', () => {
    expect(omissionOf(build(), 'system/mcp-servers')).toEqual({ reason: 'source-missing', looked: ['.mcp.json'] });
    expect(omissionOf(build({ '.mcp.json': '{"mcpServers": {}}' }), 'system/mcp-servers')).toEqual({
      reason: 'condition-false',
      condition: 'at least one MCP server is configured',
    });
    expect(findingsOf(build({ '.mcp.json': '' }), 'mcp-syntax')).toEqual([
      'error mcp-syntax .mcp.json:1:1 The file is empty, JSON was expected',
    ]);
  });
});

describe('slash commands', () => {
  it('are listed by file name with hint and description', () => {
    const built = build({
      '.claude/commands/release.md': '---\ndescription: Prepare a release\nargument-hint: <version>\n---\nDo it.',
      '.claude/commands/check.md': '\n## Check everything\n\nRun all checks.',
      '.claude/commands/blank.md': '',
      '.claude/commands/deep/nested.md': 'Not listed',
    });
    expect(textOf(built, 'system/slash-commands')).toContain(
      '\n\n- /blank\n- /check: Check everything\n- /release <version>: Prepare a release\n\n',
    );
    expect(built.system).not.toContain('nested');
  });

  it('have a hint in brackets as it is written, though YAML takes it for a list', () => {
    const built = build({
      '.claude/commands/fix.md': '---\nargument-hint: [issue] [priority]\n---\nFix it.',
      '.claude/commands/ship.md': '---\nargument-hint: [version, date]\ndescription: Ship\n---\n',
    });
    expect(textOf(built, 'system/slash-commands/ship')).toBe('- /ship [version, date]: Ship');
    expect(textOf(built, 'system/slash-commands/fix')).toBe('- /fix [issue] [priority]: Fix it.');
  });

  it('with a colon in an unquoted description keep it', () => {
    const built = build({
      '.claude/commands/fix.md': '---\ndescription: Fix it: now\nargument-hint: <issue>\n---\nBody.',
    });
    expect(textOf(built, 'system/slash-commands/fix')).toBe('- /fix <issue>: Fix it: now');
    expect(findingsOf(built, 'front-matter').map((each) => each.split(' ').slice(0, 3).join(' '))).toEqual([
      'warning front-matter .claude/commands/fix.md:2:14',
    ]);
  });

  it('with broken front matter are listed with what they have', () => {
    const built = build({ '.claude/commands/bad.md': '---\ndescription: [open\n---\nDo it well.' });
    expect(textOf(built, 'system/slash-commands/bad')).toBe('- /bad: Do it well.');
    expect(findingsOf(built, 'front-matter')[0]).toMatch(
      /^warning front-matter \.claude\/commands\/bad\.md:\d+:\d+ Broken YAML/,
    );
  });

  it('without any leave the part out', () => {
    expect(omissionOf(build(), 'system/slash-commands')).toEqual({
      reason: 'source-missing',
      looked: ['.claude/commands/*.md'],
    });
  });
});

describe('output styles', () => {
  const style = { '.claude/output-styles/terse-one.md': '---\nname: Terse\ndescription: Short\n---\n\nFew words.\n' };

  it('are found by name and by file name', () => {
    for (const outputStyle of ['Terse', 'terse-one'])
      expect(textOf(build(style, { outputStyle }), 'system/output-style')).toBe('# Output Style\n\nFew words.');
    expect(build(style).controls.find(({ name }) => name === 'outputStyle')?.choices).toEqual([
      { value: 'Terse', label: 'Terse' },
    ]);
  });

  it('that do not exist are an error, and the prompt is built without', () => {
    const built = build(style, { outputStyle: 'Verbose' });
    expect(findingsOf(built, 'unknown-output-style')).toEqual([
      'error unknown-output-style - There is no output style "Verbose"; found: Terse',
    ]);
    expect(omissionOf(built, 'system/output-style')).toEqual({
      reason: 'source-missing',
      looked: ['.claude/output-styles/Verbose.md'],
    });
    expect(built.system).toContain('with software engineering tasks.');
    expect(built.usable).toBe(true);
  });

  it('without text are pointed out', () => {
    expect(
      findingsOf(
        build({ '.claude/output-styles/no.md': '---\nname: no\n---\n' }, { outputStyle: 'no' }),
        'empty-output-style',
      ),
    ).toHaveLength(1);
  });
});

describe('a folder that is a file', () => {
  it.each(['prompts', '.claude', '.claude/agents', '.claude/commands', '.claude/output-styles', '.claude/skills'])(
    '%s is pointed out, and the rest is built',
    (path) => {
      const built = build({ [path]: 'I am a file', 'CLAUDE.md': 'Rules' });
      expect(findingsOf(built, 'folder-is-file')).toEqual([
        `warning folder-is-file ${path}:1:1 ${path} should be a folder, but is a file, so nothing was read from it`,
      ]);
      expect(built.parts).toContain('claude-md');
    },
  );
});
