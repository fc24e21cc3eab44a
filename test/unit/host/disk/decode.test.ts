import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, decodeFindings, encode } from '../../../../electron/host/disk/decode';
import { sourceId } from '../../../../shared/document/builders';

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

describe('decode', () => {
  it('keeps line ends and every valid character', () => {
    expect(decode(bytes('a\r\nb\rc\n😀é'))).toEqual({
      text: 'a\r\nb\rc\n😀é',
      bom: false,
      invalidAt: undefined,
      binary: false,
    });
  });

  it('drops a byte order mark and remembers it', () => {
    const decoded = decode(bytes(0xef, 0xbb, 0xbf, 'x'));
    expect(decoded).toMatchObject({ text: 'x', bom: true });
    expect(decodeFindings(sourceId('a.md'), decoded).map((each) => [each.severity, each.ruleId])).toEqual([
      ['info', 'bom'],
    ]);
  });

  it('drops only one byte order mark', () => {
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 'x')).text).toBe('\uFEFFx');
  });

  it.each([
    ['a stray continuation', bytes('ab', 0x80, 'c'), 2],
    ['a cut sequence at the end', bytes('ab', 0xe2, 0x82), 2],
    ['a cut sequence in the middle', bytes('ab', 0xe2, 0x82, 'c'), 2],
    ['an overlong form', bytes(0xc0, 0xaf), 0],
    ['a surrogate', bytes('é', 0xed, 0xa0, 0x80), 2],
    ['Latin-1', bytes('na', 0xef, 've'), 2],
    ['behind a byte order mark', bytes(0xef, 0xbb, 0xbf, 'a', 0xff), 4],
    ['behind a long character', bytes('😀', 0xff), 4],
  ])('names the first byte of %s', (_, input, offset) => {
    const decoded = decode(input);
    expect(decoded.invalidAt).toBe(offset);
    expect(decoded.text).toContain('\uFFFD');
    const [warning] = decodeFindings(sourceId('a.md'), decoded).filter((each) => each.ruleId === 'invalid-utf8');
    expect(warning).toMatchObject({ severity: 'warning', place: { span: { start: decoded.text.indexOf('\uFFFD') } } });
    expect(warning?.message).toContain(`Byte ${offset} `);
  });

  it('does not take a written U+FFFD for a broken byte', () => {
    expect(decode(bytes('\uFFFD')).invalidAt).toBeUndefined();
  });

  it('tells a binary file from a text with a stray NUL', () => {
    expect(decode(Buffer.alloc(100)).binary).toBe(true);
    expect(decode(bytes(0x89, 'PNG', 0, 0, 0, 0x0d)).binary).toBe(true);
    expect(decode(bytes('x'.repeat(1000), 0)).binary).toBe(false);
    expect(decode(bytes('')).binary).toBe(false);
  });

  it('gives back the bytes of any valid text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, bom) => {
        const written = encode(text, bom);
        const read = decode(written);
        expect(Buffer.compare(encode(read.text, read.bom), written)).toBe(0);
      }),
    );
  });

  it('finds the first broken byte of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (input) => {
        const { invalidAt, bom } = decode(input);
        const valid = (end: number): boolean => isUtf8(input.subarray(bom ? 3 : 0, end));
        const broken = invalidAt ?? input.length;
        expect(valid(broken)).toBe(true);
        for (let end = broken + 1; end <= input.length; end += 1) expect(valid(end)).toBe(false);
      }),
    );
  });
});
