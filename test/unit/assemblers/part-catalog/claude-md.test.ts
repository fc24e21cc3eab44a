import { describe, expect, it } from 'vitest';
import { partCatalog } from '../../../../shared/assemblers/part-catalog';
import { claudeMdNodes } from '../../../../shared/assemblers/part-catalog/project/claude-md';
import { readModel, requests } from '../../../../shared/assemblers/part-catalog/model';
import type { Settings } from '../../../../shared/assemblers/types';
import { nodeText, visit } from '../../../../shared/document/walk';
import { noSources, type MissingSource } from '../../../../shared/sources/types';
import { answerFrom, testFacts, workspaceOf } from '../../../support/memory';
import { build, findingsOf, node, omissionOf, part } from '../../../support/part-catalog';

/** What the design's `loadClaudeMDFiles` returns. */
function load(files: Readonly<Record<string, string>>, settings: Settings = {}): string {
  const input = { settings, manifest: {}, facts: testFacts, sources: noSources };
  const sources = answerFrom(workspaceOf(files), testFacts)(requests(input));
  return claudeMdNodes(readModel({ ...input, sources }).claudeMd)
    .map(nodeText)
    .join('');
}

describe('loading CLAUDE.md', () => {
  it('takes three files of the working folder in the published order', () => {
    expect(load({ 'CLAUDE.local.md': 'local', '.claude/CLAUDE.md': 'dot', 'CLAUDE.md': 'project' })).toBe(
      'project\n\n---\n\ndot\n\n---\n\nlocal',
    );
  });

  it('takes the parents’ nearest first, the root included', () => {
    const files = { 'a/CLAUDE.md': 'child', '/CLAUDE.md': 'root' };
    expect(load(files, { cwd: 'a/b' })).toBe('child\n\n---\n\nroot');
  });

  it('takes three of the working folder and one of the parent', () => {
    expect(
      load({
        'CLAUDE.md': 'project',
        '.claude/CLAUDE.md': 'dot',
        'CLAUDE.local.md': 'local',
        '/home/k/CLAUDE.md': 'root',
      }),
    ).toBe('project\n\n---\n\ndot\n\n---\n\nlocal\n\n---\n\nroot');
  });

  it('takes only CLAUDE.md from parents', () => {
    expect(load({ '/home/k/CLAUDE.local.md': 'x', '/home/k/.claude/CLAUDE.md': 'y' })).toBe('');
  });

  it.each([
    ['no file', {}],
    ['an empty file', { 'CLAUDE.md': '' }],
  ])('is nothing with %s', (_, files) => {
    expect(load(files)).toBe('');
    expect(build(files).parts).not.toContain('claude-md');
  });

  it('keeps the place of a blank file between the separators, with an info', () => {
    expect(load({ 'CLAUDE.md': ' \n\t\n' })).toBe(' \n\t\n');
    expect(load({ 'CLAUDE.md': '', 'CLAUDE.local.md': '' })).toBe('\n\n---\n\n');
    const files = { 'CLAUDE.md': 'a', '.claude/CLAUDE.md': '', 'CLAUDE.local.md': 'b' };
    expect(load(files)).toBe('a\n\n---\n\n\n\n---\n\nb');
    expect(findingsOf(build(files), 'claude-md-blank')).toEqual([
      'info claude-md-blank .claude/CLAUDE.md:1:1 .claude/CLAUDE.md is blank and still takes its place',
    ]);
  });

  it('keeps a file as it is written, line ends and blank lines included', () => {
    expect(load({ 'CLAUDE.md': '\r\n  one\r\n\r\n' })).toBe('\r\n  one\r\n\r\n');
  });

  it('works at the root, below the workspace and outside of it', () => {
    expect(load({ '/CLAUDE.md': 'root', 'CLAUDE.md': 'ws' }, { cwd: '/' })).toBe('root');
    expect(load({ '/srv/app/CLAUDE.md': 'app', '/srv/CLAUDE.md': 'srv', 'CLAUDE.md': 'ws' }, { cwd: '/srv/app' })).toBe(
      'app\n\n---\n\nsrv',
    );
    expect(load({ '/home/k/other/CLAUDE.md': 'other' }, { cwd: '~/other' })).toBe('other');
  });
});

describe('the CLAUDE.md part', () => {
  it('has a section a file, with the missing and the empty in their place', () => {
    const built = build({ 'sub/CLAUDE.md': 'sub', 'sub/CLAUDE.local.md': '\n', 'CLAUDE.md': 'ws' }, { cwd: 'sub' });
    const found = node(built, 'system/claude-md');
    const children =
      found.type === 'section'
        ? found.children.flatMap((each) => (each.type === 'text' ? [] : [[each.id, each.type]]))
        : [];
    expect(children).toEqual([
      ['system/claude-md/sub/CLAUDE.md', 'section'],
      ['system/claude-md/sub/.claude/CLAUDE.md', 'omitted'],
      ['system/claude-md/sub/CLAUDE.local.md', 'section'],
      ['system/claude-md/CLAUDE.md', 'section'],
    ]);
    expect(omissionOf(built, 'system/claude-md/sub/.claude/CLAUDE.md')).toEqual({
      reason: 'source-missing',
      looked: ['/home/k/ws/sub/.claude/CLAUDE.md'],
    });
    expect(node(built, 'system/claude-md/sub/CLAUDE.local.md')).toMatchObject({
      note: 'blank',
      children: [{ value: '\n' }],
    });
  });

  it('says where it looked when there is none', () => {
    const looked = [
      '/home/k/ws/CLAUDE.md',
      '/home/k/ws/.claude/CLAUDE.md',
      '/home/k/ws/CLAUDE.local.md',
      '/home/k/CLAUDE.md',
      '/home/CLAUDE.md',
      '/CLAUDE.md',
    ];
    expect(omissionOf(build(), 'system/claude-md')).toEqual({ reason: 'source-missing', looked });
    expect(omissionOf(build({ 'CLAUDE.md': '' }), 'system/claude-md')).toEqual({
      reason: 'source-empty',
      source: 'CLAUDE.md',
    });
    expect(part(build({ 'CLAUDE.md': '' }), 'claude-md').why).toBe('CLAUDE.md is empty');
  });

  it('has its own text before the files’ text, and can be overridden', () => {
    const built = build({ 'CLAUDE.md': 'Rules.\n', 'prompts/claude-md.md': 'Read this:\n${CLAUDE_MD}\nThe end.\n' });
    expect(built.system).toContain('\n\nRead this:\nRules.\n\nThe end.');
    expect(built.system).not.toContain('# CLAUDE.md');
  });
});

