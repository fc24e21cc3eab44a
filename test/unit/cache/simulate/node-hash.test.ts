import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodeHash } from '../../../../shared/cache/simulate/node-hash';
import { builtin, image, nodeId, omitted, section } from '../../../../shared/document/builders';
import type { PromptNode } from '../../../../shared/document/types';
import { nodeText } from '../../../../shared/document/walk';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\0', 'é', '\ud83d', '\ude00'), maxLength: 12 });
const node: fc.Arbitrary<PromptNode> = fc.letrec<{ node: PromptNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    text.map((value) => builtin('t', value)),
    fc.array(tie('node'), { maxLength: 4 }).map((children) => section(nodeId('s'), 's', 'L1', children)),
  ),
})).node;

it('is equal exactly if the texts are, however they are divided', () => {
  fc.assert(
    fc.property(node, node, (one, other) => {
      expect(nodeHash(one) === nodeHash(other)).toBe(nodeText(one) === nodeText(other));
      expect(nodeHash(one)).toBe(nodeHash(builtin('t', nodeText(one))));
    }),
    { numRuns: 2000 },
  );
});

it('distinguishes texts that differ in one place, in two swapped places, or in their end', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index % 977} `).join('');
  const texts = new Set([words, `${words} `, words.slice(1), '', '\0', '\0\0']);
  for (let at = 0; at < words.length; at += 37) texts.add(`${words.slice(0, at)}~${words.slice(at + 1)}`);
  for (const distance of [1, 2, 64, 1024, 4096, 16_384])
    texts
      .add(`${words.slice(0, 5)}#${words.slice(6, 5 + distance)}!${words.slice(6 + distance)}`)
      .add(`${words.slice(0, 5)}!${words.slice(6, 5 + distance)}#${words.slice(6 + distance)}`);
  expect(new Set([...texts].map((each) => nodeHash(builtin('t', each)))).size).toBe(texts.size);
});

it('hashes images by content, and ignores omitted nodes', () => {
  const picture = (data: string): string => nodeHash(image(nodeId('i'), 'image/png', data));
  expect(picture('AAAA')).not.toBe(picture('AAAB'));
  expect(nodeHash(omitted(nodeId('o'), 'o', 'L1', { reason: 'condition-false', condition: 'never' }))).toBe(
    nodeHash(builtin('t', '')),
  );
});
