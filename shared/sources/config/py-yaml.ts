import { Lexer } from 'yaml';
import { wholeAlternatives } from '../text/alternatives';

/**
 * Plain YAML scalars as PyYAML reads them: YAML 1.1 with some exceptions. `yes`, `off`, `12:30` (a base-60 number),
 * `017` and dates are not strings, but `1e3`, `0o17`, `y` and `n` are.
 */

const truths = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const falsehoods = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const nothing = /^(?:~|null|Null|NULL)?$/;
const integer = /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const float = wholeAlternatives([
  /[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?/,
  /[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*/,
  /[-+]?\.(?:inf|Inf|INF)/,
  /\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?/,
  /\.(?:nan|NaN|NAN)/,
]);
const date = /^\d{4}-\d\d-\d\d$/;
const time = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

/**
 * Undefined for a string. A date becomes a number (milliseconds since 1970, NaN if invalid), because it is not a
 * string.
 */
export function pyYamlScalar(text: string): number | boolean | null | undefined {
  if (nothing.test(text)) return null;
  if (truths.test(text)) return true;
  if (falsehoods.test(text)) return false;
  if (integer.test(text)) return readInteger(text);
  if (float.test(text)) return readFloat(text);
  return date.test(text) || time.test(text) ? Date.parse(text) : undefined;
}

function readInteger(text: string): number {
  const [sign, digits] = signed(text);
  if (/^0[0-7]+$/.test(digits)) return sign * Number.parseInt(digits, 8);
  return sign * (digits.includes(':') ? sexagesimal(digits) : Number(digits));
}

function readFloat(text: string): number {
  const [sign, digits] = signed(text.toLowerCase());
  if (digits === '.inf') return sign * Number.POSITIVE_INFINITY;
  if (digits === '.nan') return Number.NaN;
  return sign * (digits.includes(':') ? sexagesimal(digits) : Number(digits));
}

function signed(text: string): readonly [number, string] {
  const digits = text.replaceAll('_', '').replace(/^[-+]/, '');
  return [text.startsWith('-') ? -1 : 1, digits];
}

function sexagesimal(digits: string): number {
  return digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

// oxlint-disable-next-line no-control-regex
const unprintable = /[^\t\n\r\u0020-\u007E\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Marks of the lexer that stand for no character: a document, the end of a flow, a scalar. */
export const lexerMarks = new Set(['\u0002', '\u0018', '\u001F']);

/** Finds the first character that PyYAML refuses and YAML 1.2 accepts: a control character, or an unquoted tab. */
export function refusedByPyYaml(text: string): { readonly at: number; readonly problem: string } | undefined {
  const control = text.search(unprintable);
  if (control !== -1) return { at: control, problem: 'a character that cannot be printed' };
  if (!text.includes('\t')) return undefined;
  let at = 0;
  let isBlock = false;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexerMarks.has(lexeme)) {
      isScalar = lexeme === '\u001F';
      continue;
    }
    const isContent = isScalar && isBlock;
    if (/^[|>]/.test(lexeme) && !isScalar) isBlock = true;
    else if (isScalar) isBlock = false;
    isScalar = false;
    const tab = isContent || /^["'#]/.test(lexeme) ? -1 : lexeme.indexOf('\t');
    if (tab !== -1) return { at: at + tab, problem: 'a tab is allowed only between quotes' };
    at += lexeme.length;
  }
  return undefined;
}
