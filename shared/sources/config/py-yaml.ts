/**
 * Plain YAML scalars as PyYAML reads them, which is YAML 1.1 with a few rules of its own: `yes`, `off`, `12:30` (a
 * number to the base of 60), `017` and dates are no texts, while `1e3`, `0o17`, `y` and `n` are.
 */

const truths = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const falsehoods = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const nothing = /^(?:~|null|Null|NULL)?$/;
const integer = /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const float =
  /^(?:[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|\.(?:inf|Inf|INF))|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|\.(?:nan|NaN|NAN))$/;
const date = /^\d{4}-\d\d-\d\d$/;
const time = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

/**
 * Undefined for a text. A date is given as a number (milliseconds since 1970, NaN if it cannot be read): it is no text
 * either.
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
