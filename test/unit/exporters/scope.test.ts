import { describe, expect, it } from 'vitest';
import { exportDocument } from '../../../shared/exporters';
import { scopeDocument, type Scope } from '../../../shared/exporters/scope';
import { frame, message, nodeId, section, setting, tool } from '../../../shared/document/builders';
import { knownJson } from '../../../shared/document/json-text';
import type { PromptDocument } from '../../../shared/document/types';
import { sampleDocument } from '../../support/sample-document';

const part = (name: string, tier: 'L0' | 'L1') =>
  section(nodeId('system', name), name, tier, [
    frame(`<${name}>`),
    setting('x', name.toLowerCase()),
    frame(`</${name}>`),
  ]);
const document: PromptDocument = sampleDocument({
  messages: [
    message(nodeId('system'), 'system', 'L0', 'system', [
      part('A', 'L0'),
      frame('\n\n'),
      part('B', 'L0'),
      frame('\n\n'),
      part('C', 'L1'),
    ]),
  ],
});
const textOf = (scope: Scope): string => exportDocument(scopeDocument(document, scope), 'text').body;

describe('the scope of a copy', () => {
  it('is the document itself when it is all', () => {
    expect(scopeDocument(document, { kind: 'all' })).toBe(document);
  });
  it('is one section with its tags', () => {
    expect(textOf({ kind: 'node', id: 'system/B' })).toBe('<B>b</B>');
    expect(textOf({ kind: 'node', id: 'system' })).toBe('<A>a</A>\n\n<B>b</B>\n\n<C>c</C>');
    expect(textOf({ kind: 'node', id: 'nowhere' })).toBe('');
  });
  it('is one tier, with the text between its sections', () => {
    expect(textOf({ kind: 'tier', tier: 'L0' })).toBe('<A>a</A>\n\n<B>b</B>');
    expect(textOf({ kind: 'tier', tier: 'L1' })).toBe('<C>c</C>');
    expect(textOf({ kind: 'tier', tier: 'active' })).toBe('');
  });
  it('is a selection, cut anywhere', () => {
    expect(textOf({ kind: 'ranges', ranges: [{ message: 'system', start: 4, end: 12 }] })).toBe(
      '</A>\n\n<B'.slice(0, 8),
    );
  });
  it('is a selection in the text of the tools', () => {
    const look = tool(
      nodeId('tools', '0'),
      'look',
      'L0',
      [setting('x', 'Look around.')],
      knownJson('{"type":"object"}'),
    );
    const withTools = { ...document, tools: [look] };
    const { body } = exportDocument(
      scopeDocument(withTools, {
        kind: 'ranges',
        ranges: [
          { message: 'tools', start: 0, end: 45 },
          { message: 'system', start: 0, end: 3 },
        ],
      }),
      'text',
    );
    expect(body).toBe('Tools\n\nlook\nLook around.\n\n{\n  "type": "object\n\n<A>');
    expect(textOf({ kind: 'all' })).not.toContain('look');
  });
});
