import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments, listedChanges } from '../../../shared/analysis/compare/compare';
import { firstDivergence } from '../../../shared/analysis/compare/divergence';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { documentOf } from '../../../shared/analysis/rules/example';
import { builtin, image, message, nodeId, section, tool } from '../../../shared/document/builders';
import { writeJson } from '../../../shared/document/json-text';
import type { NodeId, PromptDocument, PromptNode } from '../../../shared/document/types';
import { loadEncoding } from '../../../shared/tokenizers/load';

const encoding = await loadEncoding('o200k_base');

/** What a test makes a node of: text, an image or omission, or a section with more of them. */
type Shape =
  { readonly text: string } | { readonly image: string } | { readonly name: string; readonly parts: readonly Shape[] };

const words = fc.constantFrom('', 'a', 'some words ', '\n\n', 'Be brief.', 'Answer in French, please.');
const shapes: fc.Arbitrary<readonly Shape[]> = fc.letrec<{ parts: readonly Shape[]; part: Shape }>((tie) => ({
  parts: fc.array(tie('part'), { maxLength: 5 }),
  part: fc.oneof(
    { depthSize: 'small' },
    words.map((text) => ({ text })),
    fc.constantFrom('AAAA', 'BBBB').map((data) => ({ image: data })),
    fc.record({ name: fc.constantFrom('Rules', 'Voice', 'Tone'), parts: tie('parts') }),
  ),
})).parts;

function nodesOf(parent: NodeId, parts: readonly Shape[]): readonly PromptNode[] {
  const used = new Set<string>();
  return parts.flatMap((part, index): readonly PromptNode[] => {
    if ('text' in part) return [builtin('t', part.text)];
    const id = nodeId(parent, 'image' in part ? `image-${index}` : part.name);
    if (used.has(id)) return [];
    used.add(id);
    return [
      'image' in part ? image(id, 'image/png', part.image) : section(id, part.name, 'L1', nodesOf(id, part.parts)),
    ];
  });
}

const documents: fc.Arbitrary<PromptDocument> = fc
  .record({
    tools: fc.uniqueArray(fc.constantFrom('open', 'close', 'find'), { maxLength: 3 }),
    messages: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('one', 'two', 'three'),
        role: fc.constantFrom('user', 'assistant'),
        parts: shapes,
      }),
      { selector: ({ id }) => id, maxLength: 3 },
    ),
  })
  .map(({ tools, messages }) => ({
    ...documentOf(
      messages.map(({ id, role, parts }) => message(nodeId(id), role, 'L1', 'block', nodesOf(nodeId(id), parts))),
    ),
    tools: tools.map((name) => tool(nodeId('tools', name), name, 'L1', [builtin('t', name)], writeJson({}))),
  }));

describe('the rows of a comparison', () => {
  it('account for every change, and add up to the change of the total', () => {
    const counted = (document: PromptDocument) => analyze(document, findModel('gpt-5'), encoding);
    fc.assert(
      fc.property(documents, documents, (was, now) => {
        const comparison = compareDocuments(was, now, { before: counted(was), after: counted(now) });
        const listed = listedChanges(comparison);
        const sum = listed.reduce((all, { tokens }) => all + tokens, 0);
        expect(sum + comparison.overhead).toBe(comparison.tokens);
        const isSame = comparison.changes.every(({ kind }) => kind === 'same');
        expect(firstDivergence(was, now) === undefined || !isSame).toBe(true);
        expect(new Set(comparison.changes.map(({ id }) => id)).size).toBe(comparison.changes.length);
        expect(listedChanges(compareDocuments(now, now))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('have one of the text that stands before, between and behind the sections', () => {
    const request = (before: string, between: string) =>
      documentOf([
        message(nodeId('system'), 'system', 'L0', 'system', [
          builtin('t', before),
          section(nodeId('system', 'Rules'), 'Rules', 'L0', [builtin('t', 'Be brief.')]),
          builtin('t', between),
          section(nodeId('system', 'Voice'), 'Voice', 'L0', [builtin('t', 'Be kind.')]),
        ]),
      ]);
    const listed = (was: PromptDocument, now: PromptDocument) =>
      listedChanges(compareDocuments(was, now)).map(({ id, name, kind }) => [id, name, kind]);
    expect(listed(request('Today.', '\n'), request('Yesterday.', '\n'))).toEqual([['system', 'other text', 'changed']]);
    expect(listed(request('Today.', '\n'), request('', 'Today.\n'))).toEqual([['system', 'other text', 'changed']]);
    expect(listed(request('', ''), request('', '\n'))).toEqual([['system', 'other text', 'changed']]);
    expect(listed(request('', ''), request('', ''))).toEqual([]);
  });

  it('have one of an image in a text, and of a role', () => {
    const picture = (data: string, role: 'user' | 'assistant' = 'user') =>
      documentOf([
        message(nodeId('u'), role, 'L1', 'prompt', [
          builtin('t', 'Look: '),
          image(nodeId('u/image'), 'image/png', data),
        ]),
      ]);
    const listed = (was: PromptDocument, now: PromptDocument) =>
      listedChanges(compareDocuments(was, now)).map(({ id, kind }) => [id, kind]);
    expect(listed(picture('AAAA'), picture('BBBB'))).toEqual([['u/image', 'changed']]);
    expect(listed(picture('AAAA'), picture('AAAA', 'assistant'))).toEqual([['u', 'changed']]);
  });
});
