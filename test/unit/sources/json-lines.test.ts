import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../shared/document/builders';
import { configValue, stringAt } from '../../../shared/sources/config/config-node';
import { parseJsonLines } from '../../../shared/sources/config/json-lines';
import { expectVerbatim } from '../../support/provenance';

function read(text: string) {
  const lines = parseJsonLines({ id: sourceId('a.jsonl'), path: '/w/a.jsonl', as: 'a', text }, 'line');
  for (const { root, span } of lines) {
    const rope = stringAt(root, ['a']);
    for (const { origin } of rope) {
      if (origin.kind !== 'file') throw new Error('a string comes from its file');
      expect(origin.span.start).toBeGreaterThanOrEqual(span.start);
    }
    expectVerbatim(rope, text);
  }
  return lines.map(({ line, span, root, findings }) => ({
    line,
    text: text.slice(span.start, span.end),
    value: root && configValue(root),
    findings,
  }));
}

describe('JSON lines', () => {
  it('are read each for itself, at the offsets of the file', () => {
    expect(read('{"a": "x\\ny"}\n{"a": "z"}\n')).toEqual([
      { line: 0, text: '{"a": "x\\ny"}', value: { a: 'x\ny' }, findings: [] },
      { line: 1, text: '{"a": "z"}', value: { a: 'z' }, findings: [] },
    ]);
  });

  it('end in CRLF or at the end of the file, and may be blank', () => {
    expect(read('1\r\n\r\n \n2').map(({ line, text, value }) => [line, text, value])).toEqual([
      [0, '1', 1],
      [3, '2', 2],
    ]);
    expect(read('')).toEqual([]);
  });

  it('spoil only themselves when they are broken', () => {
    const text = '{"a": 1}\n{"a": \n{"a": 3}';
    const lines = read(text);
    expect(lines.map(({ value }) => value)).toEqual([{ a: 1 }, {}, { a: 3 }]);
    expect(lines[1]?.findings).toMatchObject([
      { severity: 'error', ruleId: 'line', message: 'Broken JSON: value expected' },
    ]);
    const start = lines[1]?.findings[0]?.place?.span.start ?? 0;
    expect(start).toBeGreaterThanOrEqual(9);
    expect(start).toBeLessThanOrEqual(15);
  });
});
