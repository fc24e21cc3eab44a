import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { frame, sourceId } from '../../../shared/document/builders';
import { stringAt } from '../../../shared/sources/config/config-node';
import { parseJson } from '../../../shared/sources/config/json';
import {
  changedRope,
  cutRope,
  fileRope,
  isBlank,
  replaceInRope,
  ropeLength,
  ropeText,
  sliceRope,
  trimRope,
  type Rope,
} from '../../../shared/sources/text/rope';
import { parseYaml } from '../../../shared/sources/config/yaml';
import { expectVerbatim } from '../../support/provenance';

const id = sourceId('a');

/** The provenance law: a leaf of a file without a change mark equals the file's slice. */
function expectProvenance(rope: Rope, text: string): void {
  for (const { value, origin } of rope) {
    expect(value).not.toBe('');
    if (origin.kind !== 'file') continue;
    expect(origin.span.start).toBeGreaterThanOrEqual(0);
    expect(origin.span.end).toBeLessThanOrEqual(text.length);
  }
  expectVerbatim(rope, text);
}

const anyText = fc.string({
  unit: fc.constantFrom(' ', '\n', '\r', '\t', 'a', 'b', '\\', '"', "'", '{', '}', 'ä', '😀', '漢', '\u00A0'),
  maxLength: 40,
});

/** A text and a rope of some of its stretches in any order, mixed with frames and changed leaves. */
const ropes = anyText.chain((text) => {
  const span = fc.tuple(fc.nat(text.length), fc.nat(text.length));
  const leaf = fc.oneof(
    span.map(([a, b]) => fileRope({ id, text }, Math.min(a, b), Math.max(a, b))),
    fc.string({ minLength: 1, maxLength: 4 }).map((value): Rope => [frame(value)]),
    fc
      .tuple(span, fc.string({ maxLength: 4 }))
      .map(([[a, b], value]) => changedRope(id, Math.min(a, b), Math.max(a, b), value, 'interpolated')),
  );
  return fc.tuple(
    fc.constant(text),
    fc.array(leaf, { maxLength: 6 }).map((parts) => parts.flat()),
  );
});

describe('ropes', () => {
  it('slice like strings and keep provenance', () => {
    fc.assert(
      fc.property(ropes, fc.nat(60), fc.nat(60), ([text, rope], start, end) => {
        const cut = sliceRope(rope, start, end);
        expect(ropeText(cut)).toBe(start < end ? ropeText(rope).slice(start, end) : '');
        expectProvenance(cut, text);
      }),
    );
  });

  it('fall into two slices without loss', () => {
    fc.assert(
      fc.property(ropes, fc.nat(60), ([, rope], at) => {
        expect(ropeText([...sliceRope(rope, 0, at), ...sliceRope(rope, at)])).toBe(ropeText(rope));
        expect(ropeLength(rope)).toBe(ropeText(rope).length);
      }),
    );
  });

  it('trim like strings and keep provenance', () => {
    fc.assert(
      fc.property(ropes, ([text, rope]) => {
        const trimmed = trimRope(rope);
        expect(ropeText(trimmed)).toBe(ropeText(rope).trim());
        expect(isBlank(rope)).toBe(trimmed.length === 0);
        expectProvenance(trimmed, text);
      }),
    );
  });

  it('are cut at many places as by many slices', () => {
    fc.assert(
      fc.property(ropes, fc.array(fc.nat(60), { maxLength: 6 }), ([text, rope], places) => {
        const offsets = places.toSorted((a, b) => a - b);
        const pieces = cutRope(rope, offsets);
        expect(pieces).toEqual([0, ...offsets].map((start, index) => sliceRope(rope, start, offsets[index])));
        for (const piece of pieces) expectProvenance(piece, text);
      }),
    );
  });

  it('replace like strings and keep provenance', () => {
    fc.assert(
      fc.property(
        ropes,
        fc.nat(60),
        fc.nat(60),
        fc.string({ minLength: 1, maxLength: 5 }),
        ([text, rope], a, b, by) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const whole = ropeText(rope);
          const replaced = replaceInRope(rope, start, end, [frame(by)]);
          expect(ropeText(replaced)).toBe(whole.slice(0, start) + by + whole.slice(end));
          expectProvenance(replaced, text);
        },
      ),
    );
  });
});

