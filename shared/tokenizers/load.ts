import { createEncoding, type BpeEncoding } from './bpe/bpe';
import { fourBytes, fourCharacters } from './rules-of-thumb';
import type { Encoding, EncodingId, VocabularyId } from './types';

const loaded = new Map<EncodingId, Promise<BpeEncoding>>();

export function loadEncoding(id: VocabularyId): Promise<Encoding> {
  if (id === 'characters') return Promise.resolve(fourCharacters);
  return id === 'bytes' ? Promise.resolve(fourBytes) : loadVocabulary(id);
}

/** A vocabulary has some megabytes: it is loaded once and on demand. */
export function loadVocabulary(id: EncodingId): Promise<BpeEncoding> {
  const cached = loaded.get(id);
  if (cached !== undefined) return cached;
  const loading = load(id);
  loaded.set(id, loading);
  return loading;
}

async function load(id: EncodingId): Promise<BpeEncoding> {
  const { default: ranks } =
    id === 'o200k_base'
      ? await import('gpt-tokenizer/bpeRanks/o200k_base')
      : await import('gpt-tokenizer/bpeRanks/cl100k_base');
  return createEncoding(id, ranks);
}
