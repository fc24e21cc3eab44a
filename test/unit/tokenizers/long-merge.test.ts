import fc from 'fast-check';
import cl100k from 'gpt-tokenizer/bpeRanks/cl100k_base';
import o200k from 'gpt-tokenizer/bpeRanks/o200k_base';
import { describe, expect, it } from 'vitest';
import { LongMerger } from '../../../shared/tokenizers/bpe/long-merge';
import { Merger } from '../../../shared/tokenizers/bpe/merge';
import { Vocabulary } from '../../../shared/tokenizers/bpe/vocabulary';
import { packTables, tablesOf, unpackTables } from '../../../shared/tokenizers/bpe/vocabulary-tables';

const units = [
  'a',
  'A',
  'ab',
  'the',
  '-',
  '=-',
  '*',
  ' ',
  '\n',
  '\t',
  '\r\n',
  'é',
  'é́',
  '你',
  '你好世界',
  '🦜',
  '👩‍👩‍👧‍👦',
  'ACGT',
  'lorem',
  '0x',
  '/',
];
const run = fc
  .tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 3000 }))
  .map(([unit, times]) => unit.repeat(times));
const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 4000 });
const text = fc.array(fc.oneof(run, letters), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

describe.each([
  ['o200k_base', o200k],
  ['cl100k_base', cl100k],
] as const)('%s', (_, table) => {
  const vocabulary = new Vocabulary(table);
  const merger = new Merger(vocabulary);
  const long = new LongMerger(vocabulary, merger);

  it('merges a long piece window by window as it does in one', () => {
    fc.assert(
      fc.property(text, (value) => {
        const bytes = new TextEncoder().encode(value);
        expect(long.merge(bytes, bytes.length)).toEqual(merger.merge(bytes, 0, bytes.length));
      }),
      { numRuns: 60 },
    );
  });

  it('is the same packed as the bundle has it', () => {
    const packed = new Vocabulary(packTables(tablesOf(table)));
    const different = [...table.entries()].filter(([rank, entry]) => {
      if (entry === undefined) return false;
      const bytes = typeof entry === 'string' ? Buffer.from(entry) : Uint8Array.from(entry);
      return (
        packed.ofBytes(bytes, 0, bytes.length) !== vocabulary.ofBytes(bytes, 0, bytes.length) ||
        packed.lengthOf(rank) !== bytes.length
      );
    });
    expect(different).toEqual([]);
    expect(Array.from({ length: 256 }, (_, byte) => packed.bytes[byte])).toEqual(
      Array.from({ length: 256 }, (_, byte) => vocabulary.bytes[byte]),
    );
  });

  it('is unpacked the same from bytes at any offset', () => {
    const packed = packTables(tablesOf(table));
    const shifted = new Uint8Array(packed.length + 1);
    shifted.set(packed, 1);
    for (const tables of [unpackTables(packed), unpackTables(shifted.subarray(1))]) {
      for (const [name, values] of Object.entries(tablesOf(table)))
        expect(Buffer.compare(bytesOf(Reflect.get(tables, name)), bytesOf(values)), name).toBe(0);
    }
  });

  it('finds every token by its bytes and by its text, and nothing else', () => {
    const ranks = [0, 255, 256, 1000, 50_000, 99_000, table.length - 1];
    for (const rank of ranks) {
      const entry = table[rank];
      if (entry === undefined) throw new Error(`no token ${rank}`);
      const bytes = typeof entry === 'string' ? new TextEncoder().encode(entry) : Uint8Array.from(entry);
      expect(vocabulary.ofBytes(bytes, 0, bytes.length)).toBe(rank);
    }
    const texts = ranks.flatMap((rank) => (typeof table[rank] === 'string' ? [[rank, table[rank]] as const] : []));
    expect(texts.length).toBeGreaterThan(3);
    for (const [rank, text] of texts) expect(vocabulary.ofText(`x${text}y`, 1, 1 + text.length)).toBe(rank);
    expect(vocabulary.ofText('zqzqzqzq', 0, 8)).toBe(-1);
    expect(vocabulary.ofText('你'.repeat(500), 0, 500)).toBe(-1);
  });
});
