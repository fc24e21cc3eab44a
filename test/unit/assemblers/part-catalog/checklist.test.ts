/** The published checklist of part-catalog: one describe per line, with the line as its title. */
import { describe, expect, it } from 'vitest';
import { pinnedVersion, shippedParts } from '../../../../shared/assemblers/part-catalog/catalog/part-set';
import { isNewer } from '../../../../shared/assemblers/part-catalog/catalog/version';
import { build, findingsOf, part, textOf } from '../../../support/part-catalog';

const everything = {
  'CLAUDE.md': 'Project rules.\n',
  'CLAUDE.local.md': 'My rules.\n',
  '/home/k/CLAUDE.md': 'Parent rules.\n',
  '.mcp.json':
    '{"mcpServers": {"tides": {"command": "tides-mcp", "tools": ["forecast", {"name": "history", ' +
    '"description": "Past heights"}]}}}',
  '.claude/commands/release.md': '---\ndescription: Prepare a release\n---\nDo it.\n',
  '.claude/output-styles/terse.md': '---\nname: Terse\n---\nUse few words.\n',
};
const allOn = { outputStyle: 'Terse', systemPrompt: { preset: 'claude_code', append: 'Mind the tide.' } };

const algorithm = [
  'main',
  'security-policy',
  'censoring-policy',
  'environment',
  'past-sessions',
  'agent-memory',
  'glob-docs',
  'grep-docs',
  'search-replace-docs',
  'todo-docs',
  'mcp-servers',
  'slash-commands',
  'conversational-style',
  'proactive-suggestions',
  'respect-conventions',
  'tool-use-formatting',
  'verify-with-tools',
  'do-not-litter',
  'large-files',
  'file-read-limits',
  'claude-md',
  'output-style',
  'append',
];

describe('Part ordering', () => {
  it('is the algorithm’s, all twenty-three parts', () => {
    expect(build(everything, allOn).parts).toEqual(algorithm);
  });

  it('matches the catalogue’s table when asked to', () => {
    const table = [
      'main',
      'past-sessions',
      'agent-memory',
      'censoring-policy',
      'claude-md',
      'conversational-style',
      'slash-commands',
      'do-not-litter',
      'environment',
      'file-read-limits',
      'glob-docs',
      'grep-docs',
      'large-files',
      'mcp-servers',
      'proactive-suggestions',
      'respect-conventions',
      'search-replace-docs',
      'todo-docs',
      'tool-use-formatting',
      'verify-with-tools',
    ];
    const { parts } = build(everything, { ...allOn, order: 'catalog' });
    expect(parts).toEqual(['main', 'security-policy', ...table.slice(1), 'output-style', 'append']);
  });

  it('joins the parts with one blank line, nothing before the first or after the last', () => {
    const built = build(everything, allOn);
    const texts = built.parts.map((id) => textOf(built, `system/${id}`));
    expect(built.system).toBe(texts.join('\n\n'));
    expect(built.system.endsWith('Mind the tide.')).toBe(true);
  });
});

describe('Conditional inclusion', () => {
  it.each([
    ['glob-docs', 'Glob'],
    ['grep-docs', 'Grep'],
    ['search-replace-docs', 'FileEdit'],
    ['search-replace-docs', 'Edit'],
    ['todo-docs', 'TodoWrite'],
  ])('%s is included with the tool %s and only with it', (id, tool) => {
    expect(build({}, { tools: [tool] }).parts.filter((each) => each.endsWith('-docs'))).toEqual([id]);
    expect(build({}, { tools: ['Bash'] }).parts.some((each) => each === id)).toBe(false);
  });

  it('includes all tool docs when no tools are named', () => {
    expect(build().parts.filter((each) => each.endsWith('-docs'))).toHaveLength(4);
  });

  it('leaves sessions and memory out when they are off', () => {
    const { parts } = build({}, { sessions: false, memory: false });
    expect(parts).not.toContain('past-sessions');
    expect(parts).not.toContain('agent-memory');
  });
});

