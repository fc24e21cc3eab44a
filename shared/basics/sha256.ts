/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, as hex digits. `shared` may not use a platform's crypto. */

const constants = fractions(64, 1 / 3);
const initial = fractions(8, 1 / 2);

/** The first 32 bits of the fractional parts of a root of the first primes. */
function fractions(count: number, power: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) prime = false;
    if (prime) found.push(((candidate ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

export function sha256(text: string): string {
  const bytes = padded(text);
  const state = Int32Array.from(initial);
  const words = new Int32Array(64);
  for (let offset = 0; offset < bytes.length; offset += 64) {
    for (let at = 0; at < 16; at += 1) {
      const from = offset + at * 4;
      words[at] =
        (byte(bytes, from) << 24) |
        (byte(bytes, from + 1) << 16) |
        (byte(bytes, from + 2) << 8) |
        byte(bytes, from + 3);
    }
    for (let at = 16; at < 64; at += 1) {
      const early = word(words, at - 15);
      const late = word(words, at - 2);
      const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = word(words, at - 16) + small0 + word(words, at - 7) + small1;
    }
    compress(state, words);
  }
  return Array.from(state, (value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + word(words, at)) |
      0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = word(state, at) + value;
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** UTF-8 (a lone surrogate becomes U+FFFD), then 0x80, zeros and the length in bits. */
function padded(text: string): Uint8Array {
  const bytes = new Uint8Array(((text.length * 3 + 72) >> 6) * 64 + 64);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.codePointAt(at) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code > 0xffff) at += 1;
    if (code < 0x80) bytes[length++] = code;
    else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 63);
    } else if (code < 0x10000) {
      bytes[length++] = 0xe0 | (code >> 12);
      bytes[length++] = 0x80 | ((code >> 6) & 63);
      bytes[length++] = 0x80 | (code & 63);
    } else {
      bytes[length++] = 0xf0 | (code >> 18);
      bytes[length++] = 0x80 | ((code >> 12) & 63);
      bytes[length++] = 0x80 | ((code >> 6) & 63);
      bytes[length++] = 0x80 | (code & 63);
    }
  }
  bytes[length] = 0x80;
  const total = ((length + 8) >> 6) * 64 + 64;
  for (let at = 0; at < 8; at += 1) bytes[total - 1 - at] = Math.floor((length * 8) / 256 ** at) & 255;
  return bytes.subarray(0, total);
}
