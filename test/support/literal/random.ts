/** Generators for the random workspaces of the five designs. */
import fc from 'fast-check';
import type { Settings } from '../../../shared/assemblers/types';
import type { Facts } from '../../../shared/sources/types';
import { testFacts } from '../memory';

export interface RandomWorkspace {
  /** Paths are relative to the workspace, or absolute. */
  readonly files: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly facts: Facts;
}

const words = [
  'heron',
  'tea',
  'kettle',
  'x',
  '漢字',
  '😀',
  'é',
  'e\u0301',
  '42',
  '"q"',
  "it's",
  '<b>',
  '</Identity>',
  '${HOME}',
  '{{workspace}}',
  '`c`',
  '\\n',
  '\t',
  '\u00A0',
  '\u2028',
  '\uFF5E',
  '|',
  ':',
  '#',
  '@a/b.md',
  '\u0301',
];

const word = fc.constantFrom(...words);

export const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));

/**
 * One to a few lines, with LF, CRLF or lone CR, blank lines, and Unicode white space at the ends. A leading U+FEFF is a
 * byte order mark.
 */
export const prose = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: line },
        { weight: 1, arbitrary: fc.constantFrom('', ' ', '# Heading', '---', '\t') },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\n', '\r'),
    fc.constantFrom('', '', '\n', '\r\n', ' ', '\u0085', '\uFEFF', '\uFEFF\uFEFF'),
    fc.constantFrom('', '\n', '\n', '\r\n', ' \n\n', '\u0085', '\u3000', '\uFEFF'),
  )
  .map(([lines, end, before, after]) => before + lines.join(end) + after);

const blank = fc.constantFrom('', ' ', '\n', '\r\n \n', '\u0085', '\u3000\n');

/** A file that may be blank. */
export const fileText = fc.oneof({ weight: 5, arbitrary: prose }, { weight: 1, arbitrary: blank });

/** Any text a JSON string can hold, lone surrogates included. */
export const jsonText = fc.oneof(
  { weight: 6, arbitrary: prose },
  { weight: 1, arbitrary: fc.constantFrom('\uD83D', '\uDE00x', '\u0000', '\u007F') },
);

/** JSON on one line or many, with or without escapes, with or without a byte order mark. */
export function jsonFile(value: unknown): fc.Arbitrary<string> {
  const escaped = (text: string): string =>
    text.replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const lined = JSON.stringify(value, null, 2);
  const crlf = `${lined.replaceAll('\n', '\r\n')}\r\n`;
  return fc.constantFrom(JSON.stringify(value), lined, crlf, escaped(lined), `\uFEFF${lined}`);
}

export const optional = <T>(arbitrary: fc.Arbitrary<T>, weight = 2): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight, arbitrary });

/** Folder and file names; some have characters outside the BMP, some have glob characters. */
export const name = fc.constantFrom(
  'a',
  'a-b',
  'b',
  'zed',
  '10',
  '9',
  'Ärger',
  '\uFF5Ewave',
  '😀',
  'x y',
  "it's",
  'e\u0301',
  'UPPER',
  'dot.md',
  '0x',
);

export const facts: fc.Arbitrary<Facts> = fc
  .tuple(
    fc.integer({ min: 0, max: 4_000_000_000 }),
    fc.constantFrom('Europe/Helsinki', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
    fc.constantFrom('/home/k', '/Users/ä b'),
  )
  .map(([seconds, timeZone, home]) => ({
    ...testFacts,
    now: new Date(seconds * 1000).toISOString(),
    timeZone,
    home,
    workspace: `${home}/ws`,
  }));

/** The value of a text setting. */
export function textSetting(settings: Settings, key: string): string | undefined {
  const value = settings[key];
  return typeof value === 'string' ? value : undefined;
}

/** The texts as they are read: without a byte order mark. */
export function asRead(files: RandomWorkspace['files']): RandomWorkspace['files'] {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/^\uFEFF/, '')]));
}

/** Drops undefined values. */
export function withoutUndefined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** Unicode's White_Space, spelled out. */
const spaces = new Set(
  '\t\n\u000B\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A' +
    '\u2028\u2029\u202F\u205F\u3000',
);

export function trimStart(text: string): string {
  let at = 0;
  while (at < text.length && spaces.has(text.charAt(at))) at += 1;
  return text.slice(at);
}

export function trim(text: string): string {
  let end = text.length;
  while (end > 0 && spaces.has(text.charAt(end - 1))) end -= 1;
  return trimStart(text.slice(0, end));
}

export function sorted(names: readonly string[]): readonly string[] {
  const key = (text: string): string =>
    [...text].map((each) => (each.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');
  return names.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
