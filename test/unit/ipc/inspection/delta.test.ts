import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDelta, deltaOf } from '../../../../shared/ipc/inspection/delta';

const leaf = fc.oneof(
  fc.string(),
  fc.string({ minLength: 60, maxLength: 200 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('a', 'b', 'id', 'value', 'count', 'from', '__proto__'), fc.string()),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
}));
const plain = (any: unknown): unknown => JSON.parse(JSON.stringify(any));

describe('deltas', () => {
  it('apply to give the new value', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const [a, b] = [plain(before), plain(after)];
        expect(plain(applyDelta(a, deltaOf(a, b)))).toEqual(b);
      }),
      { numRuns: 500 },
    );
  });

  it('survive the bridge', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const [a, b] = [plain(before), plain(after)];
        expect(plain(applyDelta(structuredClone(a), structuredClone(deltaOf(a, b))))).toEqual(b);
      }),
    );
  });

  it('leave out what is the same, and keep it the same object', () => {
    const before = {
      messages: [
        { id: 'a', text: 'x'.repeat(500) },
        { id: 'b', text: 'y' },
      ],
      other: { deep: [1, 2, 3] },
    };
    const after = structuredClone(before);
    expect(deltaOf(before, structuredClone(before))).toEqual({ is: 'same' });
    after.messages.unshift({ id: 'new', text: 'n' });
    const built = applyDelta(before, deltaOf(before, after));
    expect(built).toEqual(after);
    expect(built).toHaveProperty('other', before.other);
    if (
      typeof built !== 'object' ||
      built === null ||
      !('messages' in built) ||
      !Array.isArray(built.messages) ||
      !('other' in built)
    )
      throw new Error('lost its shape');
    expect(built.messages[1]).toBe(before.messages[0]);
    expect(built.other).toBe(before.other);
  });

  it('send one letter for one letter', () => {
    const text = 'a'.repeat(100_000);
    const delta = deltaOf({ text }, { text: `${text.slice(0, 50_000)}q${text.slice(50_000)}` });
    expect(JSON.stringify(delta).length).toBeLessThan(100);
  });
});