describe('imports', () => {
  it('are named, not followed, and not looked for in code', () => {
    const text =
      'See @docs/rules.md and @~/mine.md.\nMail me@example.com or ' +
      '@kim.\n`@in/code.md`\n```\n@in/fence.md\n```\r\n  @./last.md\n';
    const built = build({ 'CLAUDE.md': text, 'docs/rules.md': 'SECRET' });
    expect(built.system).not.toContain('SECRET');
    expect(findingsOf(built, 'import-not-followed')).toEqual([
      'info import-not-followed CLAUDE.md:1:5 @docs/rules.md is sent as written: imports are not followed',
      'info import-not-followed CLAUDE.md:1:24 @~/mine.md is sent as written: imports are not followed',
      'info import-not-followed CLAUDE.md:7:3 @./last.md is sent as written: imports are not followed',
    ]);
    expect(findingsOf(build({ 'CLAUDE.md': text }, { systemPrompt: 'custom' }), 'import-not-followed')).toEqual([]);
    expect(findingsOf(build({ 'CLAUDE.md': text }, { subagent: 'explore' }), 'import-not-followed')).toEqual([]);
  });
});

describe('a CLAUDE.md that is there and was not read', () => {
  const settings = { cwd: 'a/b' };
  const built = (files: Readonly<Record<string, string>>, ...lost: readonly MissingSource[]) => {
    const input = { settings, manifest: {}, facts: testFacts, sources: noSources };
    const sources = answerFrom(workspaceOf(files), testFacts)(requests(input));
    const isLost = ({ as, path }: MissingSource): boolean => lost.some((each) => each.as === as && each.path === path);
    return partCatalog.assemble({
      ...input,
      sources: { ...sources, missing: [...sources.missing.filter((each) => !isLost(each)), ...lost] },
    });
  };
  const own: MissingSource = { as: 'claude-md:CLAUDE.md', path: '/home/k/ws/a/b/CLAUDE.md', why: 'too-large' };
  const parent: MissingSource = { as: 'claude-md:parents', path: '/home/k/ws/a/CLAUDE.md', why: 'unreadable' };
  const outline = ({ document }: ReturnType<typeof built>): readonly string[] => {
    const lines: string[] = [];
    visit(document, (each) => {
      if (!each.id.startsWith('system/claude-md')) return;
      lines.push(
        each.type === 'omitted'
          ? `${each.id.slice('system/claude-md'.length)} ${each.omission.reason}`
          : each.id.slice('system/claude-md'.length),
      );
    });
    return lines;
  };

  it('is shown in its place with the reason, beside those that were read', () => {
    expect(outline(built({ '/home/CLAUDE.md': 'far' }, own, parent))).toEqual([
      '',
      '/a/b/CLAUDE.md source-broken',
      '/a/b/.claude/CLAUDE.md source-missing',
      '/a/b/CLAUDE.local.md source-missing',
      '/a/CLAUDE.md source-broken',
      '//home/CLAUDE.md',
    ]);
  });

  it('gives its reason to the part when there is no other', () => {
    const { document } = built({}, own);
    const part = document.messages[0]?.children.find(
      (each) => each.type === 'omitted' && each.id === 'system/claude-md',
    );
    expect(part).toMatchObject({
      omission: { reason: 'source-broken', source: 'a/b/CLAUDE.md', problem: 'it is too large' },
    });
  });
});

describe('.claude/rules', () => {
  const files = {
    'CLAUDE.md': 'x',
    '.claude/rules/style.md': 'Short lines.\n',
    '.claude/rules/api/errors.md': 'Say why.\n',
  };

  it('is reported as not part of this design, and shown as not sent', () => {
    const built = build(files);
    expect(built.system).toBe(build({ 'CLAUDE.md': 'x' }).system);
    expect(findingsOf(built, 'rules-not-sent')).toEqual([
      'info rules-not-sent .claude/rules/api/errors.md:1:1 2 files in .claude/rules are not sent: ' +
        '.claude/rules is not part of this design',
    ]);
    expect(built.document.aside.filter(({ id }) => id.startsWith('rules/'))).toMatchObject([
      { name: '.claude/rules/api/errors.md', omission: { reason: 'not-injected' }, would: [{ value: 'Say why.\n' }] },
      { name: '.claude/rules/style.md', omission: { reason: 'not-injected' }, would: [{ value: 'Short lines.\n' }] },
    ]);
  });

  it('is not mentioned where there is none', () =>
    expect(findingsOf(build({ 'CLAUDE.md': 'x' }), 'rules-not-sent')).toEqual([]));
});
