import { readFile } from 'node:fs/promises';
import bash from '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm?asset';
import csharp from '@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm?asset';
import cpp from '@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm?asset';
import go from '@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm?asset';
import java from '@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm?asset';
import javascript from '@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm?asset';
import php from '@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm?asset';
import python from '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm?asset';
import ruby from '@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm?asset';
import rust from '@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm?asset';
import tsx from '@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm?asset';
import typescript from '@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm?asset';
import core from 'web-tree-sitter/web-tree-sitter.wasm?asset';
import type { GrammarId } from './languages';
import type { GrammarBytes } from './parsers';

const files: Readonly<Record<GrammarId, string>> = {
  bash,
  'c-sharp': csharp,
  cpp,
  go,
  java,
  javascript,
  php,
  python,
  ruby,
  rust,
  tsx,
  typescript,
};

/** Read here and sent to the workers as bytes: a worker cannot read the packaged archive. */
export async function readGrammars(ids: readonly GrammarId[]): Promise<GrammarBytes> {
  const grammars = await Promise.all(ids.map(async (id) => [id, await readFile(files[id])] as const));
  return { core: await readFile(core), grammars };
}
