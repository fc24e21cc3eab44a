import { createEncoding } from './bpe';
import { fourBytes, fourCharacters } from './thumb';
import type { Encoding, EncodingId, VocabularyId } from './types';

const loaded = new Map<EncodingId, Promise<Encoding>>();

/** A vocabulary is some megabytes: loaded once, and only when a model needs it. */
export function loadEncoding(id: VocabularyId): Promise<Encoding> {
  if (id === 'characters') return Promise.resolve(fourCharacters);
  if (id === 'bytes') return Promise.resolve(fourBytes);
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const loading = load(id);
  loaded.set(id, loading);
  return loading;
}

async function load(id: EncodingId): Promise<Encoding> {
  const { default: ranks } = id === 'o200k_base' ? await import('gpt-tokenizer/bpeRanks/o200k_base') : await import('gpt-tokenizer/bpeRanks/cl100k_base');
  return createEncoding(id, ranks);
}
