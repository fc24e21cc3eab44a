import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoByIdentity, memoLast, sameItems } from '../../../shared/basics/memo';

describe('memoByIdentity', () => {
  it('computes a value once per object, even if it is false, empty or null', () => {
    for (const value of [false, 0, '', null, { an: 'object' }]) {
      const asked: object[] = [];
      const find = memoByIdentity((key: object) => {
        asked.push(key);
        return value;
      });
      const [one, other] = [{}, {}];
      expect([find(one), find(other), find(one), find(other)]).toEqual([value, value, value, value]);
      expect(asked).toEqual([one, other]);
      expect(asked[0]).toBe(one);
      expect(asked[1]).toBe(other);
    }
  });

  it('supports recursive functions', () => {
    interface Tree {
      readonly below: readonly Tree[];
    }
    let asked = 0;
    const size = memoByIdentity((tree: Tree): number => {
      asked += 1;
      return tree.below.reduce((sum, each) => sum + size(each), 1);
    });
    const leaf: Tree = { below: [] };
    expect(size({ below: [leaf, leaf, { below: [leaf] }] })).toBe(5);
    expect(asked).toBe(3);
  });
});

describe('memoLast', () => {
  it('gives the fresh result, and recomputes only when something differs', () => {
    const key = fc.nat(2);
    const dependsOn = fc.array(fc.nat(2), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(key, dependsOn), { maxLength: 30 }), (calls) => {
        const keys = [{}, {}, {}];
        const last = memoLast<object, string>();
        const before = new Map<number, string>();
        for (const [index, items] of calls) {
          let isFound = false;
          const wanted = `${index}: ${items.join()}`;
          const value = last(keys[index] ?? {}, items, () => {
            isFound = true;
            return wanted;
          });
          expect(value).toBe(wanted);
          expect(isFound).toBe(before.get(index) !== wanted);
          before.set(index, wanted);
        }
      }),
    );
  });
});

describe('sameItems', () => {
  it('compares items by identity', () => {
    const item = {};
    expect(sameItems([item, 1], [item, 1])).toBe(true);
    expect(sameItems([item], [{}])).toBe(false);
    expect(sameItems([item], [item, item])).toBe(false);
  });
});
