import { describe, expect, it } from 'vitest';
import { frame, sourceId } from '../../../shared/document/builders';
import {
  changedRope,
  fileRope,
  isBlank,
  replaceInRope,
  ropeLength,
  ropePlace,
  ropeText,
  sliceRope,
  trimRope,
  type Rope,
} from '../../../shared/sources/text/rope';

const source = { id: sourceId('a.md'), text: 'zero one two three' };

/** `value@start-end` for leaves of the file, `value!` for changed leaves, `value` for others. */
function show(rope: Rope): readonly string[] {
  return rope.map(({ value, origin }) =>
    origin.kind === 'file'
      ? `${value}@${origin.span.start}-${origin.span.end}${origin.change === undefined ? '' : '!'}`
      : value,
  );
}

describe('ropes', () => {
  it('are made of a stretch of a file, and of nothing where it is empty', () => {
    expect(show(fileRope(source))).toEqual(['zero one two three@0-18']);
    expect(show(fileRope(source, 5, 8))).toEqual(['one@5-8']);
    expect(fileRope(source, 5, 5)).toEqual([]);
    expect(fileRope(source, 8, 5)).toEqual([]);
    expect(changedRope(source.id, 0, 4, '', 'escaped')).toEqual([]);
    expect(show(changedRope(source.id, 0, 4, '0', 'escaped'))).toEqual(['0@0-4!']);
  });

  it('carry a path only where one is given', () => {
    expect(fileRope(source, 0, 4, ['a', 0])[0]?.origin).toEqual({
      kind: 'file',
      source: source.id,
      span: { start: 0, end: 4 },
      path: ['a', 0],
    });
    expect(Object.keys(fileRope(source, 0, 4)[0]?.origin ?? {})).not.toContain('path');
  });

  it('know their text and length', () => {
    const rope = [...fileRope(source, 0, 4), frame('-'), ...fileRope(source, 5, 8)];
    expect(ropeText(rope)).toBe('zero-one');
    expect(ropeLength(rope)).toBe(8);
    expect(ropeText([])).toBe('');
    expect(ropeLength([])).toBe(0);
  });

  it('are sliced through leaves', () => {
    const rope = [...fileRope(source, 0, 4), frame('--'), ...fileRope(source, 9, 12)];
    expect(show(sliceRope(rope, 2, 7))).toEqual(['ro@2-4', '--', 't@9-10']);
    expect(show(sliceRope(rope, 5))).toEqual(['-', 'two@9-12']);
    expect(sliceRope(rope, 0)).toEqual(rope);
    expect(sliceRope(rope, 4, 4)).toEqual([]);
    expect(sliceRope(rope, 99)).toEqual([]);
    expect(show(sliceRope(rope, -5, 1))).toEqual(['z@0-1']);
  });

  it('keep the whole place of a changed leaf when it is cut', () => {
    expect(show(sliceRope(changedRope(source.id, 0, 18, 'ab', 'escaped'), 1))).toEqual(['b@0-18!']);
  });

  it('are trimmed across leaves', () => {
    const text = { id: source.id, text: ' \r\n a b \t\n' };
    expect(show(trimRope(fileRope(text)))).toEqual(['a b@4-7']);
    expect(show(trimRope([frame('  '), ...fileRope(text, 0, 5), frame('\n')]))).toEqual(['a@4-5']);
    expect(trimRope([frame(' '), frame('\n')])).toEqual([]);
    expect(trimRope([])).toEqual([]);
  });

  it('know when they are blank', () => {
    expect(isBlank([])).toBe(true);
    expect(isBlank([frame(' '), frame('\r\n')])).toBe(true);
    expect(isBlank([frame(' '), frame('x')])).toBe(false);
  });

  it('take other leaves in place of a stretch', () => {
    expect(show(replaceInRope(fileRope(source), 5, 8, [frame('ONE')]))).toEqual([
      'zero @0-5',
      'ONE',
      ' two three@8-18',
    ]);
    expect(show(replaceInRope(fileRope(source), 0, 18, []))).toEqual([]);
    expect(show(replaceInRope(fileRope(source), 4, 4, [frame('!')]))).toEqual(['zero@0-4', '!', ' one two three@4-18']);
  });

  it('know the place of a stretch in its file', () => {
    const rope = [frame('--'), ...fileRope(source, 5, 8), ...changedRope(source.id, 9, 12, '2', 'escaped')];
    const place = (start: number, end: number) => ({ source: source.id, span: { start, end } });
    expect(ropePlace(rope, 3, 1)).toEqual(place(6, 7));
    expect(ropePlace(rope, 3, 99)).toEqual(place(6, 8));
    expect(ropePlace(rope, 5)).toEqual(place(9, 12));
    expect(ropePlace(rope, 0, 1)).toBeUndefined();
    expect(ropePlace(rope, 6, 1)).toBeUndefined();
  });
});
