import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineEnds, typeInto } from '../../../../../renderer/model/prompt/line-ends';
import { minimalEdit } from '../../../../../shared/basics/minimal-edit';

const mixed = fc
  .array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', 'bc'), { maxLength: 40 })
  .map((parts) => parts.join(''));

const replaced = (ends: LineEnds, start: number, end: number, text: string): LineEnds =>
  typeInto(ends, [{ rangeOffset: start, rangeLength: end - start, text }]).lineEnds;

describe('line ends', () => {
  it('maps positions both ways', () => {
    fc.assert(
      fc.property(mixed, (raw) => {
        const ends = new LineEnds(raw);
        const { shown } = ends;
        expect(shown).toBe(raw.replace(/\r\n?/g, '\n'));
        for (let at = 0; at <= shown.length; at += 1) {
          expect(ends.toShown(ends.toRaw(at))).toBe(at);
          const between = ends.raw.slice(0, ends.toRaw(at)).replace(/\r\n?/g, '\n');
          expect(between).toBe(shown.slice(0, at));
        }
      }),
    );
  });

  it('leaves the line ends of untouched lines as they were', () => {
    const ends = new LineEnds('one\r\ntwo\nthree\r\n');
    expect(replaced(ends, 4, 7, 'TWO').raw).toBe('one\r\nTWO\nthree\r\n');
    expect(replaced(ends, 7, 7, '\nmore').raw).toBe('one\r\ntwo\r\nmore\nthree\r\n');
  });

  it('shows what an edit of the shown text gives', () => {
    fc.assert(
      fc.property(mixed, fc.nat(40), fc.nat(40), fc.constantFrom('', 'x', '\n', 'y\nz'), (raw, a, b, text) => {
        const ends = new LineEnds(raw);
        const { shown } = ends;
        const start = Math.min(a, b, shown.length);
        const end = Math.min(Math.max(a, b), shown.length);
        // A lone carriage return and a line feed inserted after it become one line end; such files are skipped.
        fc.pre(!raw.slice(0, ends.toRaw(start)).endsWith('\r'));
        expect(replaced(ends, start, end, text).shown).toBe(shown.slice(0, start) + text + shown.slice(end));
      }),
    );
  });
});

describe('what was typed', () => {
  it('leads from the text before to the text after, change by change', () => {
    const places = fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.constantFrom('', 'x', '\n', 'y\nz')), { maxLength: 4 });
    fc.assert(
      fc.property(mixed, places, (raw, list) => {
        const ends = new LineEnds(raw);
        // As Monaco reports them: last position first, without overlaps.
        let free = ends.shown.length;
        const reported = list
          .toSorted(([a], [b]) => b - a)
          .flatMap(([at, length, text]) => {
            const rangeOffset = Math.min(at, free);
            const rangeLength = Math.min(length, free - rangeOffset);
            free = rangeOffset;
            return [{ rangeOffset, rangeLength, text }];
          });
        const { typed, lineEnds } = typeInto(ends, reported);
        expect([typed.before, typed.after]).toEqual([raw, lineEnds.raw]);
        expect(
          typed.changes.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), raw),
        ).toBe(typed.after);
      }),
    );
  });
});

describe('the minimal edit', () => {
  it('turns one text into the other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, a, b, tail) => {
        const before = head + a + tail;
        const after = head + b + tail;
        const edit = minimalEdit(before, after);
        expect(edit === null).toBe(before === after);
        const { start, end, text } = edit ?? { start: 0, end: 0, text: '' };
        expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
        expect(text.length + (end - start)).toBeLessThanOrEqual(a.length + b.length);
      }),
    );
  });
});
