import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, message, nodeId, omitted, section } from '../../../shared/document/builders';
import { layoutMessage } from '../../../shared/document/layout';
import type { PromptMessage, PromptNode } from '../../../shared/document/types';

type Shape = string | readonly Shape[] | null;

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constant(null),
    fc.array(tie('shape'), { maxLength: 4 }),
  ),
}));

function nodesOf(shapes: readonly Shape[], path: string): readonly PromptNode[] {
  return shapes.map((each, index): PromptNode => {
    const id = nodeId(path, String(index));
    if (each === null) return omitted(id, 'left out', 'L1', { reason: 'condition-false', condition: 'never' });
    return typeof each === 'string' ? frame(each) : section(id, 'part', 'L1', nodesOf(each, id));
  });
}

const messages = fc
  .array(shape, { maxLength: 6 })
  .map((shapes): PromptMessage => message(nodeId('m'), 'user', 'L0', 'block', nodesOf(shapes, 'm')));

describe('the layout of a message', () => {
  it('gives the same slices as the whole text, also before the whole is built', () => {
    fc.assert(
      fc.property(messages, fc.nat(30), fc.nat(30), (each, start, length) => {
        const layout = layoutMessage(each);
        const part = layout.slice(start, start + length);
        expect(part).toBe(layout.text.slice(start, start + length));
        expect(layout.slice(start, start + length)).toBe(part);
        expect(layout.length).toBe(layout.text.length);
        expect(String(layout)).toBe(layout.text);
      }),
    );
  });

  it('finds the leaf of every character, and none outside', () => {
    fc.assert(
      fc.property(messages, (each) => {
        const layout = layoutMessage(each);
        for (let offset = -1; offset <= layout.length; offset += 1) {
          expect(layout.leafAt(offset)).toEqual(
            layout.leaves.find(({ start, end }) => start <= offset && offset < end),
          );
        }
      }),
    );
  });
});
