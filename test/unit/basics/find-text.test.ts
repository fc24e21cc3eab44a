import { describe, expect, it } from 'vitest';
import { findInText } from '../../../shared/basics/find-text';

const plain = { matchCase: false, wholeWord: false };

describe('findInText', () => {
  it('gives each place with its line and the words around it', () => {
    const { places, count } = findInText('one\n  two tide three\nTide', { ...plain, words: 'tide' }, 10);
    expect(count).toBe(2);
    expect(places).toEqual([
      { start: 10, end: 14, line: 2, before: 'two ', found: 'tide', after: ' three' },
      { start: 21, end: 25, line: 3, before: '', found: 'Tide', after: '' },
    ]);
  });

  it('takes signs of a pattern as they are typed', () => {
    for (const words of ['a.b', '(x', '[1]', '\\d', '$', '^', 'a/b', '{2}', '*', '|', '?'])
      expect(findInText(`- ${words} aXb`, { ...plain, words }, 9).places.map(({ found }) => found)).toEqual([words]);
  });

  it('matches case on demand', () => {
    const words = 'Pier';
    expect(findInText('pier PIER Pier', { ...plain, words }, 9).count).toBe(3);
    expect(findInText('pier PIER Pier', { words, matchCase: true, wholeWord: false }, 9).count).toBe(1);
  });

  it('keeps its offsets where a letter has another length in lower case', () => {
    const [place] = findInText('İİ tide', { ...plain, words: 'TIDE' }, 9).places;
    expect(place).toMatchObject({ start: 3, end: 7, found: 'tide' });
  });

  it('finds whole words on demand, in any script', () => {
    const whole = (text: string, words: string): number =>
      findInText(text, { words, matchCase: false, wholeWord: true }, 9).count;
    expect(whole('tide tides low_tide tide.', 'tide')).toBe(2);
    expect(whole('größe größer', 'größe')).toBe(1);
    expect(whole('𝒜tide tide', 'tide')).toBe(1);
    expect(whole('#a b#a', '#a')).toBe(2);
  });

  it('counts on behind the places it describes', () => {
    const { places, count } = findInText('ab'.repeat(5000), { ...plain, words: 'a' }, 3);
    expect(places).toHaveLength(3);
    expect(count).toBe(5000);
  });

  it('shortens a long line around what was found', () => {
    const [place] = findInText(`${'x'.repeat(500)}tide${'y'.repeat(500)}`, { ...plain, words: 'tide' }, 1).places;
    expect(place?.before).toBe(`…${'x'.repeat(32)}`);
    expect(place?.after).toBe('y'.repeat(120));
  });

  it('finds nothing for no words', () => {
    expect(findInText('text', { ...plain, words: '' }, 9).count).toBe(0);
  });
});
