import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orders, partSpecs } from '../../../../shared/assemblers/part-catalog/catalog/catalog';
import type { Settings } from '../../../../shared/assemblers/types';
import { build, findingsOf, node, part, textOf } from '../../../support/part-catalog';

const root = join(import.meta.dirname, '../../../../build/examples/part-catalog');
const files = Object.fromEntries(
  readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')];
    }),
);
const open = (settings: Settings = {}) => build(files, settings);

describe('the bundled example', () => {
  it('shows what is worth knowing and nothing wrong', () => {
    expect(findingsOf(open())).toEqual([
      'info import-not-followed CLAUDE.md:18:43 @docs/format.md is sent as written: imports are not followed',
      'info duplicate-text - The security policy is sent twice: inside the main part and as a part of its own',
    ]);
  });

  it('can show all 23 parts', () => {
    const { parts } = open({
      outputStyle: 'Plain speech',
      systemPrompt: { preset: 'claude_code', append: 'Answer in English.' },
    });
    expect(parts).toEqual(orders.algorithm);
  });

  it('has servers with tools, commands, a part of its own and a reminder', () => {
    const built = open();
    expect(built.document.tools.slice(15).map(({ name }) => name)).toEqual([
      'mcp__weather__daily',
      'mcp__weather__season',
    ]);
    expect(textOf(built, 'system/slash-commands')).toContain('- /check-journal <file>: Read a journal');
    expect(textOf(built, 'system/respect-conventions')).toMatch(/^# Fitting in with hivelog 0\.9\.2\n/);
    expect(textOf(built, 'system/respect-conventions')).toContain('say so in the #hivelog channel instead');
    expect(part(built, 'reminder-todo-empty').included).toBe(true);
  });

  it('shows the hierarchy from the folder export', () => {
    const found = node(open({ cwd: 'export' }), 'system/claude-md');
    expect(
      found.type === 'section' ? found.children.flatMap((each) => (each.type === 'section' ? [each.name] : [])) : [],
    ).toEqual(['export/CLAUDE.md', 'CLAUDE.md']);
  });

  it.each(['parser-reviewer', 'mite-analyst', ...partSpecs.flatMap(({ kind, id }) => (kind === 'agent' ? [id] : []))])(
    'has the subagent %s',
    (subagent) => {
      const built = open({ subagent });
      expect(built.usable).toBe(true);
      expect(built.parts).toContain('prompt');
      expect(findingsOf(built)).toEqual([]);
    },
  );

  it.each(partSpecs.flatMap(({ kind, id }) => (kind === 'reminder' ? [id] : [])))('can carry %s', (id) => {
    expect(part(open({ reminders: [id] }), id).included).toBe(true);
  });
});
