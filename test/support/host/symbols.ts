import type { FileFacts, SymbolFact } from '../../../electron/host/symbols/facts';
import { readGrammars } from '../../../electron/host/symbols/read/grammars';
import { grammarOf, type LanguageId } from '../../../electron/host/symbols/read/languages';
import { Parsers } from '../../../electron/host/symbols/read/parsers';
import { readText } from '../../../electron/host/symbols/read/read-text';

export const languages: readonly LanguageId[] = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'go',
  'java',
  'javascript',
  'php',
  'python',
  'ruby',
  'rust',
  'tsx',
  'typescript',
];
export const parsers = new Parsers();

/** For `beforeAll`. */
export async function loadGrammars(): Promise<void> {
  await parsers.add(await readGrammars([...new Set(languages.map(grammarOf))]));
}

export function read(language: LanguageId, text: string): FileFacts {
  return readText(parsers.get(language), language, text);
}

/** One line per symbol: `kind name signature:line`, two blanks per level, `→` before what it calls. */
export function outline(facts: FileFacts, symbols: readonly SymbolFact[] = facts.symbols, indent = ''): string {
  const names = facts.names.split('\n');
  return symbols
    .map(({ name, kind, line, signature = '', async, calls = [], children = [] }) => {
      const places = calls.filter((_, index) => index % 2 === 0);
      const called = places.length === 0 ? '' : ` →${places.map((place) => names[place]).join(',')}`;
      return (
        `${indent}${async ? 'async ' : ''}${kind} ` +
        `${name}${signature}:${line}${called}\n${outline(facts, children, `${indent}  `)}`
      );
    })
    .join('');
}

/** Imports; those after `→` are local. */
export function imports({ imports: others, importsLocal }: FileFacts): string {
  return [others.join(' '), ...(importsLocal.length === 0 ? [] : [`→ ${importsLocal.join(' ')}`])].join(' ').trim();
}

/** Removes the margin of a template literal. */
export function lines(text: string): string {
  const all = text.replace(/^\n/, '').replace(/\n *$/, '\n').split('\n');
  const margin = Math.min(
    ...all.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return all.map((line) => line.slice(margin)).join('\n');
}
