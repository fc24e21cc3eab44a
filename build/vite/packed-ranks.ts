import { createRequire } from 'node:module';
import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { packTables, tablesOf, type RankTable } from '../../shared/tokenizers/bpe/vocabulary-tables';

const ranks = /[\\/]gpt-tokenizer[\\/].*[\\/]bpeRanks[\\/](\w+)\.js$/;
const placeholder = /__STRATA_RANKS_(.+?)__/g;

/**
 * Bundles a vocabulary as a file of its tables. Building them from an array of 200,000 strings would take longer than
 * all else at start.
 */
export function packedRanks(): Plugin {
  return {
    name: 'strata:packed-ranks',
    enforce: 'pre',
    load(id) {
      const vocabulary = ranks.exec(id)?.[1];
      if (vocabulary === undefined) return undefined;
      const { default: table }: { default: RankTable } = createRequire(import.meta.url)(
        `gpt-tokenizer/bpeRanks/${vocabulary}`,
      );
      const file = this.emitFile({ type: 'asset', name: `${vocabulary}.bin`, source: packTables(tablesOf(table)) });
      return { code: reading(`__STRATA_RANKS_${file}__`), map: null };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('__STRATA_RANKS_')) return null;
      return {
        code: code.replaceAll(placeholder, (_, file: string) =>
          posix.relative(posix.dirname(fileName), this.getFileName(file)),
        ),
        map: null,
      };
    },
  };
}

/** This replaces a module of shared in the bundle of the main process, where it need not be pure. */
const reading = (file: string): string => `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export default readFileSync(join(import.meta.dirname, '${file}'));
`;
