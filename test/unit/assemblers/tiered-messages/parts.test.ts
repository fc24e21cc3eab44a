import { describe, expect, test } from 'vitest';
import { codePoints, estimateTokens, offsetOf } from '../../../../shared/assemblers/tiered-messages/count';
import { historyTokens, readHistory } from '../../../../shared/assemblers/tiered-messages/input/history';
import { readUrls } from '../../../../shared/assemblers/tiered-messages/input/urls';
import { sourceId } from '../../../../shared/document/builders';
import type { PromptNode } from '../../../../shared/document/types';
import { leaves, nodeText } from '../../../../shared/document/walk';
import type { SourceFile } from '../../../../shared/sources/types';
import { expectVerbatim, verbatimLeaves } from '../../../support/provenance';

function source(text: string): SourceFile {
  return { id: sourceId('x'), path: '/x', as: 'x', text };
}

function expectSomeVerbatim(nodes: readonly PromptNode[], text: string): void {
  const all = nodes.flatMap(leaves);
  expect(verbatimLeaves(all).length).toBeGreaterThan(0);
  expectVerbatim(all, text);
}

describe('counting', () => {
  test('characters are code points, a quarter of them tokens, at least one', () => {
    expect([codePoints('a🦜b'), codePoints('\uD83E'), codePoints('')]).toEqual([3, 1, 0]);
    expect([offsetOf('a🦜b', 2), offsetOf('ab', 9)]).toEqual([3, 2]);
    expect([estimateTokens(''), estimateTokens('abcdefg'), estimateTokens('🦜'.repeat(8))]).toEqual([1, 1, 2]);
  });
});

describe('history', () => {
  const text =
    '{"role":"user","content":"one"}\r\n\r\n' +
    '{"role":"assistant","content":"a\\nb","time":3}\r\n' +
    '{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":""}]}';

  test('every line keeps its number and its place, whatever the line ends', () => {
    const { entries, findings } = readHistory(source(text));
    expect(entries.map(({ index, role, text: said }) => [index, role, said])).toEqual([
      [0, 'user', 'one'],
      [1, 'assistant', 'a\nb'],
      [2, 'user', 'x'],
    ]);
    expect(findings).toEqual([]);
    expectSomeVerbatim(
      entries.flatMap(({ children }) => children),
      text,
    );
  });

  test('a broken line keeps its number', () => {
    const { entries, left } = readHistory(
      source('{"role":"user","content":"one"}\noops\n{"role":"user","content":"two"}'),
    );
    expect(entries.map(({ index }) => index)).toEqual([0, 2]);
    expect(left.map(({ id }) => id)).toEqual(['history/1']);
  });

  test('a message costs its text, four for itself and a thousand for an image', () => {
    const gif = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACADs=';
    const content = [
      { type: 'text', text: 'eight ch' },
      { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: gif } },
    ];
    const [entry] = readHistory(source(JSON.stringify({ role: 'user', content }))).entries;
    expect(entry === undefined ? 0 : historyTokens(entry, estimateTokens)).toBe(2 + 4 + 1000);
  });
});

describe('URLs', () => {
  const one = (entry: unknown): string =>
    readUrls(source(JSON.stringify([entry])))
      .nodes.map(nodeText)
      .join('');

  test('summary before readme before content', () => {
    expect(one({ url: 'u', summary: 's', readme: 'r', content: 'c' })).toBe('## u\n\ns');
    expect(one({ url: 'u', readme: 'r', content: 'c' })).toBe('## u\n\nr');
    expect(one({ url: 'u', summary: '', content: 'c' })).toBe('## u\n\nc');
  });

  test('title and symbol map where there are any', () => {
    expect(one({ url: 'u', title: 'T', content: 'c', symbolMap: 'm' })).toBe(
      '## u\n\n**T**\n\nc\n\n\n### Symbol Map\n```\nm\n```',
    );
    expect(one({ url: 'u', symbolMap: 'm' })).toBe('## u\n\n\n### Symbol Map\n```\nm\n```');
  });

  test('an entry without a body still names its page', () => {
    expect(one({ url: 'u', title: 'T' })).toBe('## u\n\n**T**');
    expect(one({ url: 'u' })).toBe('## u');
    expect(readUrls(source('[{"url":"u","title":"T"}]')).findings).toEqual([]);
  });

  test('their characters keep their place', () => {
    const text = JSON.stringify([{ url: 'https://example.org', title: 'a "b"', content: 'line\nline' }], null, 2);
    expectSomeVerbatim(readUrls(source(text)).nodes, text);
  });

  test.each([
    ['{}', 'urls-shape'],
    ['[', 'urls-syntax'],
    ['[{}]', 'url-entry'],
  ])('%s is reported as %s', (text, ruleId) => {
    expect(readUrls(source(text)).findings.map((finding) => finding.ruleId)).toContain(ruleId);
  });
});
