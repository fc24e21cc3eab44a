import type { Encoded, Encoding } from './types';
import { utf8Length } from './utf8';

export type ReadEncoding = { readonly ok: true; readonly encoding: Encoding } | { readonly ok: false; readonly problem: string };

/** Characters of several scripts: a tokenizer that cannot encode these is not usable. */
const probe = 'Hello, world!\n\t42 你好 🦜';

/** A `tokenizer.json` as published with open models. One that is broken says why; it never throws. */
export async function readTokenizerFile(id: string, json: string): Promise<ReadEncoding> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null) return { ok: false, problem: 'it is no JSON object' };
    const { Tokenizer } = await import('@huggingface/tokenizers');
    const tokenizer = new Tokenizer(parsed, {});
    const tokenize = (text: string): readonly string[] => (text === '' ? [] : tokenizer.tokenize(text, { add_special_tokens: false }));
    const isByteLevel = /"type"\s*:\s*"ByteLevel"/.test(json);
    const added = new Set([...tokenizer.get_added_tokens_decoder().values()].map(({ content }) => content));
    const sizeOf = (token: string): number => (added.has(token) || !isByteLevel ? wordSize(token) : token.length);
    if (tokenize(probe).length === 0) return { ok: false, problem: 'it makes no tokens' };
    return { ok: true, encoding: createFileEncoding(id, tokenize, sizeOf) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Bytes of text behind a token of a vocabulary that writes a space as `▁` and a byte it has no letter for as `<0xE2>`. */
function wordSize(token: string): number {
  return /^<0x[0-9A-F]{2}>$/.test(token) ? 1 : utf8Length(token.replaceAll('▁', ' '));
}

function createFileEncoding(id: string, tokenize: (text: string) => readonly string[], sizeOf: (token: string) => number): Encoding {
  return {
    id,
    count: (text) => tokenize(text).length,
    encode(view, previous) {
      const text = view.toString();
      return previous instanceof EncodedBytes && previous.text === text ? previous : new EncodedBytes(text, startsOf(text, tokenize(text).map(sizeOf)));
    },
  };
}

/** Where each token starts, in bytes of the text. A normalizer may change the length: then the tokens share it out. */
function startsOf(text: string, sizes: readonly number[]): Float64Array {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const stretch = all === 0 ? 0 : utf8Length(text) / all;
  const starts = new Float64Array(sizes.length);
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    starts[index] = stretch === 1 ? at : Math.floor(at * stretch);
    at += size;
  }
  return starts;
}

class EncodedBytes implements Encoded {
  readonly text: string;
  readonly total: number;
  readonly #starts: Float64Array;
  /** The last place asked for: places are mostly asked for in order. */
  #offset = 0;
  #bytes = 0;

  constructor(text: string, starts: Float64Array) {
    this.text = text;
    this.total = starts.length;
    this.#starts = starts;
  }

  tokensBefore(offset: number): number {
    if (offset >= this.text.length) return this.total;
    if (offset < this.#offset) this.#offset = this.#bytes = 0;
    this.#bytes += utf8Length(this.text, this.#offset, offset);
    this.#offset = offset;
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) < this.#bytes) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
