import { describe, expect, it } from 'vitest';
import { cutAtLimit, cutMarker } from '../../../../shared/assemblers/layered/truncate';
import { sourceId } from '../../../../shared/document/builders';
import { fileRope, ropeText } from '../../../../shared/sources/text/rope';

function cut(text: string, limit: number): string | undefined {
  const made = cutAtLimit(fileRope({ id: sourceId('a'), text }), limit);
  if (made === undefined) return undefined;
  expect(ropeText(made.kept) + ropeText(made.rest)).toBe(text);
  return `${ropeText(made.kept)}|${cutMarker(made)}`;
}

/** layered, rule 10. */
describe('a text over the limit', () => {
  it.each([
    ['fits exactly', '0123456789', undefined],
    [
      'is cut at the last line end before the limit',
      '0123\n5678\n0',
      '0123\n5678|[... truncated (11 chars total, showing first 9) ...]',
    ],
    [
      'is cut at a line end on the last place',
      '012345678\n0',
      '012345678|[... truncated (11 chars total, showing first 9) ...]',
    ],
    [
      'does not look behind the limit',
      '0123456789\n',
      '0123456789|[... truncated (11 chars total, showing first 10) ...]',
    ],
    [
      'is cut at the limit where the only line end is the first character',
      '\n1234567890',
      '\n123456789|[... truncated (11 chars total, showing first 10) ...]',
    ],
    ['leaves no half of a CRLF', '0123\r\n67890', '0123|[... truncated (11 chars total, showing first 4) ...]'],
    [
      'counts code points',
      '😀'.repeat(11),
      `${'😀'.repeat(10)}|[... truncated (11 chars total, showing first 10) ...]`,
    ],
    ['fits in code points though not in code units', '😀'.repeat(10), undefined],
  ])('%s', (_, text, expected) => expect(cut(text, 10)).toBe(expected));
});
