/**
 * JSON as it is spelled, with the places where a cache marker may be. One tree is written in many ways: with other
 * markers and other white space, but always with the same literals.
 */
import fc from 'fast-check';

export type Tree = string | ListTree | ObjectTree;

interface ListTree {
  readonly items: readonly Tree[];
  /** `{cachePoint}` may follow each item. */
  readonly hasPoints?: boolean;
}

interface ObjectTree {
  /** Keys are spelled literals too. */
  readonly entries: readonly (readonly [key: string, value: Tree])[];
  /** The key of a marker that may be here. */
  readonly marker?: string | undefined;
}

export interface Mark {
  readonly value: 'none' | '5m' | '1h' | 'null';
  readonly isFirst: boolean;
}

export interface Spelling {
  /** One per place, repeated as needed. */
  readonly marks: readonly Mark[];
  readonly spaces: readonly string[];
}

export const unmarked: readonly Mark[] = [{ value: 'none', isFirst: false }];

export function spell(tree: Tree, { marks, spaces }: Spelling): string {
  let [places, gaps] = [0, 0];
  const space = (): string => spaces[gaps++ % spaces.length] ?? '';
  const mark = (): Mark => marks[places++ % marks.length] ?? { value: 'none', isFirst: false };
  const write = (node: Tree): string => {
    if (typeof node === 'string') return node;
    if ('items' in node) {
      const items = node.items.flatMap((item) => [write(item), ...(node.hasPoints === true ? point(mark()) : [])]);
      return `[${space()}${items.map((item) => `${item}${space()}`).join(`,${space()}`)}]`;
    }
    const own = node.marker === undefined ? undefined : mark();
    const entries = node.entries.map(([key, value]) => `${key}${space()}:${space()}${write(value)}${space()}`);
    const written = own === undefined || own.value === 'none' ? [] : [`"${node.marker ?? ''}":${control(node, own)}`];
    const all = own?.isFirst === true ? [...written, ...entries] : [...entries, ...written];
    return `{${space()}${all.join(`,${space()}`)}}`;
  };
  return `${space()}${write(tree)}${space()}`;
}

function control({ marker }: ObjectTree, { value }: Mark): string {
  if (value === 'null') return 'null';
  if (marker === 'prompt_cache_breakpoint') return '{"mode": "explicit"}';
  return value === '1h' ? '{"ttl":"1h","type":"ephemeral"}' : '{"type":"ephemeral"}';
}

function point({ value }: Mark): readonly string[] {
  if (value === 'none' || value === 'null') return [];
  return [`{"cachePoint":{"type":"default"${value === '1h' ? ',"ttl":"1h"' : ''}}}`];
}

export const marksArbitrary: fc.Arbitrary<readonly Mark[]> = fc.array(
  fc.record({ value: fc.constantFrom<Mark['value']>('none', 'none', '5m', '1h', 'null'), isFirst: fc.boolean() }),
  { minLength: 1, maxLength: 30 },
);

export const spacesArbitrary: fc.Arbitrary<readonly string[]> = fc.oneof(
  fc.constant(['']),
  fc.array(fc.constantFrom('', '', ' ', '\n', '\t', '\r\n  '), { minLength: 1, maxLength: 12 }),
);

/** Every generated text starts with it, so that a test can search for it. */
export const nonce = '§';

/** A text in many spellings: raw, escaped, lone surrogates, tags and headings. */
export const text: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.nat(0xff_ff_ff),
    fc.array(
      fc.constantFrom(
        'word ',
        'é',
        String.raw`\u00e9`,
        String.raw`\/`,
        '/',
        String.raw`\n`,
        String.raw`\n# Title\n`,
        String.raw`\n<Rules>\nx\n</Rules>\n`,
        String.raw`\"`,
        String.raw`\\`,
        String.raw`\ud83d`,
        String.raw`\ude00 `,
        '🌿',
        String.raw`\t`,
        String.raw`\u0000`,
      ),
      { maxLength: 6 },
    ),
  )
  .map(([number, pieces]) => `"${nonce}${number.toString(16)} ${pieces.join('')}"`);

export const number: fc.Arbitrary<Tree> = fc.constantFrom(
  '0',
  '-0',
  '12',
  '1.0',
  '1e400',
  '0.10E-7',
  '9223372036854775807',
);

export const flag: fc.Arbitrary<Tree> = fc.constantFrom('true', 'false');

const unknownKey = fc
  .tuple(fc.nat(60), fc.boolean())
  .map(([at, isEscaped]) => `"${isEscaped ? String.raw`\u0078` : 'x'}_${at}"`);

function values(keys: fc.Arbitrary<string>): fc.Arbitrary<Tree> {
  return fc.letrec<{ value: Tree }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      text,
      number,
      fc.constantFrom('true', 'null', '""', '[]', '{}'),
      fc.array(tie('value'), { maxLength: 3 }).map((items): Tree => ({ items })),
      fc.array(fc.tuple(keys, tie('value')), { maxLength: 3 }).map((entries): Tree => ({ entries })),
    ),
  })).value;
}

/** Any JSON value. A key of a marker inside one is no marker. */
export const anything = values(fc.oneof(unknownKey, fc.constant('"cache_control"')));

/** A value that can stand anywhere without being taken for a marker. */
export const anythingUnmarked = values(unknownKey);

export const anyObject: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(unknownKey, anything), { maxLength: 3 })
  .map((entries): Tree => ({ entries }));

export type Fields = Readonly<Record<string, fc.Arbitrary<Tree>>>;

/** An object with its keys in any order, with unknown keys and some duplicates. */
export function object(required: Fields, optional: Fields = {}, marker?: string): fc.Arbitrary<Tree> {
  const always = Object.entries(required).map(([key, value]) => value.map((tree) => [[`"${key}"`, tree] as const]));
  const sometimes = Object.entries(optional).map(([key, value]) =>
    fc.option(value, { nil: undefined }).map((tree) => (tree === undefined ? [] : [[`"${key}"`, tree] as const])),
  );
  const unknown = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(unknownKey, anything), { maxLength: 2 }) },
  );
  return fc
    .tuple(fc.tuple(...always, ...sometimes), unknown, fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }))
    .map(([known, others, order]) => {
      const entries = [...known.flat(), ...others];
      const ranked = entries.map((entry, index) => ({ entry, rank: order[index % order.length] ?? 0 }));
      return { entries: ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry), marker };
    });
}

export function list(items: fc.Arbitrary<Tree>, maxLength = 3, hasPoints = false): fc.Arbitrary<Tree> {
  return fc.array(items, { maxLength }).map((each): Tree => ({ items: each, hasPoints }));
}

export function word(...values: readonly string[]): fc.Arbitrary<Tree> {
  return fc.constantFrom(...values.map((value) => JSON.stringify(value)));
}
