import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTokenizerFile, type FileEncoding } from '../../../shared/tokenizers/file/file-encoding';
import type { Encoded } from '../../../shared/tokenizers/types';
import {
  addedToken,
  bytesOnly,
  inOrder,
  mergingTokenizer,
  patterns,
  split,
  unigramTokenizer,
  wordPieceTokenizer,
  wordTokenizer,
} from '../../support/tokenizers/tokenizer-files';
import { anyText, corpus, oneOfEachScript } from '../../support/tokenizers/texts';

type Json = Readonly<Record<string, unknown>>;

const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
const cl100k = inOrder(split(patterns.cl100k), bytesOnly);
const added = [
  addedToken('<|end|>', 9000),
  addedToken('the pilot', 9001, { special: false }),
  addedToken('<mask>', 9002, { lstrip: true }),
  addedToken('a7', 9003, { rstrip: true }),
];

/** Every kind of split that open models use, and whether its boundaries can be proven safe. */
const files: readonly (readonly [name: string, json: Json])[] = [
  ['GPT-2', mergingTokenizer({ pre_tokenizer: byteLevel })],
  ['GPT-2 with a space before', mergingTokenizer({ pre_tokenizer: { ...byteLevel, add_prefix_space: true } })],
  ['GPT-2 with added tokens', mergingTokenizer({ pre_tokenizer: byteLevel, added_tokens: added })],
  [
    'digits apart, then GPT-2',
    mergingTokenizer({ pre_tokenizer: inOrder({ type: 'Digits', individual_digits: true }, byteLevel) }),
  ],
  [
    'three digits, then GPT-2',
    mergingTokenizer({
      pre_tokenizer: inOrder({ type: 'Punctuation' }, split('[0-9]{3}'), byteLevel, { type: 'Digits' }),
    }),
  ],
  ['cl100k', mergingTokenizer({ pre_tokenizer: cl100k })],
  ['cl100k with added tokens', mergingTokenizer({ pre_tokenizer: cl100k, added_tokens: added })],
  [
    'cl100k composed',
    mergingTokenizer({
      pre_tokenizer: cl100k,
      normalizer: { type: 'NFC' },
      added_tokens: added.map((each) => ({ ...each, normalized: true })),
    }),
  ],
  [
    'one digit at a time, composed',
    mergingTokenizer({
      pre_tokenizer: inOrder(split(patterns.oneDigit), bytesOnly),
      normalizer: { type: 'Sequence', normalizers: [{ type: 'NFC' }] },
    }),
  ],
  ['o200k', mergingTokenizer({ pre_tokenizer: inOrder(split(patterns.o200k), bytesOnly) })],
  ['GPT-2 in lower case', mergingTokenizer({ pre_tokenizer: byteLevel, normalizer: { type: 'Lowercase' } })],
  [
    'each character a piece, composed',
    mergingTokenizer({ pre_tokenizer: inOrder(split('[\\s\\S]'), bytesOnly), normalizer: { type: 'NFC' } }),
  ],
  [
    'three splits',
    mergingTokenizer({
      pre_tokenizer: inOrder(
        split('\\p{N}{1,3}'),
        split('[一-龥぀-ゟ゠-ヿ]+'),
        split(
          '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ' +
            '?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
        ),
        bytesOnly,
      ),
    }),
  ],
  [
    'each space a piece, with added tokens',
    mergingTokenizer({ pre_tokenizer: inOrder(split('\\s|\\S+'), bytesOnly), added_tokens: added }),
  ],
  ['matches only', mergingTokenizer({ pre_tokenizer: inOrder(split('[A-Za-z]+|[0-9]', { invert: true }), bytesOnly) })],
  ['spaces taken out', mergingTokenizer({ pre_tokenizer: inOrder(split('\\s+', { behavior: 'Removed' }), bytesOnly) })],
  [
    'punctuation apart',
    mergingTokenizer({
      pre_tokenizer: inOrder({ type: 'Punctuation', behavior: 'Isolated' }, { type: 'WhitespaceSplit' }, bytesOnly),
    }),
  ],
  ['words of ASCII', mergingTokenizer({ pre_tokenizer: inOrder({ type: 'Whitespace' }, bytesOnly) })],
  ['BERT', wordPieceTokenizer({})],
  [
    'BERT with added tokens',
    wordPieceTokenizer({ added_tokens: added.map((each) => ({ ...each, normalized: true })) }),
  ],
  [
    'BERT in lower case',
    wordPieceTokenizer({
      normalizer: {
        type: 'Sequence',
        normalizers: [{ type: 'NFKC' }, { type: 'Lowercase' }, { type: 'StripAccents' }],
      },
    }),
  ],
];