const simpleEscapes = new Map(
  Object.entries({
    '\b': '\\b',
    '\f': '\\f',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '"': '\\"',
    '\\': '\\\\',
    '/': '\\/',
  }),
);
const hex = (unit: string, upper: boolean): string => {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upper ? digits.toUpperCase() : digits}`;
};

/** One character and one of its spellings in a JSON string. */
const written = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('\b', '\f', '\n', '\r', '\t', '"', '\\', '/', '\u0000', '\ud83d', '\ude00'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    fc.constantFrom('raw', 'short', 'hex', 'HEX'),
  )
  .map(([value, style]) => {
    const hexed = value
      .split('')
      .map((unit) => hex(unit, style === 'HEX'))
      .join('');
    const needsEscape = value < ' ' || value === '"' || value === '\\' || /^[\ud800-\udfff]$/.test(value);
    if (style === 'short' && simpleEscapes.has(value)) return { value, raw: simpleEscapes.get(value) ?? '' };
    if ((style === 'raw' || style === 'short') && !needsEscape) return { value, raw: value };
    return { value, raw: hexed };
  });

describe('JSON strings', () => {
  it('map every character to its place, however it is written', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 30 }), fc.constantFrom('', ' \r\n'), (characters, before) => {
        const literal = `"${characters.map(({ raw }) => raw).join('')}"`;
        const text = `{${before}"a": [0, ${literal}]}`;
        const rope = stringAt(parseJson({ id, text }).root, ['a', 1]);
        expect(ropeText(rope)).toBe(JSON.parse(literal));
        expectProvenance(rope, text);
        // The leaves cover the literal without gap or overlap, and each leaf alone parses to its value.
        let at = text.indexOf(literal) + 1;
        for (const { value, origin } of rope) {
          if (origin.kind !== 'file') throw new Error('a string comes from its file');
          expect(origin.span.start).toBe(at);
          expect(JSON.parse(`"${text.slice(origin.span.start, origin.span.end)}"`)).toBe(value);
          at = origin.span.end;
        }
        expect(at).toBe(text.indexOf(literal) + literal.length - 1);
      }),
      { numRuns: 400 },
    );
  });

  it('give the rope of a broken text the value that was read, and never throw', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('"', '\\', 'u', 'd', '8', '3', '{', '}', '[', ']', ',', ':', 'a', '\n', ' '),
          maxLength: 40,
        }),
        (rest) => {
          const text = `"${rest}`;
          const { root } = parseJson({ id, text });
          if (root?.kind !== 'string') throw new Error('what begins with a quote is a string');
          expect(ropeText(root.rope)).toBe(root.value);
          expectProvenance(root.rope, text);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('YAML strings', () => {
  const styles = fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED');

  it('have the value the parser read and keep provenance, in every style', () => {
    fc.assert(
      fc.property(anyText, styles, fc.constantFrom('\n', '\r\n'), (value, defaultStringType, lineEnd) => {
        const text = stringify(
          { before: 1, a: value },
          { defaultStringType, lineWidth: 20, minContentWidth: 5 },
        ).replaceAll('\n', lineEnd);
        const { root } = parseYaml({ id, text });
        const node = root?.kind === 'object' ? root.entries.find((entry) => entry.key === 'a')?.value : undefined;
        if (node?.kind !== 'string') throw new Error('the string was not read as one');
        expect(ropeText(node.rope)).toBe(node.value);
        expectProvenance(node.rope, text);
      }),
      { numRuns: 400 },
    );
  });

  it('never throw', () => {
    const pieces = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '  ',
      '- ',
      '"',
      "'",
      '|',
      '>',
      '&x ',
      '*x',
      '{',
      '}',
      '[',
      ']',
      ',',
      '#',
      '!t ',
      '? ',
      '\\',
      '%',
      '\t',
      '---\n',
      '...\n',
    );
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 30 }), (text) => {
        const { root, findings } = parseYaml({ id, text });
        for (const each of findings) expect(each.place?.span.end).toBeLessThanOrEqual(text.length);
        for (const { value } of root?.kind === 'object' ? root.entries : [])
          if (value.kind === 'string') expectProvenance(value.rope, text);
      }),
      { numRuns: 400 },
    );
  });
});
