import { describe, expect, it } from 'vitest';
import { frontMatterProposals, matchesPattern } from '../../../../renderer/model/front-matter';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    model: { anyOf: [{ type: 'string', enum: ['opus', 'haiku'] }, { type: 'null' }] },
    always: { type: 'boolean', description: 'Loaded at once' },
  },
};
const lines = ['---', 'name: a', '', 'model: ', '---', 'na'];
const at = (line: number, before: string): readonly string[] =>
  frontMatterProposals(schema, lines, line, before).map(({ label }) => label);

describe('front matter', () => {
  it('proposes the keys that are not there yet, with what they take', () => {
    expect(at(2, '')).toEqual(['always']);
    expect(frontMatterProposals(schema, ['---', ''], 1, '')).toEqual([
      { label: 'name', insert: 'name: ', kind: 'key', detail: 'required, string' },
      { label: 'model', insert: 'model: ', kind: 'key', detail: 'opus | haiku or null' },
      { label: 'always', insert: 'always: ', kind: 'key', detail: 'Loaded at once' },
    ]);
  });

  it('proposes the values a key takes', () => {
    expect(at(3, 'model: ')).toEqual(['opus', 'haiku']);
    expect(at(3, 'always: t')).toEqual(['true', 'false']);
  });

  it('proposes nothing in the text below, nor in a file without front matter', () => {
    expect(at(5, 'na')).toEqual([]);
    expect(frontMatterProposals(schema, ['# Title', ''], 1, '')).toEqual([]);
  });

  it('recognises its files by the pattern', () => {
    expect(matchesPattern('skills/*/SKILL.md', '/skills/tides/SKILL.md')).toBe(true);
    expect(matchesPattern('skills/*/SKILL.md', '/skills/a/b/SKILL.md')).toBe(false);
    expect(matchesPattern('memory/**/*.jsonl', 'memory/2026/a.jsonl')).toBe(true);
    expect(matchesPattern('.claude/agents/*.md', '/xclaude/agents/a.md')).toBe(false);
  });
});
