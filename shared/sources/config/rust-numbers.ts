/** Parses and prints numbers like Rust, for designs whose runtime is written in Rust. */

const float = /^[+-]?(?:inf(?:inity)?|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i;

/** Like `str::parse::<f64>`: accepts `inf`, `NaN`, `5.` and `.5`, but no white space, `0x` or `1_000`. */
export function readFloat(text: string): number | undefined {
  if (!float.test(text)) return undefined;
  const sign = text.startsWith('-') ? -1 : 1;
  const word = text.replace(/^[+-]/, '').toLowerCase();
  if (word === 'nan') return Number.NaN;
  return word.startsWith('inf') ? sign * Number.POSITIVE_INFINITY : Number(text);
}

/** Like `{}` of an `f64`: the shortest digits that identify the value, never an exponent. */
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

/** Like `str::parse::<i64>`. */
export function readInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value === BigInt.asIntN(64, value) ? value : undefined;
}
