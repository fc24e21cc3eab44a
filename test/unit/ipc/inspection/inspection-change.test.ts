import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { createInspectionFeed } from '../../../../electron/ipc/inspection-feed';
import { createInspectionStore } from '../../../../renderer/stores/inspection';
import type { PromptDocument, PromptMessage, SectionNode } from '../../../../shared/document/types';
import { countChanges } from '../../../../shared/ipc/inspection/delta';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { decodeChange, encodeChange, type InspectionChange } from '../../../../shared/ipc/inspection/inspection-change';
import { requestDocument } from '../../../support/request-document';
import { inspectionOf } from '../../../support/inspection';
import { documentOf } from '../../../support/ipc/laid-out';

type Piece = readonly [file: string, value: string];
type Parent = PromptMessage | SectionNode;

const overTheBridge = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const piece: fc.Arbitrary<Piece> = fc.tuple(
  fc.constantFrom('a.json', 'a.json', 'a.json', 'b.md', ''),
  fc.string({ minLength: 1, maxLength: 8 }),
);

/** Short lists, and lists long enough for moved spans to be sent as one shift. */
const pieceLists = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 40, size: 'max' }),
  fc.array(piece, { minLength: 250, maxLength: 300, size: 'max' }),
);

/** Types after one piece, or replaces a number of pieces. */
const step = fc.record({
  at: fc.nat({ max: 300 }),
  how: fc.oneof(
    fc.record({ typed: fc.string({ minLength: 1, maxLength: 4 }) }),
    fc.record({ gone: fc.nat({ max: 2 }), come: fc.array(piece, { maxLength: 2 }) }),
  ),
  watching: fc.nat({ max: 3 }),
  isEnded: fc.boolean(),
});

/** Messages and sections by id. Ids are made from structure, so equal ids mean the same place. */
function parentsOf({ messages }: PromptDocument): ReadonlyMap<string, Parent> {
  const found = new Map<string, Parent>();
  const see = (node: Parent): void => {
    found.set(node.id, node);
    for (const child of node.children) if (child.type === 'section') see(child);
  };
  messages.forEach(see);
  return found;
}

