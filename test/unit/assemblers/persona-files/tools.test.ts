import { describe, expect, it } from 'vitest';
import { findingLines } from '../../../support/fixtures';
import { type Files, build, omission } from '../../../support/persona-files';

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
      'warning tool-duplicate tools.json:1:2 There are two tools named a; the last one is used\n',
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
