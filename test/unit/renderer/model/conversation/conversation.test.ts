import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../../../renderer/model/conversation/chunks';
import { findMatches } from '../../../../../renderer/model/conversation/find';
import { foldsOfAll, isOpen, openRows, talkRows } from '../../../../../renderer/model/conversation/rows';
import { previewOf } from '../../../../../renderer/model/conversation/texts';
import type { TalkRow } from '../../../../../renderer/model/conversation/talk-row';
import { layoutMessage } from '../../../../../shared/document/layout';
import type { PromptNode } from '../../../../../shared/document/types';
import { largeRequest } from '../../../../support/agent-session';
import { requestDocument } from '../../../../support/request-document';

const document = requestDocument(largeRequest({ messages: 6, resultWords: 900 }));
const rows = talkRows(document);

function said({ content, depth, message }: TalkRow): string {
  const indent = '  '.repeat(depth);
  switch (content.kind) {
    case 'tools':
      return `${indent}${content.count} tools`;
    case 'tool':
      return `${indent}tool ${content.tool.name}`;
    case 'block':
      return `${indent}${content.section.block?.kind} ${content.name}${content.isError ? ' failed' : ''}`;
    case 'text':
      return `${indent}${content.look}${content.whole === null ? '' : ' …'}`;
    case 'section':
      return `${indent}<${content.section.name}>`;
    case 'message':
      return `${message?.number} ${content.message.role}`;
    case 'parameters':
    case 'image':
    case 'breakpoint':
      return `${indent}${content.kind}`;
  }
}

