/** A worker that only parses: the lower bound for any symbol map. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { Language, Parser } from 'web-tree-sitter';

const { files, counter } =
  /** @type {{ files: readonly (readonly [path: string, grammar: string])[], counter: Int32Array }} */ (workerData);
const require = createRequire(import.meta.url);

await Parser.init();
/** @type {Map<string, Parser>} */
const parsers = new Map();
for (const grammar of new Set(files.map(([, id]) => id))) {
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)));
  parsers.set(grammar, parser);
}
for (let index = Atomics.add(counter, 0, 1); index < files.length; index = Atomics.add(counter, 0, 1)) {
  const [path, grammar] = files[index] ?? ['', ''];
  parsers.get(grammar)?.parse(readFileSync(path, 'utf8'))?.delete();
}
