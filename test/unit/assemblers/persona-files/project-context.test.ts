import { describe, expect, it } from 'vitest';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import { sourceId } from '../../../../shared/document/builders';
import { findingLines } from '../../../support/fixtures';
import { testFacts } from '../../../support/memory';
import { build, node, omission } from '../../../support/persona-files';

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
