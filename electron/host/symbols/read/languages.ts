/** Grammars by language. C has none of its own and uses C++'s. */
export type GrammarId =
  'bash' | 'c-sharp' | 'cpp' | 'go' | 'java' | 'javascript' | 'php' | 'python' | 'ruby' | 'rust' | 'tsx' | 'typescript';

export type LanguageId =
  | 'bash'
  | 'c'
  | 'cpp'
  | 'csharp'
  | 'go'
  | 'java'
  | 'javascript'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'tsx'
  | 'typescript';

interface Language {
  readonly grammar: GrammarId;
  readonly extensions: string;
}

/** JSX is part of the JavaScript grammar. A `.h` may be C or C++; its symbols are the same. */
const languages: Readonly<Record<LanguageId, Language>> = {
  bash: { grammar: 'bash', extensions: 'sh bash' },
  c: { grammar: 'cpp', extensions: 'c h' },
  cpp: { grammar: 'cpp', extensions: 'cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp' },
  csharp: { grammar: 'c-sharp', extensions: 'cs' },
  go: { grammar: 'go', extensions: 'go' },
  java: { grammar: 'java', extensions: 'java' },
  javascript: { grammar: 'javascript', extensions: 'js jsx mjs cjs' },
  php: { grammar: 'php', extensions: 'php' },
  python: { grammar: 'python', extensions: 'py pyi' },
  ruby: { grammar: 'ruby', extensions: 'rb rake' },
  rust: { grammar: 'rust', extensions: 'rs' },
  tsx: { grammar: 'tsx', extensions: 'tsx' },
  typescript: { grammar: 'typescript', extensions: 'ts mts cts' },
};

const byExtension = new Map<string, LanguageId>(
  // Object.keys loses the key type; the table above is typed as complete.
  (Object.keys(languages) as LanguageId[]).flatMap((id) =>
    languages[id].extensions.split(' ').map((extension) => [extension, id] as const),
  ),
);

/** By file extension only, without opening the file. */
export function languageOf(path: string): LanguageId | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : byExtension.get(name.slice(dot + 1).toLowerCase());
}

/** The design ignores hidden folders and installed packages: their files have no symbols. */
export function mappedLanguage(path: string): LanguageId | undefined {
  if (/(?:^|\/)\./.test(path) || path.includes('node_modules') || path.includes('__pycache__')) return undefined;
  return languageOf(path);
}

const ofTheDesign = /\.(?:py|m?js|jsx|tsx?|c|cpp|cc|cxx|h|hpp|hxx)$/;

/**
 * True if the design itself reads this language. Files of other languages are mapped in its notation and do not affect
 * the lines of these.
 */
export function isOfTheDesign(path: string): boolean {
  return ofTheDesign.test(path);
}

export function grammarOf(language: LanguageId): GrammarId {
  return languages[language].grammar;
}
