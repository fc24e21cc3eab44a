/** Small tokenizers in the format of open models (tokenizer.json). */

/** GPT-2's letters for bytes: printable bytes map to themselves, the rest to letters from U+0100 on. */
function byteLetters(): readonly string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCodePoint(isPrintable ? byte : next++);
  });
}

export function byteLevelTokenizer(): Readonly<Record<string, unknown>> {
  const tokens = [...byteLetters(), 'he', 'hel', 'lo', 'Ġw'];
  return {
    version: '1.0',
    added_tokens: [
      {
        id: tokens.length,
        content: '<|end|>',
        special: true,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
      },
    ],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges: ['h e', 'he l', 'l o', 'Ġ w'],
    },
  };
}

export function wordTokenizer(): Readonly<Record<string, unknown>> {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  const letters = [...'▁abcdefghijklmnopqrstuvwxyz'];
  const words = ['he', 'hel', 'hell', 'hello', '▁hello', 'wo', 'wor', 'worl', 'world', '▁world'];
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
    post_processor: null,
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
      ],
    },
    model: {
      type: 'BPE',
      unk_token: null,
      byte_fallback: true,
      vocab: Object.fromEntries([...bytes, ...letters, ...words].map((token, id) => [token, id])),
      merges: ['h e', 'he l', 'hel l', 'hell o', '▁ hello', 'w o', 'wo r', 'wor l', 'worl d', '▁ world'],
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Patterns as open models publish them. */
const contraction = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
const before = '[^\\r\\n\\p{L}\\p{N}]?';
const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';

export const patterns = {
  cl100k:
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| " +
    '?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  oneDigit:
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| " +
    '?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  o200k: [
    `${before}${upper}*${lower}+${contraction}`,
    `${before}${upper}+${lower}*${contraction}`,
    '\\p{N}{1,3}',
    ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
    '\\s*[\\r\\n]+',
    '\\s+(?!\\S)',
    '\\s+',
  ].join('|'),
} as const;

export function split(regex: string, more: Json = {}): Json {
  return { type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false, ...more };
}

export const bytesOnly: Json = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false };

export function inOrder(...pretokenizers: readonly Json[]): Json {
  return { type: 'Sequence', pretokenizers };
}

export function addedToken(content: string, id: number, more: Json = {}): Json {
  return { id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false, ...more };
}

/** A byte-level tokenizer that merges any two adjacent common bytes, so that every piece boundary changes the count. */
export function mergingTokenizer(parts: Json): Json {
  const letters = byteLetters();
  const usual = [
    ..."\n\r\t './-aZs7l\u00c3\u00a9\u00e4\u00bd\u00a0\u00cc\u0081\u00d0\u00af\u00ef\u00bf\u00cf\u0083",
  ].map((char) => letters[char.codePointAt(0) ?? 0] ?? '');
  const merges = usual.flatMap((left) => usual.map((right) => [left, right] as const));
  const tokens = [...letters, ...merges.map(([left, right]) => left + right)];
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab: Object.fromEntries(tokens.map((token, id) => [token, id])), merges },
    ...parts,
  };
}

export function wordPieceTokenizer(parts: Json): Json {
  const words = [
    '[UNK]',
    'the',
    'pilot',
    'came',
    '##ing',
    '##s',
    'a',
    '##a',
    'z',
    '##z',
    's',
    'l',
    '##l',
    '7',
    '##7',
    ',',
    '.',
    '-',
    '/',
    "'",
    '"',
    '你',
    'e',
    'я',
    'ω',
    'σ',
    'ς',
    '##ς',
    '##σ',
  ];
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
    ...parts,
  };
}

export function unigramTokenizer(): Json {
  const vocab = [
    ['<unk>', 0],
    ['\u2581', -2],
    ...[...'abcdefghijklmnopqrstuvwxyz.,'].map((char, index) => [char, -4 - index / 10]),
    ['\u2581the', -3],
    ['ing', -5],
  ];
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'Metaspace', replacement: '\u2581', prepend_scheme: 'always' },
    post_processor: null,
    decoder: null,
    model: { type: 'Unigram', unk_id: 0, vocab },
  };
}