const uncut: readonly (readonly [name: string, json: Json])[] = [
  ['Metaspace', wordTokenizer()],
  ['Unigram', unigramTokenizer()],
  ['no pre-tokenizer', mergingTokenizer({})],
  ['a pattern that looks back', mergingTokenizer({ pre_tokenizer: inOrder(split('(?<=a) +|\\S+|\\s+'), bytesOnly) })],
  ['runs of three', mergingTokenizer({ pre_tokenizer: inOrder(split('[^\\d]{1,3}|\\d'), byteLevel) })],
  ['two patterns for one space', mergingTokenizer({ pre_tokenizer: inOrder(split(' b|[a-z ]+|[^a-z ]+'), byteLevel) })],
  ['a pattern that matches nothing', mergingTokenizer({ pre_tokenizer: inOrder(split('\\p{L}*'), bytesOnly) })],
  ['a prefix', mergingTokenizer({ pre_tokenizer: byteLevel, normalizer: { type: 'Prepend', prepend: ' ' } })],
  [
    'ends cut off',
    mergingTokenizer({ pre_tokenizer: byteLevel, normalizer: { type: 'Strip', strip_left: true, strip_right: true } }),
  ],
  [
    'unknown ones as one',
    wordPieceTokenizer({
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        fuse_unk: true,
        continuing_subword_prefix: '##',
        vocab: { '[UNK]': 0, a: 1, s: 2 },
      },
    }),
  ],
];

async function encodingOf(json: Json): Promise<FileEncoding> {
  const read = await readTokenizerFile('tokenizer.json', JSON.stringify(json));
  if (!read.ok) throw new Error(read.problem);
  return read.encoding;
}

/** The library's count of the whole text. */
function wholeCount(json: Json): (text: string) => number {
  const tokenizer = new Tokenizer(json, {});
  return (text) => (text === '' ? 0 : tokenizer.tokenize(text, { add_special_tokens: false }).length);
}

const words = [
  '<|end|>',
  'the pilot',
  '<mask>',
  'a7',
  ' ',
  '  ',
  'word',
  ' word word',
  'ΑΣ',
  'a.Σ',
  "it's",
  '\n\n',
  'e\u0301',
  'ㄱ',
  'ᄀ',
  'ᅡ',
  '\u0958',
  '・',
  '一',
  '12',
  ' bx',
  '[UNK]',
];
const text = fc
  .array(fc.oneof(anyText, fc.constantFrom(...corpus, ...oneOfEachScript, ...words), fc.constantFrom(...words)), {
    maxLength: 50,
  })
  .map((parts) => parts.join(''));
const edit = fc.record({
  at: fc.nat(),
  remove: fc.nat(40),
  insert: fc.oneof(anyText, fc.constantFrom(...oneOfEachScript, ...words), fc.constant('')),
});

function apply(
  before: string,
  { at, remove, insert }: { readonly at: number; readonly remove: number; readonly insert: string },
): string {
  const start = at % (before.length + 1);
  return before.slice(0, start) + insert + before.slice(start + remove);
}

function expectSame(encoding: FileEncoding, incremental: Encoded, now: string): void {
  const fresh = encoding.encode(now);
  expect(incremental.text.toString()).toBe(now);
  expect(incremental.total).toBe(fresh.total);
  for (let offset = 0; offset <= now.length; offset += 1 + Math.floor(now.length / 50))
    expect(incremental.tokensBefore(offset)).toBe(fresh.tokensBefore(offset));
}

