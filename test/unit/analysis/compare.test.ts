import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../shared/analysis/compare/compare';
import { firstDivergence } from '../../../shared/analysis/compare/divergence';
import { sharedTextStart } from '../../../shared/basics/shared-ends';
import { documentOf, user } from '../../../shared/analysis/rules/example';
import { builtin, image, message, nodeId, section, tool } from '../../../shared/document/builders';
import { writeJson } from '../../../shared/document/json-text';
import type { PromptDocument, PromptNode } from '../../../shared/document/types';
import { utf8Before, utf8Length } from '../../../shared/document/utf8-length';
import { nodeText } from '../../../shared/document/walk';
import { taggedSections } from '../../../shared/assemblers/tagged-sections';
import { assembleWorkspace } from '../../support/assemble';

const agent = (identity: string) =>
  JSON.stringify({ name: 'S', trust: 'sandbox', identity, instructions: 'Be brief.' });
const build = (identity: string, settings = {}) =>
  assembleWorkspace(taggedSections, { 'agents/s/agent.json': agent(identity) }, settings).document;

describe('sharedTextStart', () => {
  it('equals a plain loop', () => {
    const plain = (a: string, b: string) => {
      let at = 0;
      while (at < Math.min(a.length, b.length) && a[at] === b[at]) at += 1;
      return at;
    };
    const text = fc.string({ maxLength: 9000, size: 'max' });
    fc.assert(
      fc.property(text, text, fc.nat(9000), (a, b, cut) => {
        expect(sharedTextStart(a, a.slice(0, cut) + b)).toBe(plain(a, a.slice(0, cut) + b));
      }),
    );
  });
});

describe('compareDocuments', () => {
  it('names the changed section, and the first differing character with its place in the file', () => {
    const { changes, first } = compareDocuments(build('You are Ada.'), build('You are Bob.'));
    expect(changes.filter(({ kind }) => kind !== 'same').map(({ id, kind }) => [id, kind])).toEqual([
      ['system/Identity', 'changed'],
    ]);
    expect(first).toMatchObject({
      node: 'system/Identity',
      offset: '<Identity>\nYou are '.length,
      bytes: '<Identity>\nYou are '.length,
    });
    expect(agent('You are Bob.').slice(first?.sourceOffset, (first?.sourceOffset ?? 0) + 3)).toBe('Bob');
  });

  it('reports added and removed when a condition flips', () => {
    const [off, on] = [build('I'), build('I', { background: true })];
    expect(compareDocuments(off, on).changes.find(({ id }) => id === 'system/Background')?.kind).toBe('added');
    expect(compareDocuments(on, off).changes.find(({ id }) => id === 'system/Background')?.kind).toBe('removed');
  });

  it('finds nothing between equal builds', () => {
    const { changes, first } = compareDocuments(build('I'), build('I'));
    expect(first).toBeUndefined();
    expect(changes.every(({ kind }) => kind === 'same')).toBe(true);
  });
});

describe('firstDivergence', () => {
  const withTools = (...descriptions: readonly string[]) => ({
    ...documentOf([user('u', 'hello')]),
    tools: descriptions.map((text, index) =>
      tool(nodeId('tools', String(index)), `t${index}`, 'L1', [builtin('t', text)], writeJson({})),
    ),
  });

  it('looks at tools first, and counts their bytes', () => {
    expect(firstDivergence(withTools('a', 'b'), withTools('a', 'c'))).toMatchObject({
      node: 'tools/1',
      message: 'tools/1',
    });
    expect(firstDivergence(withTools('a'), withTools('a', 'c'))).toMatchObject({ node: 'tools/1', offset: 0 });
    expect(firstDivergence(withTools('a', 'b'), withTools('a'))).toMatchObject({ node: 'tools/1' });
    const other = { ...withTools('a'), messages: [user('u', 'help')] };
    expect(firstDivergence(withTools('a'), other)).toMatchObject({
      node: 'u',
      offset: 3,
      bytes: JSON.stringify({ name: 't0', description: 'a', input_schema: {} }).length + 3,
    });
  });

  it('detects another image between equal texts', () => {
    const picture = (data: string) =>
      documentOf([
        message(nodeId('u'), 'user', 'active', 'prompt', [
          builtin('a', 'Look: '),
          image(nodeId('u/image'), 'image/png', data),
          builtin('b', ' nice'),
        ]),
      ]);
    expect(firstDivergence(picture('AAAA'), picture('BBBB'))).toMatchObject({ node: 'u/image', offset: 6, bytes: 6 });
    expect(firstDivergence(picture('AAAA'), picture('AAAA'))).toBeUndefined();
  });

  it('counts bytes as UTF-8 does, lone surrogates included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });

  const piece = fc.constantFrom('', 'a', 'words ', 'é', '\u20ac', '\ud83d', '\ude00', '\ud83d\ude00', 'x'.repeat(5000));
  const parts = fc.array(fc.array(piece, { maxLength: 3 }), { maxLength: 5 });
  const nodesOf = (texts: readonly (readonly string[])[]): readonly PromptNode[] =>
    texts.map((each, index) =>
      section(
        nodeId('u', String(index)),
        '',
        'L1',
        each.map((text) => builtin('t', text)),
      ),
    );
  const whole = (nodes: readonly PromptNode[]): PromptDocument =>
    documentOf([message(nodeId('u'), 'user', 'L1', 'prompt', nodes)]);

  it('is the byte offset of the first differing character, whatever both share', () => {
    fc.assert(
      fc.property(parts, fc.nat(5), fc.nat(2), parts, (before, at, dropped, instead) => {
        const nodes = nodesOf(before);
        const next = nodes.toSpliced(at, dropped, ...nodesOf(instead));
        const [was, now] = [nodes, next].map((each) => each.map(nodeText).join(''));
        const offset = sharedTextStart(was ?? '', now ?? '');
        const found = firstDivergence(whole(nodes), whole(next));
        const place = { message: 'u', offset, bytes: Buffer.byteLength((now ?? '').slice(0, offset)) };
        expect(found === undefined).toBe(was === now);
        expect({ ...place, ...found }).toMatchObject(place);
        expect(firstDivergence(structuredClone(whole(nodes)), whole(next))).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it('counts the bytes before any place, even if a surrogate pair spans two leaves', () => {
    fc.assert(
      fc.property(parts, fc.nat(30), (texts, offset) => {
        const [only] = whole(nodesOf(texts)).messages;
        if (only === undefined) throw new Error('no message');
        for (const at of [offset, nodeText(only).length])
          expect(utf8Before(only, at)).toBe(Buffer.byteLength(nodeText(only).slice(0, at)));
      }),
    );
  });
});
