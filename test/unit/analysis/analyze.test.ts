import { describe, expect, it } from 'vitest';
import { analyze } from '../../../shared/analysis/analyze';
import { findModel } from '../../../shared/analysis/models';
import type { NodeId, PromptMessage, PromptNode } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { assembleFiles } from '../../support/assemble';
import { fixtures } from '../../support/fixtures';

const encoding = await loadEncoding('o200k_base');

describe.each(['gpt-5', 'claude-sonnet-4-5', 'claude-opus-5', 'some-unknown-model'])('counts for %s', (id) => {
  it.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('add up in %s', (_, fixture) => {
    const { document } = assembleFiles(fixture.architecture, fixture.files, fixture.settings, fixture.facts, fixture.symbols);
    const { tokens, total, overhead } = analyze(document, findModel(id), encoding);
    const of = (node: NodeId) => tokens[node]?.tokens ?? 0;
    const sum = [...document.tools, ...document.messages].reduce((all, node) => all + of(node.id), overhead.tokens);
    expect(total.tokens).toBe(sum);
    expect(total.low).toBeLessThanOrEqual(total.tokens);
    expect(total.high).toBeGreaterThanOrEqual(total.tokens);
    const check = (node: PromptMessage | PromptNode): void => {
      if (node.type !== 'section' && node.type !== 'message') return;
      const below = node.children.reduce((all, child) => all + (child.type === 'section' || child.type === 'image' ? of(child.id) : 0), 0);
      expect(below).toBeLessThanOrEqual(of(node.id));
      node.children.forEach(check);
    };
    document.messages.forEach(check);
    if (id === 'gpt-5') for (const message of document.messages) expect(of(message.id)).toBe(encoding.count(nodeText(message)));
  });
});

describe('models', () => {
  it('says how it counts', () => {
    expect(findModel('gpt-5').count.method).toBe('exact');
    expect(findModel('gpt-6').count.method).toBe('assumed');
    expect(findModel('claude-sonnet-4-5-20250929').id).toBe('claude-sonnet-4-5');
    expect(findModel('claude-sonnet-4-5').count.method).toBe('estimated');
    expect(findModel('gpt-5-turbo-x')).toMatchObject({ provider: 'unknown', contextWindow: null, count: { method: 'estimated' } });
  });
});
