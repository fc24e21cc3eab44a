import { describe, expect, it } from 'vitest';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import { leaves } from '../../../../shared/document/walk';
import { assembleFiles, assembleWorkspace } from '../../../support/assemble';
import { findingLines } from '../../../support/fixtures';
import { workspaceOf } from '../../../support/memory';
import { build, node, omission } from '../../../support/persona-files';

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

describe('sizes', () => {
  it('calls the section of the tools schemas only where it has them', () => {
    const named = (nativeTools: boolean) => {
      const files = { 'tools.json': '[{"name":"a","parameters":{"type":"object"}}]' };
      const { text, panels } = assembleFiles(personaFiles, workspaceOf(files), { nativeTools });
      const names = (panels?.sizes?.rows ?? []).map(({ name }) => name);
      return { hasSchema: text.includes('"type"'), name: names.find((name) => name.startsWith('Tool')) };
    };
    expect(named(true)).toEqual({ hasSchema: false, name: 'Tools, without schemas' });
    expect(named(false)).toEqual({ hasSchema: true, name: 'Tool schemas' });
  });

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
    expect(rows['Tools, without schemas']).toMatchObject({ node: 'system/Tools' });
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
