import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter, type TextRecord } from '../../../shared/requests/log/record-splitter';

function split(text: string, cuts: readonly number[]): readonly TextRecord[] {
  const splitter = new RecordSplitter();
  const records: TextRecord[] = [];
  let from = 0;
  for (const cut of [...cuts.map((each) => each % (text.length + 1)).toSorted((a, b) => a - b), text.length]) {
    records.push(...splitter.push(text.slice(from, cut)));
    from = cut;
  }
  return [...records, ...splitter.end()];
}

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 6 });
const cutPlaces = fc.array(fc.nat(), { maxLength: 12 });

/** Checks that every record is a value of the log, in order and at its place. */
function checkRecords(text: string, values: readonly unknown[], cuts: readonly number[]): void {
  const records = split(text, cuts);
  expect(records.map((record): unknown => JSON.parse(record.text))).toEqual(values);
  for (const { text: own, start } of records) expect(text.slice(start, start + own.length)).toBe(own);
}

describe('a log that arrives in pieces', () => {
  it('of JSON lines', () => {
    fc.assert(
      fc.property(objects, cutPlaces, fc.constantFrom('\n', '\r\n', '\n\n'), (values, cuts, end) => {
        const lines = values.map((value) => JSON.stringify(value));
        checkRecords(lines.join(end), JSON.parse(JSON.stringify(values)), cuts);
      }),
    );
  });

  it('of one list', () => {
    fc.assert(
      fc.property(objects, cutPlaces, fc.constantFrom(0, 2), (values, cuts, indent) => {
        checkRecords(JSON.stringify(values, null, indent), JSON.parse(JSON.stringify(values)), cuts);
      }),
    );
  });

  it('of values one after the other', () => {
    fc.assert(
      fc.property(objects, cutPlaces, (values, cuts) => {
        const text = values.map((value) => JSON.stringify({ ...value, last: 1 }, null, 2)).join('\n');
        checkRecords(text, JSON.parse(JSON.stringify(values.map((value) => ({ ...value, last: 1 })))), cuts);
      }),
    );
  });

  it('keeps no record longer than the limit, and goes on behind it', () => {
    const text = ['{"a":1}', JSON.stringify({ b: '\\"}{'.repeat(40) }), '{"c":3}'].join(' ');
    fc.assert(
      fc.property(cutPlaces, (cuts) => {
        const splitter = new RecordSplitter(60);
        const records: TextRecord[] = [];
        const places = [...cuts.map((each) => each % (text.length + 1)), text.length].toSorted((a, b) => a - b);
        let from = 0;
        for (const cut of places) {
          // In pieces shorter than the limit, as a file arrives in chunks.
          for (; from < cut; from += Math.min(50, cut - from))
            records.push(...splitter.push(text.slice(from, Math.min(cut, from + 50))));
        }
        records.push(...splitter.end());
        expect(records.map((each) => each.text)).toEqual(['{"a":1}', '{"c":3}']);
        for (const { text: own, start } of records) expect(text.slice(start, start + own.length)).toBe(own);
        expect(splitter.dropped).toBe(1);
      }),
    );
  });

  it('returns an incomplete record at the end', () => {
    expect(split('{"a":1}\n{"b":', []).map(({ text }) => text)).toEqual(['{"a":1}', '{"b":']);
  });
});
