/** Small tokenizers in the format of open models. */

/** GPT-2's letters for bytes: printable ones stand for themselves, the rest for letters from U+0100 on. */
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
    added_tokens: [{ id: tokens.length, content: '<|end|>', special: true, single_word: false, lstrip: false, rstrip: false, normalized: false }],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab: Object.fromEntries(tokens.map((token, id) => [token, id])), merges: ['h e', 'he l', 'l o', 'Ġ w'] },
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
    decoder: { type: 'Sequence', decoders: [{ type: 'Replace', pattern: { String: '▁' }, content: ' ' }, { type: 'ByteFallback' }, { type: 'Fuse' }] },
    model: {
      type: 'BPE',
      unk_token: null,
      byte_fallback: true,
      vocab: Object.fromEntries([...bytes, ...letters, ...words].map((token, id) => [token, id])),
      merges: ['h e', 'he l', 'hel l', 'hell o', '▁ hello', 'w o', 'wo r', 'wor l', 'worl d', '▁ world'],
    },
  };
}
