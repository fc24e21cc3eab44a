/** Hostile texts: random ones, and fixture texts with stretches replaced, doubled, swapped and cut. */
import fc from 'fast-check';

/** Tokens with a meaning for one of the parsers, for a terminal or for a screen. */
const tokens = [
  [
    '\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '  ',
    '\u0085',
    '\u2028',
    '\u00A0',
    '\uFEFF',
    '\u0000',
    '\u001B[31m',
    '\u200B',
    '\u202E',
    '\uD800',
    '\uDC00',
    '🦜',
    'e\u0301',
  ],
  ['---', '---\n', '\n---\n', '...', '<!--', '-->', '# ', '## ', '```', '</Identity>', '<![CDATA[', '&amp;'],
  [
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\\u',
    '\\u12',
    '\\uD83D',
    '\\uDE00',
    '\\n',
    'null',
    'true',
    '1e999',
    '-0',
    '.5',
  ],
  ['a: ', '- ', '? ', '&a ', '*a', '!!binary ', '!!js/function ', '%YAML 1.2\n', '|\n  ', '>-\n  ', '<<: *a\n', '~'],
  ['${', '${X}', '${X ? "a" : b}', '{{workspace}}', '{{', '}}', '$', '`', '||', '?', '('],
  [
    '__proto__',
    'constructor',
    'toString',
    '../',
    '/',
    '\\\\',
    'file:a',
    'history:0',
    'javascript:',
    'curl ',
    "--data '",
  ],
].flat();

const token = fc.constantFrom(...tokens);

/** Random text: any code units, and the tokens above in any order. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.oneof({ weight: 3, arbitrary: token }, { weight: 1, arbitrary: fc.string({ maxLength: 6 }) }), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
  fc.json(),
);

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  length: fc.oneof(fc.nat(4), fc.nat(400)),
  by: fc.oneof({ weight: 4, arbitrary: token }, { weight: 1, arbitrary: hostileText }),
});

/** A text with one to four stretches replaced, one stretch moved, or its end cut off. */
export function mutated(text: string): fc.Arbitrary<string> {
  const place = (at: number): number => (text.length === 0 ? 0 : at % (text.length + 1));
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => edits.reduce(replaced, text)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([a, b, c]) => moved(text, place(a), place(b), place(c))),
    },
    { weight: 1, arbitrary: fc.nat().map((at) => text.slice(0, place(at))) },
    { weight: 1, arbitrary: hostileText },
  );
}

function replaced(text: string, { at, length, by }: Edit): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + by + text.slice(start + length);
}

/** Copies a stretch to a third place. */
function moved(text: string, from: number, to: number, at: number): string {
  return text.slice(0, at) + text.slice(Math.min(from, to), Math.max(from, to)) + text.slice(at);
}

const units = [
  ...tokens,
  '{"a":',
  '[[',
  'x',
  'x ',
  '<a>\n',
  '~~~x\n',
  '# a\n',
  '<!-- a: 1',
  '"\\u0041',
  '{}\n',
  '- a\n',
  'a: 1\n',
  '${a',
  "${'",
  '${!',
  '${(',
  "curl -d '{",
  '{"messages":[',
  '"a":1,',
];

/** One small thing repeated: unbounded recursion overflows, and quadratic code takes very long. */
export function longTexts(size: number): readonly string[] {
  return units.map((unit) => unit.repeat(Math.ceil(size / unit.length)));
}
