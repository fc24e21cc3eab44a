import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recall, tokenize } from '../../../shared/sources/recall';

/** Computed by hand from layered, rule 8. */
const memories = [
  'User prefers concise responses',
  'Working on an AI agent project in Rust',
  'User timezone is Europe/Helsinki',
];

function scores(query: string, among: readonly string[] = memories): readonly (readonly [number, number])[] {
  return recall(query, among).ranked.flatMap(({ index, score, rank }) =>
    rank === undefined ? [] : [[index, score] as const],
  );
}

describe('tokens', () => {
  it.each([
    ['User prefers concise responses', ['user', 'prefers', 'concise', 'responses']],
    ['Europe/Helsinki, 2026!', ['europe', 'helsinki', '2026']],
    ['a b c', []],
    ['x 漢 1', ['漢']],
    ['漢字 漢字', ['漢字', '漢字']],
    ['v2漢字x', ['v2漢字x']],
    ['café naïve', ['caf', 'na', 've']],
    ['', []],
    ['ひらがな', []],
  ])('%s', (text, expected) => expect(tokenize(text)).toEqual(expected));
});

describe('computed scores', () => {
  it('what responses does the user prefer', () => {
    expect(scores('what responses does the user prefer')).toEqual([
      [0, 0.2704],
      [2, 0.0876],
    ]);
  });
  it('which project', () => expect(scores('which project')).toEqual([[1, 0.2046]]));
  it('helsinki timezone', () => expect(scores('helsinki timezone')).toEqual([[2, 0.6609]]));
  it('a b c has no terms', () =>
    expect(recall('a b c', memories)).toMatchObject({
      queryTerms: [],
      ranked: [{ score: 0 }, { score: 0 }, { score: 0 }],
    }));
  it('zzz matches nothing', () => expect(scores('zzz')).toEqual([]));
  it('does not stem', () => expect(scores('prefer')).toEqual([]));
});

describe('ranking', () => {
  it('lists every memory, the best first and those without a shared term last in their order', () => {
    expect(recall('which project', memories).ranked.map(({ index, rank }) => [index, rank])).toEqual([
      [1, 1],
      [0, undefined],
      [2, undefined],
    ]);
  });

  it('leaves ties in the order of the memories, also when the words stand in another order', () => {
    const among = ['beta alpha gamma', 'gamma alpha beta', 'alpha beta gamma', 'other'];
    expect(scores('gamma beta', among).map(([index]) => index)).toEqual([0, 1, 2]);
    expect(new Set(scores('gamma beta', among).map(([, score]) => score)).size).toBe(1);
  });

  it('scores a text against itself with 1, also when a term repeats', () => {
    expect(scores('one two two three', ['one two two three', 'four'])).toEqual([[0, 1]]);
  });

  it('weighs a rare term above a common one', () => {
    const [best] = recall('common rare', ['common one', 'common two', 'rare three']).ranked;
    expect(best).toMatchObject({ index: 2, terms: [{ term: 'rare' }] });
  });

  it('returns nothing without memories or without a query', () => {
    expect(recall('word', [])).toEqual({ queryTerms: ['word'], ranked: [] });
    expect(scores('')).toEqual([]);
  });
});

describe('explanation', () => {
  it('names the shared terms, heaviest first, and they sum to the score', () => {
    const [best] = recall('what responses does the user prefer', memories).ranked;
    expect(best?.terms.map(({ term }) => term)).toEqual(['responses', 'user']);
    expect(best?.terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(0.2704, 3);
  });

  it('lists the terms of the query once, in their order', () => {
    expect(recall('the user, the USER and a project', memories).queryTerms).toEqual(['the', 'user', 'and', 'project']);
  });
});

describe('laws', () => {
  const words = fc
    .array(fc.constantFrom('tea', 'kettle', 'x', '漢', 'Tea', 'lamp', 'café', '42'), { maxLength: 8 })
    .map((list) => list.join(' '));

  it('scores lie between 0 and 1, fall, and are above 0 exactly where a term is shared', () => {
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 8 }), (query, among) => {
        const { ranked } = recall(query, among);
        expect(ranked.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(among.map((_, index) => index));
        const wanted = new Set(tokenize(query));
        ranked.forEach(({ index, score, rank, terms }, place) => {
          const shared = new Set(tokenize(among[index] ?? '').filter((term) => wanted.has(term)));
          expect(new Set(terms.map(({ term }) => term))).toEqual(shared);
          expect(rank).toBe(shared.size > 0 ? place + 1 : undefined);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(score).toBeLessThanOrEqual(ranked[place - 1]?.score ?? 1);
        });
      }),
    );
  });
});

describe('scores to four decimals', () => {
  it('decide the order, and ties fall to the order of the memories', () => {
    const filler = Array.from({ length: 40 }, (_, index) => `zz${index}`).join(' ');
    const memories = [`tea ${filler} ${'kettle '.repeat(999)}`, `tea ${filler} ${'kettle '.repeat(998)}`];
    const { ranked } = recall('tea', memories);
    expect(ranked.map(({ score }) => score)).toEqual([ranked[1]?.score, ranked[1]?.score]);
    expect(ranked.map(({ index }) => index)).toEqual([0, 1]);
  });
});

it('takes time in proportion to the text, however many words are asked for', () => {
  const many = 100_000;
  const words = Array.from({ length: many }, (_, index) => `w${index}`);
  const { ranked } = recall(
    words.join(' '),
    words.map((word) => `${word} other`),
  );
  expect(ranked).toHaveLength(many);
  expect(ranked[0]?.terms.map(({ term }) => term)).toEqual(['w0']);
});
