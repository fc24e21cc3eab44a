import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutJson, spelled, withoutSpace, writeJson } from '../../../shared/document/json-text';
import { sourceId } from '../../../shared/document/builders';
import { configJson } from '../../../shared/sources/config/config-node';
import { parseJson } from '../../../shared/sources/config/json';

function read(text: string) {
  const { root } = parseJson({ id: sourceId('x.json'), text });
  if (root === undefined) throw new Error(`no JSON: ${text}`);
  return configJson(root);
}

describe('JSON as text', () => {
  it('is what JSON.stringify writes, on one line and on many', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(writeJson(value)).toBe(JSON.stringify(value));
        expect(layOutJson(writeJson(value))).toBe(JSON.stringify(value, null, 2));
        expect(withoutSpace(JSON.stringify(value, null, 3))).toBe(JSON.stringify(value));
        expect(read(JSON.stringify(value, null, 1))).toBe(JSON.stringify(value));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what a JavaScript value would change', () => {
    const literal = '{"b":1.0,"10":9223372036854775807,"9":[-0,1e400,0.10],"\\u00e9\\/":"\\ud800","b":2}';
    expect(read(literal)).toBe(literal);
    expect(writeJson({ a: spelled(read(literal)), gone: undefined })).toBe(`{"a":${literal}}`);
    expect(withoutSpace(layOutJson(read(literal)))).toBe(literal);
  });

  it('of broken JSON is still JSON', () => {
    for (const broken of ['{"a": "x', '{"a": 01}', '["\u0001"', '{"a": tru}', '{"a\n": 1}'])
      expect(() => JSON.parse(read(broken))).not.toThrow();
  });
});
