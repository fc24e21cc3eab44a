import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInspectionStream } from '../../../electron/ipc/inspection-stream';
import { createInspectionStore } from '../../../renderer/stores/inspection';
import { frame, message, nodeId, section, sourceId, text } from '../../../shared/document/builders';
import type { PromptDocument, PromptNode } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection';
import { findMove, moveSpans, moveSpansWithin } from '../../../shared/ipc/moved-spans';
import { inspectionOf } from '../inspection';

/** Leaves one behind the other in their files, as an assembler would place them. */
function documentOf(pieces: readonly (readonly [file: string, value: string])[], perSection: number): PromptDocument {
  const ends = new Map<string, number>();
  const leaves = pieces.map(([file, value]): PromptNode => {
    if (file === '') return frame(value);
    const start = ends.get(file) ?? 0;
    ends.set(file, start + value.length);
    return text(value, { kind: 'file', source: sourceId(file), span: { start, end: start + value.length } });
  });
  const sections = Array.from({ length: Math.ceil(leaves.length / perSection) }, (_, index) =>
    section(
      nodeId('system', String(index)),
      String(index),
      'L0',
      leaves.slice(index * perSection, (index + 1) * perSection),
    ),
  );
  return {
    irVersion: 2,
    architecture: 'x',
    variant: '',
    parameters: [],
    tools: [],
    messages: [message(nodeId('system'), 'system', 'L0', 'system', sections)],
    breakpoints: [],
    aside: [],
  };
}

const pieces = fc.array(fc.tuple(fc.constantFrom('a.json', 'a.json', 'b.md', ''), fc.string({ maxLength: 8 })), {
  minLength: 1,
  maxLength: 300,
});

describe('spans that moved', () => {
  it('leave the page with the very inspection that was sent, whatever changed', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.nat(),
        fc.string({ maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (list, at, typed, perSection) => {
          const stream = createInspectionStream();
          const page = createInspectionStore();
          const before: Inspection = { ...inspectionOf(1), document: documentOf(list, perSection) };
          const edited = list.map(
            ([file, value], index) => [file, index === at % list.length ? value + typed : value] as const,
          );
          const after: Inspection = { ...inspectionOf(2), document: documentOf(edited, perSection) };
          page.follow(JSON.parse(JSON.stringify(stream(before))));
          expect(page.follow(JSON.parse(JSON.stringify(stream(after))))).toBe(true);
          expect(page.store.getState().shown?.inspection).toEqual(after);
        },
      ),
    );
  });

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

  it('are said once for a file of thousands of leaves', () => {
    const list = Array.from({ length: 6000 }, (_, index) => ['a.json', `piece ${index} of a large file`] as const);
    const stream = createInspectionStream();
    stream({ ...inspectionOf(1), document: documentOf(list, 5) });
    const change = stream({
      ...inspectionOf(2),
      document: documentOf(
        list.map(([file, value], index) => [file, index === 3 ? `${value}!` : value]),
        5,
      ),
    });
    expect(change.moved).toMatchObject({ source: 'a.json', by: 1 });
    expect(JSON.stringify(change).length).toBeLessThan(1000);
  });

  it('are not looked for where few moved, and keep what did not move the same', () => {
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
