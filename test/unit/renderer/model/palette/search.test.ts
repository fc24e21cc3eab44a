import { describe, expect, it } from 'vitest';
import { search } from '../../../../../renderer/model/palette/search';

const entries = [
  { title: 'View: Show the cache', also: 'breakpoint cost bill price' },
  { title: 'Copy: Copy as Anthropic JSON' },
  { title: 'Theme: Dark', also: 'appearance colour night' },
  { title: 'Section: Résumé' },
  { title: 'File: recache.md' },
];
const titles = (query: string): readonly string[] => search(entries, query).map(({ title }) => title);

describe('the search of the palette', () => {
  it('lists everything in its order while nothing is typed', () => {
    expect(titles('  ')).toEqual(entries.map(({ title }) => title));
  });

  it('takes words in any order', () => {
    expect(titles('json copy')).toEqual(['Copy: Copy as Anthropic JSON']);
  });

  it('lists what begins with the word before what only contains it', () => {
    expect(titles('cache')).toEqual(['View: Show the cache', 'File: recache.md']);
  });

  it('finds by synonym, after what the title says', () => {
    expect(titles('breakpoint')).toEqual(['View: Show the cache']);
    expect(titles('night')).toEqual(['Theme: Dark']);
  });

  it('lists a title that has every word before one that needs its group', () => {
    const close = [{ title: 'File: Close window' }, { title: 'File: Close file' }];
    expect(search(close, 'close file').map(({ title }) => title)).toEqual(['File: Close file', 'File: Close window']);
  });

  it('needs every word', () => {
    expect(titles('dark json')).toEqual([]);
  });

  it('ignores case and accents', () => {
    expect(titles('RESUME')).toEqual(['Section: Résumé']);
  });

  it('matches synonyms only from their start', () => {
    expect(titles('ost')).toEqual([]);
  });
});
