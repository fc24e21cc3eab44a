import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../../renderer');
const files = (folder: string): readonly string[] =>
  readdirSync(join(renderer, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
/** What a reader sees or hears, as an attribute or as text between tags. */
const spoken = [
  /\b(?:title|aria-label|aria-description|placeholder|label|alt)="[^"]*[A-Za-z]{2}/g,
  /<[a-z]+(?: [a-zA-Z-]+="[^"]*")*>\s*[A-Z][a-z]+(?: [a-z]+)+/g,
];

describe('the words of the window', () => {
  it('stand in renderer/words, not in the components', () => {
    // The Sessions panel and the headline keep theirs beside them.
    const own = /^captures|headline/;
    const found = files('components')
      .filter((name) => !own.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(renderer, 'components', name), 'utf8');
        return spoken.flatMap((pattern) => [...text.matchAll(pattern)].map(([match]) => `${name}: ${match}`));
      });
    expect(found).toEqual([]);
  });

  it('are all used', () => {
    const code = ['components', 'monaco', 'stores', '.']
      .flatMap((folder) =>
        files(folder)
          .filter((name) => !name.startsWith('words'))
          .map((name) => readFileSync(join(renderer, folder, name), 'utf8')),
      )
      .join('\n');
    const unused = files('words').flatMap((name) => {
      const text = readFileSync(join(renderer, 'words', name), 'utf8');
      return [...text.matchAll(/^ {2}(\w+):/gm)]
        .filter(([, key = '']) => !code.includes(`words.${key}`))
        .map(([, key]) => `${name}: ${key}`);
    });
    expect(unused).toEqual([]);
  });
});
