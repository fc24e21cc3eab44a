import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** As gpt-tokenizer writes a vocabulary: index = rank; a token that is no text by itself is given as its bytes. */
type RankTable = readonly (string | readonly number[] | undefined)[];

/** How many, four bytes; then the length of each, a byte; then the bytes of all. In base64. Read by shared/tokenizers. */
export function packRanks(table: RankTable): string {
  const tokens = Array.from(table, (entry) => (entry === undefined ? Buffer.alloc(0) : typeof entry === 'string' ? Buffer.from(entry) : Buffer.from([...entry])));
  const head = Buffer.alloc(4 + tokens.length);
  head.writeUInt32LE(tokens.length, 0);
  for (const [rank, token] of tokens.entries()) head.writeUInt8(token.length, 4 + rank);
  return Buffer.concat([head, ...tokens]).toString('base64');
}

const ranks = /[\\/]gpt-tokenizer[\\/].*[\\/]bpeRanks[\\/](\w+)\.js$/;

/** Bundles a vocabulary as one string: an array of 200,000 strings takes ten times as long to load. */
export function packedRanks(): Plugin {
  return {
    name: 'strata:packed-ranks',
    enforce: 'pre',
    load(id) {
      const vocabulary = ranks.exec(id)?.[1];
      if (vocabulary === undefined) return undefined;
      const { default: table }: { default: RankTable } = createRequire(import.meta.url)(`gpt-tokenizer/bpeRanks/${vocabulary}`);
      return { code: `export default '${packRanks(table)}';`, map: null };
    },
  };
}
