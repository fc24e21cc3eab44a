import { Language, Parser } from 'web-tree-sitter';
import { grammarOf, type GrammarId, type LanguageId } from './languages';

export interface GrammarBytes {
  readonly core: Uint8Array;
  readonly grammars: readonly (readonly [GrammarId, Uint8Array])[];
}

/** One parser per grammar, made when its bytes arrive. */
export class Parsers {
  readonly #parsers = new Map<GrammarId, Parser>();
  #ready: Promise<void> | undefined;

  async add({ core, grammars }: GrammarBytes): Promise<void> {
    this.#ready ??= Parser.init({ wasmBinary: core });
    await this.#ready;
    for (const [id, bytes] of grammars) {
      if (this.#parsers.has(id)) continue;
      const parser = new Parser();
      parser.setLanguage(await Language.load(bytes));
      this.#parsers.set(id, parser);
    }
  }

  has(grammar: GrammarId): boolean {
    return this.#parsers.has(grammar);
  }

  get(language: LanguageId): Parser {
    const parser = this.#parsers.get(grammarOf(language));
    if (parser === undefined) throw new Error(`The grammar of ${language} has not been loaded`);
    return parser;
  }
}
