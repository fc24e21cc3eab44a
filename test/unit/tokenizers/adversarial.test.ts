import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { loadEncoding } from '../../../shared/tokenizers/load';

/** Runs that make splitters backtrack and mergers quadratic. */
const units: Readonly<Record<string, string>> = {
  'one letter': 'a',
  'one capital': 'A',
  spaces: ' ',
  'line ends': '\n',
  'CR LF': '\r\n',
  dashes: '-',
  slashes: '/',
  'one ideograph': '你',
  'emoji joiners': '👩‍👩‍👧‍👦',
  'combining marks': '\u0301',
  'letters under marks': `e${'\u0301'.repeat(20)}`,
  NUL: '\u0000',
  'lone surrogates': '\uD800',
  'letters of no case before capitals': 'ªA',
  'minified code': 'a=b,c=>{d(e,"f")};',
  base64: 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3ODkrL2Fi',
};

const megabyte = 1_000_000;

it.each(Object.keys(units))('counts a megabyte of %s, and again after an edit', async (name) => {
  const encoding = await loadEncoding('o200k_base');
  const unit = units[name] ?? '';
  const text = unit.repeat(megabyte / unit.length);
  const encoded = encoding.encode(text);
  expect(encoded.tokensBefore(text.length >> 1)).toBeLessThanOrEqual(encoded.total);
  const edited = `${text.slice(0, 1000)}\n${text.slice(1000)}`;
  expect(encoding.encode(edited, encoded).total).toBeGreaterThan(0);
});

describe.each(['o200k_base', 'cl100k_base'] as const)('%s', (id) => {
  const reference = get_encoding(id);

  it.each(Object.keys(units))('counts %s as tiktoken does', async (name) => {
    const encoding = await loadEncoding(id);
    const unit = units[name] ?? '';
    for (const length of [150, 1500, 4001]) {
      const text = unit.repeat(Math.ceil(length / unit.length));
      expect(encoding.count(text)).toBe(reference.encode(text, [], []).length);
    }
  });

  it('counts ten megabytes on one line', async () => {
    const encoding = await loadEncoding(id);
    const line = '{"name":"pilot","note":"came aboard at dawn","n":[1,2,3]},'.repeat(10 * (megabyte / 58));
    const one = encoding.count(line.slice(0, 58));
    expect(encoding.count(line)).toBe(Math.round(line.length / 58) * one);
  });
});
