import type { LanguageId } from './languages';

/** How a language writes comments and strings: just enough to skip them. */
export interface NameStyle {
  readonly slashComments: boolean;
  readonly hashComments: boolean;
  /** `'` quotes a character (C, Java, Go), a character or lifetime (Rust), or a string. */
  readonly apostrophe: 'char' | 'rust' | 'string';
  /** Backticks: a template with `${code}`, a raw string, or nothing special. */
  readonly backtick: 'template' | 'raw' | 'none';
  /** `"""` (and `'''`) quote text over several lines. */
  readonly triple: boolean;
  /** Plain quotes may span lines. */
  readonly multiline: boolean;
  /** `/…/` after an operator is a regular expression. */
  readonly regex: boolean;
}

/** The C family's style with these changes. All styles have one shape, to keep the scanner monomorphic. */
function style(own: Partial<NameStyle> = {}): NameStyle {
  const {
    slashComments = true,
    hashComments = false,
    apostrophe = 'char',
    backtick = 'none',
    triple = false,
    multiline = false,
    regex = false,
  } = own;
  return { slashComments, hashComments, apostrophe, backtick, triple, multiline, regex };
}

const cFamily = style();
const script = style({ apostrophe: 'string', backtick: 'template', regex: true });
const hash: Partial<NameStyle> = { slashComments: false, hashComments: true, apostrophe: 'string', multiline: true };

export const nameStyles: Readonly<Record<LanguageId, NameStyle>> = {
  bash: style(hash),
  c: cFamily,
  cpp: cFamily,
  csharp: style({ triple: true }),
  go: style({ backtick: 'raw' }),
  java: style({ triple: true }),
  javascript: script,
  php: style({ ...hash, slashComments: true }),
  python: style({ ...hash, triple: true, multiline: false }),
  ruby: style({ ...hash, regex: true }),
  rust: style({ apostrophe: 'rust', multiline: true }),
  tsx: script,
  typescript: script,
};

/** Keywords, which name no symbol; skipping them keeps the lists short. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'abstract and as assert async auto await bool boolean break byte case catch char class const ' +
    'constexpr continue crate declare def default defer del delete do ' +
    'double elif else elsif ensure enum esac except explicit export extends extern false fi final ' +
    'finally float fn for foreach friend from func function goto if ' +
    'impl implements import in include_once inline instanceof int interface internal is keyof lambda ' +
    'let long mut mutable namespace never new nil None nonlocal ' +
    'noexcept not null nullptr operator or override package private protected pub public raise ' +
    'readonly require_once rescue return satisfies sealed self Self ' +
    'short signed sizeof static static_cast string struct super switch synchronized template this ' +
    'throw throws trait true True False try typedef typename typeof ' +
    'undefined union unless unsafe unsigned until using var virtual void volatile while with yield ' +
    'dyn u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64'
  ).split(' '),
);
