import { describe, expect, it } from 'vitest';
import { invisiblePlaces, visible } from '../../../shared/basics/invisible';

describe('invisible characters', () => {
  it.each([
    ['zero-width space', 'a\u200Bb', '200B'],
    ['right-to-left override', 'a\u202Eb', '202E'],
    ['isolate', 'a\u2066b', '2066'],
    ['escape', 'a\u001B[31mb', '001B'],
    ['C1 control', 'a\u009Bb', '009B'],
    ['byte order mark', 'a\uFEFFb', 'FEFF'],
    ['Hangul filler', 'a\u3164b', '3164'],
    ['a tag letter', 'a\u{E0041}b', 'E0041'],
    ['a second variation selector', 'a\u{E0101}\u{E0102}b', 'E0102'],
  ])('are found: %s', (_, text, code) => {
    expect(invisiblePlaces(text).map((place) => place.code)).toEqual([code]);
    const [place] = invisiblePlaces(text);
    expect(text.slice(place?.start, place?.end).codePointAt(0)).toBe(Number.parseInt(code, 16));
  });

  const harmless = ['plain\ttext\r\n', '👩‍🚀 ❤️ 1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'क्‍ष', '漢\u{E0100}字', 'naïve café'];
  it.each(harmless)('are not %j', (text) => {
    expect(invisiblePlaces(text)).toEqual([]);
  });

  it('are written out in labels, which stay one line', () => {
    expect(visible('evil\u202Etxt.exe\nsecond\r\u2028')).toBe(String.raw`evil\u{202e}txt.exe\nsecond\r\u{2028}`);
    expect(visible('ordinary – name (1).md')).toBe('ordinary – name (1).md');
  });
});
