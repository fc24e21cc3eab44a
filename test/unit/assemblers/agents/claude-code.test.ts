/** Claude Code's rules in the shapes that its documentation shows. */
import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../../../shared/assemblers/agents/claude-code/path-pattern';
import type { Settings } from '../../../../shared/assemblers/types';
import { agentInMemory, type InMemory } from '../../../support/agents/in-memory';

function claude(files: Readonly<Record<string, string>>, settings: Settings = {}): InMemory {
  const built = agentInMemory('claude-code', files, '/repo/app', settings);
  expect(built.broken).toEqual([]);
  return built;
}

function statusOf({ loads }: InMemory, path: string): string | undefined {
  return loads.find((load) => load.path === path)?.status;
}

describe('the order of the documentation', () => {
  const files = {
    '/etc/claude-code/CLAUDE.md': 'Managed.',
    '/home/k/.claude/CLAUDE.md': 'User.',
    '/home/k/.claude/rules/style.md': 'User rule.',
    '/CLAUDE.md': 'Top.',
    '/repo/.git/HEAD': '',
    '/repo/.claude/CLAUDE.md': 'Repo.',
    '/repo/.claude/rules/deep/b.md': 'Rule B.',
    '/repo/.claude/rules/a.md': 'Rule A.',
    '/repo/CLAUDE.local.md': 'Repo local.',
    '/repo/app/CLAUDE.md': 'App.',
    '/repo/app/CLAUDE.local.md': 'App local.',
    '/repo/app/src/CLAUDE.md': 'Nested.',
  };

  test('is machine, user, then from the top of the disk down, shared before local', () => {
    expect(claude(files).stretches['instructions']?.split('\n\n')).toEqual([
      'Managed.',
      'User.',
      'User rule.',
      'Top.',
      'Repo.',
      'Rule A.',
      'Rule B.',
      'Repo local.',
      'App.',
      'App local.',
    ]);
  });

  test('leaves files below the working folder for when one beside them is read', () => {
    expect(statusOf(claude(files), 'src/CLAUDE.md')).toBe('on-demand');
    const read = claude(files, { workingFile: 'src/main.ts' });
    expect(read.stretches['nested']).toBe('Nested.');
    expect(statusOf(read, 'src/CLAUDE.md')).toBe('loaded');
  });
});

describe('rules with paths', () => {
  const files = {
    '/repo/app/CLAUDE.md': 'Main.',
    '/repo/app/.claude/rules/api.md': '---\npaths:\n  - "src/api/**/*.ts"\n---\nAPI.',
    '/repo/app/.claude/rules/web.md': '---\npaths: src/**/*.{css,html}, *.md\n---\nWeb.',
  };

  test('are on demand', () => {
    const built = claude(files);
    expect(built.stretches).toEqual({ instructions: 'Main.' });
    expect(statusOf(built, '.claude/rules/api.md')).toBe('on-demand');
    expect(statusOf(built, '.claude/rules/web.md')).toBe('on-demand');
  });

  test('are sent for a working file that matches', () => {
    expect(claude(files, { workingFile: 'src/api/a/b.ts' }).stretches['nested']).toContain('API.');
    expect(claude(files, { workingFile: 'src/site/a.css' }).stretches['nested']).toContain('Web.');
    expect(claude(files, { workingFile: 'lib/a.ts' }).stretches['nested']).toBeUndefined();
  });

  test.each([
    ['**/*.ts', 'a/b/c.ts', true],
    ['**/*.ts', 'c.ts', true],
    ['src/**/*', 'src/a/b', true],
    ['src/**', 'src/a/b', true],
    ['*.md', 'docs/a.md', false],
    ['src/[a-c]?.ts', 'src/b1.ts', true],
    ['src/[!a-c]?.ts', 'src/b1.ts', false],
    ['**/**/**/**/**/**/x', 'a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/y', false],
  ])('%s and %s: %s', (pattern, path, matches) => {
    expect(matchesPattern(pattern, path)).toBe(matches);
  });

  test('are matched in time', () => {
    expect(matchesPattern(`${'*a'.repeat(100)}b`, 'a'.repeat(4000))).toBe(false);
  });
});

