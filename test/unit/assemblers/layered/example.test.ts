import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layered } from '../../../../shared/assemblers/layered';
import type { Settings } from '../../../../shared/assemblers/types';
import { checkDocument } from '../../../../shared/document/check';
import type { PromptNode } from '../../../../shared/document/types';
import { assembleWorkspace } from '../../../support/assemble';

const folder = join(import.meta.dirname, '../../../../build/examples/layered');
const files = Object.fromEntries(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
);

function build(settings: Settings = {}) {
  const built = assembleWorkspace(layered, files, settings);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  const children: readonly PromptNode[] = built.document.messages[0]?.children ?? [];
  const names = (type: 'section' | 'omitted') => children.flatMap((node) => (node.type === type ? [node.name] : []));
  return { ...built, sent: names('section'), omitted: names('omitted') };
}

describe('the example', () => {
  it('opens with all six layers, the overridden soul beside them, and no finding', () => {
    const { sent, omitted, findings, panels } = build();
    expect(sent).toEqual(['Identity', 'Soul', 'Tools', 'Skills', 'Memory', 'Runtime']);
    expect(omitted).toEqual(['SOUL.md']);
    expect(findings).toEqual([]);
    expect(panels?.recall?.memories.filter(({ taken }) => taken)).toHaveLength(3);
    expect(panels?.recall?.memories.some(({ taken, score }) => !taken && score > 0)).toBe(true);
    expect(panels?.recall?.memories.some(({ score }) => score === 0)).toBe(true);
  });

  it('recalls what the message asks about', () => {
    const { panels } = build();
    expect(panels?.recall?.memories.slice(0, 3).map(({ label }) => label)).toContain('2026-02-18');
  });

  it('shows the other modes and another agent', () => {
    expect(build({ mode: 'minimal' }).sent).toEqual(['Identity', 'Tools']);
    expect(build({ mode: 'none' }).sent).toEqual(['Identity']);
    const moss = build({ agent: 'moss' });
    expect(moss.sent).toEqual(['Identity', 'Soul', 'Tools', 'Memory', 'Runtime']);
    expect(moss.findings.map(({ ruleId }) => ruleId)).toEqual(['unresolved-variable']);
  });

  it('has something for every setting to change', () => {
    const { text } = build();
    const others: readonly Settings[] = [
      { agent: 'moss' },
      { mode: 'none' },
      { channel: 'terminal' },
      { message: 'peas' },
      { model: 'other' },
    ];
    for (const settings of others) expect(build(settings).text).not.toBe(text);
  });
});