describe('Interpolation', () => {
  it('resolves all template variables', () => {
    const built = build(everything, allOn);
    expect(built.system).not.toMatch(/\$\{/);
    expect(built.document.tools.flatMap((tool) => tool.description.map(({ value }) => value)).join('')).not.toMatch(
      /\$\{/,
    );
    expect(built.document.aside.flatMap((each) => (each.would ?? []).map(({ value }) => value)).join('')).not.toMatch(
      /\$\{/,
    );
    expect(findingsOf(built, 'unknown-variable')).toEqual([]);
    expect(findingsOf(built, 'unsupported-expression')).toEqual([]);
  });
});

describe('CLAUDE.md hierarchy', () => {
  it('lists the working folder’s files, then the parents’, nearest first', () => {
    const built = build({ ...everything, '.claude/CLAUDE.md': 'Hidden rules.\n', '/CLAUDE.md': 'Root rules.\n' });
    const tail =
      'Project rules.\n\n\n---\n\nHidden rules.\n\n\n---\n\nMy rules.\n\n\n---\n\nParent ' +
      'rules.\n\n\n---\n\nRoot rules.\n';
    expect(textOf(built, 'system/claude-md').endsWith(tail)).toBe(true);
  });
});

describe('Token budget', () => {
  it('is an error when the estimate exceeds it, in the published words', () => {
    const built = build({}, { budget: 10 });
    const estimate = Math.floor(Buffer.byteLength(built.system) / 4);
    expect(findingsOf(built, 'over-budget')).toEqual([
      `error over-budget - system prompt ${estimate} tokens exceeds budget 10`,
    ]);
    expect(built.usable).toBe(true);
    expect(built.system).not.toBe('');
  });

  it('is kept when the estimate is below or equal', () => {
    expect(findingsOf(build({}, { budget: 100000 }), 'over-budget')).toEqual([]);
    const estimate = build().panels?.catalog?.estimatedTokens ?? 0;
    expect(findingsOf(build({}, { budget: estimate }), 'over-budget')).toEqual([]);
    expect(findingsOf(build({}, { budget: estimate - 1 }), 'over-budget')).toHaveLength(1);
  });

  it('is plausible for the full assembly', () => {
    const estimate = build(everything, allOn).panels?.catalog?.estimatedTokens ?? 0;
    expect(estimate).toBeGreaterThan(2000);
    expect(estimate).toBeLessThan(50000);
  });
});

describe('Custom override', () => {
  it('completely replaces the assembled prompt', () => {
    const built = build(everything, { outputStyle: 'Terse', systemPrompt: '  custom\n' });
    expect(built.system).toBe('  custom\n');
    expect(built.document.variant).toBe('custom');
  });
});

describe('Preset + append', () => {
  it('appends to the assembled prompt, as the last part', () => {
    const base = build(everything, { outputStyle: 'Terse' });
    const built = build(everything, allOn);
    expect(built.system).toBe(`${base.system}\n\nMind the tide.`);
    expect([base.document.variant, built.document.variant]).toEqual(['preset', 'preset+append']);
  });
});

describe('Subagent isolation', () => {
  it('keeps the parent’s CLAUDE.md out unless it is asked for', () => {
    const settings = { subagent: 'explore' };
    expect(build(everything, settings).system).not.toContain('Project rules.');
    expect(build(everything, { ...settings, subagentClaudeMd: true }).system).toContain('Project rules.');
  });
});

describe('MCP docs', () => {
  it('names the connected servers and their tools in the system prompt', () => {
    expect(textOf(build(everything), 'system/mcp-servers')).toContain(
      '\n- tides\n  - mcp__tides__forecast\n  - mcp__tides__history: Past heights\n',
    );
  });
});

describe('Output style', () => {
  it('switches the sentence of the main part and adds the style', () => {
    const styled = build(everything, { outputStyle: 'Terse' });
    expect(textOf(styled, 'system/main')).toContain(
      'helps users according to your "Output Style" below, which describes how you should respond to ' +
        'user queries. Use the instructions',
    );
    expect(textOf(styled, 'system/output-style')).toBe('# Output Style\n\nUse few words.');
    const plain = build(everything);
    expect(textOf(plain, 'system/main')).toContain('helps users with software engineering tasks. Use the instructions');
    expect(plain.system).not.toContain('# Output Style');
  });
});

describe('Version pinning', () => {
  it('is the version of the part set in use', () => {
    expect(pinnedVersion).toBe('2.1.37');
    expect(build().panels?.catalog?.version).toBe('2.1.37+strata.1');
    for (const { version } of shippedParts().values()) expect(isNewer(version, pinnedVersion)).toBe(false);
  });

  it('follows a part of another version, and a newer one is pointed out', () => {
    const built = build({
      'prompts/glob-docs.md': '<!--\nname: Glob\nccVersion: 2.1.240\n-->\nGlob away.\n',
      'prompts/grep-docs.md': '<!--\nccVersion: 2.0.14\n-->\nGrep.\n',
    });
    expect(built.panels?.catalog?.version).toBe('2.1.240');
    expect([part(built, 'glob-docs').version, part(built, 'grep-docs').version]).toEqual(['2.1.240', '2.0.14']);
    expect(findingsOf(built, 'version-pin')).toEqual([
      'info version-pin prompts/glob-docs.md:1:1 prompts/glob-docs.md is of version 2.1.240, newer ' +
        'than the pinned 2.1.37',
    ]);
  });
});