describe('imports', () => {
  test('are relative to their file, absolute or in the home, not in code, each file once', () => {
    const built = claude({
      '/repo/app/CLAUDE.md': 'See @docs/a.md, `@docs/code.md`\n```\n@docs/code.md\n```\n@docs/a.md',
      '/repo/app/docs/a.md': 'A and @b.md',
      '/repo/app/docs/b.md': 'B and @../CLAUDE.md and @a.md',
      '/repo/app/docs/code.md': 'never',
    });
    expect(statusOf(built, 'docs/a.md,')).toBeUndefined();
    expect(statusOf(built, 'docs/a.md')).toBe('loaded');
    expect(statusOf(built, 'docs/b.md')).toBe('loaded');
    expect(statusOf(built, 'docs/code.md')).toBeUndefined();
  });

  test('go four hops deep', () => {
    const chain = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/repo/app/${n}.md`, `${n} @${n + 1}.md`]));
    const built = claude({ '/repo/app/CLAUDE.md': '@1.md', ...chain });
    expect([1, 2, 3, 4, 5].map((n) => statusOf(built, `${n}.md`))).toEqual([
      'loaded',
      'loaded',
      'loaded',
      'loaded',
      'refused',
    ]);
  });

  test('outside the folder are refused until they are allowed, and named', () => {
    const built = claude({ '/repo/app/CLAUDE.md': 'x @/repo/secret.md', '/repo/secret.md': 'never' });
    expect(JSON.stringify(built.stretches)).not.toContain('never');
    expect(statusOf(built, '/repo/secret.md')).toBe('refused');
  });

  test('of thousands of files end with a finding', () => {
    const files = Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`/repo/app/f/${n}.md`, `${n}`]));
    const all = Object.keys(files).map((path) => `@${path.slice('/repo/app/'.length)}`);
    const built = claude({ '/repo/app/CLAUDE.md': all.join('\n'), ...files });
    expect(built.findings.map(({ ruleId }) => ruleId)).toContain('import-limit');
  });
});

test('comments that stand alone on their lines are stripped, except in code', () => {
  const text = 'a\n<!-- gone\nfor good -->\nb <!-- stays --> c\n```\n<!-- stays -->\n```\n  <!-- gone -->';
  expect(claude({ '/repo/app/CLAUDE.md': text }).stretches['instructions']).toBe(
    'a\nb <!-- stays --> c\n```\n<!-- stays -->\n```\n',
  );
});

test('memory is its first 200 lines or 25 KB', () => {
  const path = '/home/k/.claude/projects/-repo/memory/MEMORY.md';
  const long = claude({ '/repo/.git/HEAD': '', [path]: 'line\n'.repeat(300) });
  expect(long.stretches['memory']).toBe('line\n'.repeat(200));
  expect(statusOf(long, path)).toBe('cut');
  const wide = claude({ '/repo/.git/HEAD': '', [path]: `${'x'.repeat(999)}\n`.repeat(50) });
  expect(wide.stretches['memory']?.length).toBe(25_000);
});

test('what is not established is unknown', () => {
  const built = claude({
    '/repo/app/AGENTS.md': 'Agents.',
    '/repo/app/CLAUDE.md': 'One.',
    '/repo/app/.claude/CLAUDE.md': 'Two.',
    '/repo/app/.claude/skills/tide/SKILL.md': '---\nname: tide\ndescription: Tides.\n---\n',
  });
  expect(built.stretches).toEqual({ instructions: 'One.' });
  for (const path of ['AGENTS.md', '.claude/CLAUDE.md', '.claude/skills/tide/SKILL.md'])
    expect(statusOf(built, path)).toBe('unknown');
});
