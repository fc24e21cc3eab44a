/** Numbers as Rust reads and prints them, for designs whose runtime is written in it. */

const float = /^[+-]?(?:inf(?:inity)?|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i;

/** `str::parse::<f64>`: also `inf`, `NaN`, `5.` and `.5`; no white space, no `0x`, no `1_000`. */
export function readFloat(text: string): number | undefined {
  if (!float.test(text)) return undefined;
  const sign = text.startsWith('-') ? -1 : 1;
  const word = text.replace(/^[+-]/, '').toLowerCase();
  if (word === 'nan') return Number.NaN;
  return word.startsWith('inf') ? sign * Number.POSITIVE_INFINITY : Number(text);
}

/** `{}` of an `f64`: as few digits as tell it from its neighbours, and never an exponent. */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}inf`;
  const [digits = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const all = whole + fraction;
  const point = whole.length + Number(exponent);
  if (exponent === '0') return `${sign}${digits}`;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  return point >= all.length
    ? `${sign}${all}${'0'.repeat(point - all.length)}`
    : `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

/** `str::parse::<i64>`. */
export function readInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value === BigInt.asIntN(64, value) ? value : undefined;
}