function expectSameAfterEdits(json: Json, encoding: FileEncoding, numRuns: number): void {
  const count = wholeCount(json);
  fc.assert(
    fc.property(text, fc.array(edit, { minLength: 1, maxLength: 8 }), (start, edits) => {
      let now = start;
      let encoded = encoding.encode(now);
      expect(encoded.total).toBe(count(now));
      for (const each of edits) {
        now = apply(now, each);
        encoded = encoding.encode(now, encoded);
        expect(encoded.total).toBe(count(now));
        expectSame(encoding, encoded, now);
      }
    }),
    { numRuns },
  );
}

/** In characters: the most that an edit may make it recount. */
function longestChunk(encoding: FileEncoding, whole: string): number {
  const { offsets = new Uint32Array() } = encoding.pack(encoding.encode(whole)) ?? {};
  return Math.max(...Array.from(offsets.subarray(1), (end, index) => end - (offsets[index] ?? 0)));
}

const prose = 'the pilot came aboard at dawn and told us about the lights of the harbour '.repeat(40);

describe.each(files)('a tokenizer.json like that of %s', (_, json) => {
  it('recounts little of a long text', async () => {
    expect(longestChunk(await encodingOf(json), prose)).toBeLessThan(300);
  });

  it('counts as the library does as a whole, edit after edit', async () => {
    expectSameAfterEdits(json, await encodingOf(json), 150);
  });

  it('has the same tokens on both sides of every cut', async () => {
    const encoding = await encodingOf(json);
    const count = wholeCount(json);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...oneOfEachScript, ...words), { minLength: 1, maxLength: 12 }), (parts) => {
        const now = parts.join('');
        expect(encoding.count(now)).toBe(count(now));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same when stopped and resumed, and when it comes from elsewhere', async () => {
    const encoding = await encodingOf(json);
    fc.assert(
      fc.property(text, edit, fc.nat(3), (start, change, chunks) => {
        let left = chunks;
        const begun = encoding.encodeUntil(start, undefined, () => (left -= 1) < 0);
        for (const now of [start, apply(start, change)]) expectSame(encoding, encoding.encode(now, begun), now);
        const packed = encoding.pack(encoding.encode(start));
        if (packed === undefined) throw new Error('not packed');
        expectSame(encoding, encoding.unpack(start, packed), start);
      }),
      { numRuns: 50 },
    );
  });
});

describe.each(uncut)('a tokenizer.json with %s', (_, json) => {
  it('recounts the whole text, with the same result', async () => {
    const encoding = await encodingOf(json);
    expect(longestChunk(encoding, prose)).toBe(prose.length);
    expectSameAfterEdits(json, encoding, 60);
  });
});

describe('places', () => {
  it.each(files.slice(0, 1).concat(files.filter(([name]) => name === 'cl100k' || name === 'o200k')))(
    'of the tokens of %s are those of the whole',
    async (_, json) => {
      const encoding = await encodingOf(json);
      const tokenizer = new Tokenizer(json, {});
      fc.assert(
        fc.property(text, (now) => {
          const encoded = encoding.encode(now);
          const bytes =
            now === '' ? [] : tokenizer.tokenize(now, { add_special_tokens: false }).map(({ length }) => length);
          const encoder = new TextEncoder();
          for (let offset = 0; offset < now.length; offset += 1) {
            if (/^[\uDC00-\uDFFF]/.test(now.slice(offset))) continue;
            const before = encoder.encode(now.slice(0, offset)).length;
            let [at, tokens] = [0, 0];
            while (at < before) at += bytes[tokens++] ?? Number.POSITIVE_INFINITY;
            expect(encoded.tokensBefore(offset)).toBe(tokens);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('a run too long to be counted', () => {
  it('is reported, and only then', async () => {
    const [bytes, unigram] = [
      await encodingOf(mergingTokenizer({ pre_tokenizer: byteLevel })),
      await encodingOf(unigramTokenizer()),
    ];
    expect(bytes.isTooLong('a'.repeat(1_600_000))).toBe(true);
    expect(bytes.isTooLong('a b '.repeat(1_000_000))).toBe(false);
    expect(unigram.isTooLong('a b '.repeat(20_000))).toBe(true);
    expect(unigram.isTooLong('a b '.repeat(10_000))).toBe(false);
    expect(unigram.count('a b '.repeat(200_000))).toBeGreaterThan(0);
  });
});
