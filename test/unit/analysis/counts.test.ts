import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newerClaude, olderClaude } from '../../../shared/analysis/count/estimates/claude-ratios';
import { classifyText, type ContentClass } from '../../../shared/analysis/count/estimates/content-class';
import {
  addCounts,
  compareToMinimum,
  countOf,
  exactly,
  scale,
  Sum,
  weaker,
} from '../../../shared/analysis/count/counts';
import { imageTokens, type ImageRule } from '../../../shared/analysis/count/estimates/images';
import { methodAndInterval, showCount } from '../../../shared/analysis/count/show-count';
import { fourBytes, fourCharacters } from '../../../shared/tokenizers/rules-of-thumb';
import { anyText } from '../../support/tokenizers/texts';

describe('a sum', () => {
  const ratio = fc
    .tuple(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
    )
    .map((three) => {
      const [low = 0, middle = 0, high = 0] = three.toSorted((a, b) => a - b);
      return { low, ratio: middle, high };
    });

  it('is ordered, monotonic in the text, and an integer', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), ratio, fc.boolean()), { maxLength: 40 }), (steps) => {
        const sum = new Sum();
        let before = sum.rounded;
        for (const [tokens, by, isWhole] of steps) {
          if (isWhole) sum.add(scale(tokens, by));
          else sum.addText(tokens, by);
          const now = sum.rounded;
          expect(now.low <= now.tokens && now.tokens <= now.high).toBe(true);
          expect(now.low >= before.low && now.tokens >= before.tokens && now.high >= before.high).toBe(true);
          expect([now.low, now.tokens, now.high].every((each) => Number.isInteger(each))).toBe(true);
          before = now;
        }
      }),
    );
  });

  it('is exact at a ratio of one', () => {
    expect(scale(123, { low: 1, ratio: 1, high: 1 })).toEqual(exactly(123));
  });
});

it('compares a count with a minimum', () => {
  const count = { tokens: 1030, low: 1000, high: 1100, method: 'estimated', encoding: 'x' } as const;
  expect(compareToMinimum(count, 1000)).toBe('PASS');
  expect(compareToMinimum(count, 1024)).toBe('BORDERLINE');
  expect(compareToMinimum(count, 1100)).toBe('BORDERLINE');
  expect(compareToMinimum(count, 1101)).toBe('FAIL');
});

it('is as certain as its least certain part', () => {
  expect(weaker('exact', 'formula')).toBe('formula');
  expect(weaker('estimated', 'assumed')).toBe('estimated');
  expect(
    addCounts([countOf(exactly(3), 'exact', 'a'), countOf(exactly(0), 'estimated', 'b')], 'exact', 'a').method,
  ).toBe('exact');
  expect(addCounts([countOf(exactly(3), 'exact', 'a'), countOf(exactly(1), 'formula', 'b')], 'exact', 'a')).toEqual({
    tokens: 4,
    low: 4,
    high: 4,
    method: 'formula',
    encoding: 'a',
  });
});

it('is shown with its mark and its interval', () => {
  const count = { tokens: 1234, low: 1100, high: 1400, method: 'estimated', encoding: 'x' } as const;
  expect(showCount(count)).toBe('≈ 1,234 tokens (1,100–1,400)');
  expect(methodAndInterval(count)).toBe('estimated 1,100–1,400');
  expect(showCount({ ...count, low: 1234, high: 1234, method: 'exact' })).toBe('= 1,234 tokens');
});