describe('an inspection as what changed', () => {
  it('decodes to what was encoded, and unchanged parts stay the same objects', () => {
    let moves = 0;
    fc.assert(
      fc.property(
        pieceLists,
        fc.integer({ min: 1, max: 40 }),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        (pieces, perSection, steps) => {
          let list: readonly Piece[] = pieces;
          let before: Inspection = { ...inspectionOf(1), document: documentOf(list, perSection) };
          let page = decodeChange(null, overTheBridge(encodeChange(null, before)));
          for (const [index, { at, how, watching, isEnded }] of steps.entries()) {
            list =
              'typed' in how
                ? list.map(([file, value], place) => [file, place === at % list.length ? value + how.typed : value])
                : list.toSpliced(at % (list.length + 1), how.gone, ...how.come);
            const after: Inspection = {
              ...inspectionOf(index + 2),
              document: documentOf(list, perSection),
              watching,
              ...(isEnded ? { panels: {}, asks: [] } : { trusted: ['/x'] }),
            };
            const change = overTheBridge(encodeChange(before, after));
            expect(change.base).toBe(before.revision);
            if (change.moved !== undefined) moves += 1;
            if (page === null) throw new Error('the page lost its base');
            const [was, own] = [structuredClone(page.document), parentsOf(page.document)];
            const next = decodeChange(page, change);
            // Not `toEqual`: it would print a diff for every shrunk example.
            expect(isDeepStrictEqual(next, after), 'it is decoded to something else').toBe(true);
            const [old, now] = [parentsOf(was), next === null ? new Map<string, Parent>() : parentsOf(next.document)];
            const same = [...now].filter(([id, node]) => isDeepStrictEqual(old.get(id), node));
            for (const [id, node] of same) expect(node === own.get(id), `${id} is another object`).toBe(true);
            [page, before] = [next, after];
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(moves).toBeGreaterThan(0);
  });

  it('is complete for a page that has nothing, and for another folder', () => {
    expect(encodeChange(null, inspectionOf(2)).base).toBeNull();
    expect(encodeChange(inspectionOf(1), inspectionOf(2, '/other')).base).toBeNull();
  });

  it('cannot be decoded on another base', () => {
    const change = encodeChange(inspectionOf(1), inspectionOf(2));
    expect(decodeChange(null, change)).toBeNull();
    expect(decodeChange(inspectionOf(3), change)).toBeNull();
  });

  it('stops counting changed places as early as it can', () => {
    const many = {
      is: 'array' as const,
      items: Array.from({ length: 50 }, (_, from) => ({ from, change: { is: 'value' as const, value: 1 } })),
    };
    expect(countChanges(many, 100)).toBe(50);
    expect(countChanges(many, 10)).toBe(11);
    expect(countChanges({ is: 'same' }, 10)).toBe(0);
  });
});

describe('the feed of a page', () => {
  function stage() {
    const sent: InspectionChange[] = [];
    return { sent, feed: createInspectionFeed((change) => sent.push(overTheBridge(change))) };
  }

  it('sends nothing before the page listens, then the whole inspection once, then changes', () => {
    const { sent, feed } = stage();
    const page = createInspectionStore();
    feed.show(inspectionOf(1));
    expect(sent).toEqual([]);
    feed.follow();
    feed.show({ ...inspectionOf(2), watching: 7 });
    expect(sent.map(({ base, revision }) => [base, revision])).toEqual([
      [null, 1],
      [1, 2],
    ]);
    expect(sent.map((change) => page.follow(change))).toEqual([true, true]);
    expect(page.store.getState().shown?.inspection).toEqual({ ...inspectionOf(2), watching: 7 });
  });

  it('never sends the body of a request', () => {
    const { sent, feed } = stage();
    const document = requestDocument('{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"Hi"}]}');
    expect(document.sent?.text).toContain('claude-sonnet-4-5');
    feed.follow();
    feed.show({ ...inspectionOf(1), document });
    feed.show({ ...inspectionOf(2), document, watching: 7 });
    const page = createInspectionStore();
    expect(sent.map((change) => page.follow(change))).toEqual([true, true]);
    expect(page.store.getState().shown?.inspection.document.sent).toEqual({ ...document.sent, text: undefined });
    expect(JSON.stringify(sent)).not.toContain('"text":"{');
    expect(JSON.stringify(sent[1])).not.toContain('anthropic');
  });

  it('starts again with the whole for a page that comes in the place of another', () => {
    const { sent, feed } = stage();
    feed.follow();
    feed.show(inspectionOf(1));
    feed.stop();
    feed.show(inspectionOf(2));
    expect(sent).toHaveLength(1);
    feed.follow();
    expect(sent.at(-1)).toMatchObject({ base: null, revision: 2 });
  });

  it('makes a page that missed a change ask again, and keeps the nodes of one that did not', () => {
    const { sent, feed } = stage();
    const page = createInspectionStore();
    feed.follow();
    feed.show(inspectionOf(1));
    feed.show(inspectionOf(2));
    const [, second] = sent;
    expect(second === undefined || page.follow(second)).toBe(false);
    feed.follow();
    const whole = sent.at(-1);
    if (whole === undefined) throw new Error('nothing was sent');
    expect(page.follow(whole)).toBe(true);
    const shown = page.store.getState().shown?.inspection.document;
    expect(page.follow(overTheBridge(whole))).toBe(true);
    expect(page.store.getState().shown?.inspection.document).toBe(shown);
  });
});

describe('what a call did', () => {
  it('is waited for until it is shown', async () => {
    const page = createInspectionStore();
    const done: number[] = [];
    const waits = [1, 2].map((revision) => page.reached(revision).then(() => done.push(revision)));
    page.follow(encodeChange(null, inspectionOf(1)));
    await waits[0];
    expect(done).toEqual([1]);
    page.begin();
    page.follow(encodeChange(null, inspectionOf(3)));
    await waits[1];
    page.begin();
    await page.reached(2);
    expect(page.store.getState().phase).toBe('ready');
  });
});
