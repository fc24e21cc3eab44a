import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../../shared/document/builders';
import { encodeChange } from '../../../../shared/ipc/inspection/inspection-change';
import { findMove, moveSpans, moveSpansWithin } from '../../../../shared/ipc/inspection/moved-spans';
import { inspectionOf } from '../../../support/inspection';
import { documentOf } from '../../../support/ipc/laid-out';

const pieces = fc.array(fc.tuple(fc.constantFrom('a.json', 'a.json', 'b.md', ''), fc.string({ maxLength: 8 })), {
  minLength: 1,
  maxLength: 300,
});

describe('spans that moved', () => {
  it('move within a document as they move in a copy of it', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.constantFrom('a.json', 'b.md', 'c'),
        fc.nat({ max: 400 }),
        fc.integer({ min: -5, max: 5 }),
        (list, file, from, by) => {
          const document = documentOf(list, 3);
          const [first] = document.messages;
          const move = { source: sourceId(file), from, by };
          const moved = structuredClone(moveSpans(document, move));
          moveSpansWithin(document, move);
          expect(document).toEqual(moved);
          expect(document.messages[0]).toBe(first);
        },
      ),
    );
  });

  it('are sent as one shift for a file of thousands of leaves', () => {
    const list = Array.from({ length: 6000 }, (_, index) => ['a.json', `piece ${index} of a large file`] as const);
    const edited = list.map(([file, value], index) => [file, index === 3 ? `${value}!` : value] as const);
    const change = encodeChange(
      { ...inspectionOf(1), document: documentOf(list, 5) },
      { ...inspectionOf(2), document: documentOf(edited, 5) },
    );
    expect(change.moved).toMatchObject({ source: 'a.json', by: 1 });
    expect(JSON.stringify(change).length).toBeLessThan(1000);
  });

  it('are not searched where few moved, and unmoved nodes stay the same', () => {
    const one = documentOf(
      [
        ['a.json', 'x'],
        ['b.md', 'y'],
        ['a.json', 'z'],
      ],
      1,
    );
    const two = documentOf(
      [
        ['a.json', 'xx'],
        ['b.md', 'y'],
        ['a.json', 'z'],
      ],
      1,
    );
    expect(findMove(one, two)).toBeNull();
    const move = findMove(one, two, 1);
    expect(move).toEqual({ source: 'a.json', from: 1, by: 1 });
    const moved = move === null ? one : moveSpans(one, move);
    expect(moved.messages[0]?.children[1]).toBe(one.messages[0]?.children[1]);
    expect(moved.messages[0]?.children[2]).toEqual(two.messages[0]?.children[2]);
  });
});