describe('what kind of text it is', () => {
  const samples: readonly (readonly [ContentClass, string])[] = [
    [
      'prose',
      (
        'The pilot came aboard at dawn. He asked for coffee, looked at the chart, ' +
        'and said that the tide would turn in an hour. '
      ).repeat(4),
    ],
    [
      'prose',
      'Der Lotse kam bei Tagesanbruch an Bord. Er bat um Kaffee, sah auf die Karte und sagte, dass die ' +
        'Flut bald kippen würde.',
    ],
    ['markdown', '# Rules\n\n- Answer **briefly**\n- Never guess\n\n## Tools\n\n1. `search` finds\n2. `read` reads\n'],
    [
      'code',
      'export function sum(a: number, b: number): number {\n  return a + b;\n}\n\nconst x = sum(1, ' +
        '2);\nif (x !== 3) throw new Error("?");\n',
    ],
    [
      'code',
      'def main():\n    for (i, x) in enumerate(items):\n        d[i] = f(x, key=lambda y: y[0])\n    return d\n',
    ],
    [
      'json',
      '{"level":"info","message":"ship arrived","berth":{"name":"north","free":true}}\n' +
        '{"level":"warn","message":"late"}\n',
    ],
    ['script', '你好，世界。今日は良い天気ですね。'],
    ['script', 'Привет, мир! Как дела сегодня?'],
    ['script', 'مرحبا بالعالم كيف حالك اليوم'],
    ['ids', '2026-02-25T12:30:00.123Z 550e8400-e29b-41d4-a716-446655440000 1740486600123\n'.repeat(5)],
    ['ids', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5eg'.repeat(5)],
    ['prose', ''],
  ];
  it.each(samples)('is %s: %j', (kind, text) => {
    expect(classifyText(text)).toBe(kind);
    expect(classifyText(text.repeat(text === '' ? 1 : 400))).toBe(kind);
  });

  it('has ordered ratios, newer models with at least as many tokens as older ones', () => {
    for (const kind of ['prose', 'markdown', 'code', 'json', 'script', 'ids'] as const) {
      for (const { low, ratio, high } of [olderClaude[kind], newerClaude[kind]])
        expect(low <= ratio && ratio <= high).toBe(true);
      expect(newerClaude[kind].ratio).toBeGreaterThanOrEqual(olderClaude[kind].ratio);
    }
  });
});

describe('an image costs', () => {
  const claude: ImageRule = { kind: 'pixels', perToken: 750, longestEdge: 1568, most: 1600 };
  const gpt: ImageRule = { kind: 'tiles', base: 85, tile: 170 };
  const gemini: ImageRule = { kind: 'crops', tile: 258 };

  it.each([
    [claude, 200, 200, 54],
    [claude, 1000, 1000, 1334],
    [claude, 4000, 3000, 1600],
    [claude, 3136, 784, 820],
    [gpt, 1024, 1024, 765],
    [gpt, 2048, 4096, 1105],
    [gpt, 300, 200, 255],
    [gemini, 384, 384, 258],
    [gemini, 960, 540, 1548],
  ] as const)('by %j of %i × %i: %i', (rule, width, height, tokens) => {
    const cost = imageTokens(rule, { width, height });
    expect(cost.tokens).toBe(tokens);
    expect(cost.method === 'formula' || cost.low < cost.high).toBe(true);
    expect(cost.low <= cost.tokens && cost.tokens <= cost.high).toBe(true);
  });

  it.each([claude, gpt, gemini])('an interval when its size is unknown: %j', (rule) => {
    const { low, tokens, high } = imageTokens(rule, {});
    expect(low).toBeLessThan(tokens);
    expect(high).toBeGreaterThan(tokens);
  });
});

describe('rules of thumb', () => {
  it.each([
    [fourCharacters, 'abcdefgh', 2],
    [fourCharacters, '你好世界', 1],
    [fourCharacters, '👩👩👩👩a', 1],
    [fourBytes, '你好世界', 3],
    [fourBytes, 'lone \uD800', 2],
    [fourBytes, 'abc', 0],
  ] as const)('%j', (encoding, text, tokens) => {
    expect(encoding.count(text)).toBe(tokens);
  });

  it('estimate the tokens before any place', () => {
    const sizes = [
      [fourCharacters, (text: string) => [...text].length],
      [fourBytes, (text: string) => new TextEncoder().encode(text).length],
    ] as const;
    fc.assert(
      fc.property(anyText, fc.nat(3000), fc.nat(), (text, padding, at) => {
        const whole = `${'p'.repeat(padding)}${text}${'🦜'.repeat(700)}`;
        const offset = at % (whole.length + 1);
        fc.pre(!/[\uD800-\uDBFF]$/.test(whole.slice(0, offset)));
        for (const [encoding, sizeOf] of sizes)
          expect(encoding.encode(whole).tokensBefore(offset)).toBe(sizeOf(whole.slice(0, offset)) / 4);
      }),
    );
  });
});