describe('a request as a conversation', () => {
  it('has tools and parameters folded, then each message with its blocks', () => {
    expect(openRows(rows, new Set()).map(said)).toEqual([
      '40 tools',
      'parameters',
      '1 system',
      '  <identity>',
      '    prose',
      '  <Rules>',
      '    prose …',
      'breakpoint',
      '2 user',
      '  <system-reminder>',
      '    prose',
      '  prose',
      '  image',
      '  document harbour-rules.txt',
      '  opaque container_upload',
      '3 assistant',
      '  thinking thinking',
      '  prose',
      '  tool-call harbour_tool_1',
      '    code',
      '  tool-call Bash',
      '    code',
      '4 user',
      '  tool-result result of harbour_tool_1',
      '    code',
      '    image',
      '  tool-result result of Bash',
      '    code …',
      '  <system-reminder>',
      '    prose',
      '5 assistant',
      '  prose',
      '  tool-call harbour_tool_3',
      '    code',
      '  tool-call Bash',
      '    code',
      '6 user',
      '  tool-result result of harbour_tool_3',
      '    code …',
      '  tool-result result of Bash failed',
      '    code',
      '  <system-reminder>',
      '    prose',
      'breakpoint',
      '7 assistant',
      '  thinking thinking',
      '  prose',
    ]);
  });

  it('opens the tools in their order, each with what it is for and its schema laid out', () => {
    const open = openRows(rows, new Set(['-tools', '-tools/0', '-tools/39'])).slice(0, 45);
    expect(open.slice(0, 4).map(said)).toEqual(['40 tools', '  tool Bash', '    prose', '    code']);
    expect(open.slice(-3).map(said)).toEqual(['  tool web_search', '    code', 'parameters']);
    const texts = open.flatMap(({ content }) => (content.kind === 'text' ? [content.text] : []));
    expect(texts[0]).toBe('Runs a shell command and returns what it prints.');
    expect(texts[1]).toContain('  "properties": {\n    "command": {');
    expect(texts[2]).toBe('{\n  "max_uses": 5\n}');
  });

  it('lays out the input of a call, and keeps that of a custom tool as text', () => {
    const [call] = rows.filter(({ key }) => key.startsWith('messages/2/block-2#'));
    expect(call?.content).toMatchObject({
      kind: 'text',
      isLaidOut: true,
      text: expect.stringMatching(/^\{\n {2}"field_0": "/),
    });
    const custom = talkRows(
      requestDocument(
        JSON.stringify({
          model: 'gpt-5.2',
          input: [{ type: 'custom_tool_call', call_id: 'c', name: 'patch', input: '*** Begin\n+a' }],
        }),
      ),
    );
    expect(custom.find(({ content }) => content.kind === 'text' && content.message !== null)?.content).toMatchObject({
      text: '*** Begin\n+a',
      isLaidOut: false,
    });
  });

  it('shows a text of several lines in the input of a call as text', () => {
    const [call] = talkRows(
      requestDocument(
        JSON.stringify({
          model: 'claude-sonnet-4-5',
          max_tokens: 9,
          messages: [
            {
              role: 'assistant',
              content: [
                { type: 'tool_use', id: 'c', name: 'Write', input: { path: 'a.md', text: '# A\n\nb', at: 1.0 } },
              ],
            },
          ],
        }).replace('"at":1', '"at":1.0'),
      ),
    ).flatMap(({ content }) =>
      content.kind === 'text' && content.isLaidOut && content.message !== null ? [content] : [],
    );
    expect(call?.text).toBe('path: "a.md"\ntext:\n  # A\n\n  b\nat: 1.0');
  });

  it('gives the first words of what is folded', () => {
    const of = (kind: string): string =>
      rows.filter(({ content }) => content.kind === kind).map((row) => previewOf(row))[0] ?? '';
    expect(of('message')).toMatch(/^<identity> You keep a harbour\. <\/identity> # Rules /);
    expect(of('tool')).toBe('Runs a shell command and returns what it prints.');
    expect(of('block')).toMatch(/^Article 1\. /);
    expect(Math.max(...rows.map((row) => previewOf(row).length))).toBeLessThanOrEqual(200);
  });

  it('folds all messages and the tools, and opens all messages', () => {
    const folded = new Set(foldsOfAll(rows, new Set(['-tools']), false));
    const outline = openRows(rows, new Set([...folded].filter((fold) => fold !== '-tools'))).map(said);
    expect(folded.has('-tools')).toBe(true);
    expect(outline.join(', ')).toBe(
      '40 tools, parameters, 1 system, breakpoint, 2 user, 3 assistant, 4 user, 5 assistant, 6 user, breakpoint, ' +
        '7 assistant',
    );
    expect(foldsOfAll(rows, new Set(), true)).toEqual([]);
  });

  it('shows text that stands exactly there in its message', () => {
    let found = 0;
    for (const { content } of rows) {
      if (content.kind !== 'text' || content.message === null || content.isLaidOut) continue;
      const { start, text, message } = content;
      expect(layoutMessage(message).slice(start, start + text.length)).toBe(text);
      found += 1;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('has unique keys, and every text of every message in some row', () => {
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    const isLaidOut = (child: PromptNode): boolean =>
      child.type === 'section' && ['tool-call', 'opaque'].includes(child.block?.kind ?? '');
    const plain = document.messages.filter(({ children }) => !children.some(isLaidOut));
    expect(plain.length).toBeGreaterThan(0);
    for (const message of plain) {
      const own = rows.flatMap(({ content }) =>
        content.kind === 'text' && content.message === message && !content.isLaidOut ? [content.text] : [],
      );
      expect(own.join('').replace(/\s+/g, '')).toBe(layoutMessage(message).text.replace(/\s+/g, ''));
    }
  });

  it('finds words in folded texts and names too, and the folds to open for them', () => {
    const matches = findMatches(rows, 'RETURNS WHAT IT PRINTS');
    expect(matches).toEqual([{ row: 'tools/0#0', index: 0 }]);
    const row = rows.find(({ key }) => key === 'tools/0#0');
    expect(row?.under).toEqual(['-tools', '-tools/0']);
    expect(row?.under.every((fold) => isOpen(fold, new Set(row.under)))).toBe(true);
    expect(findMatches(rows, 'harbour_tool_3').length).toBeGreaterThan(2);
    expect(findMatches(rows, '')).toEqual([]);
  });
});

describe('a long text', () => {
  it('is cut into parts that are the whole, none too long, none inside a character', () => {
    const pieces = fc.array(fc.constantFrom('\n', 'a'.repeat(700), '😀'.repeat(300), 'word '), { maxLength: 60 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const chunks = chunksOf(text, 4000);
        expect(chunks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end } of chunks) {
          expect(end - start).toBeLessThanOrEqual(5000);
          expect(/^[\udc00-\udfff]/.test(text.slice(start, end))).toBe(false);
        }
      }),
    );
  });
});
