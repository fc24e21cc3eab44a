/** UTF-8 without a platform's encoder. A lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */

export function utf8Size(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_0000 ? 3 : 4;
}

export function utf8Length(text: string, from = 0, to = text.length): number {
  let length = 0;
  for (let at = from; at < to;) {
    const point = text.codePointAt(at) ?? 0;
    length += utf8Size(point);
    at += point > 0xffff ? 2 : 1;
  }
  return length;
}

/** Writes a range of a text at `start` and returns the end. `into` must have room for three bytes per code unit. */
export function writeUtf8(text: string, from: number, to: number, into: Uint8Array, start = 0): number {
  let end = start;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      into[end] = code;
      end += 1;
      continue;
    }
    const whole = text.codePointAt(at) ?? code;
    if (whole > 0xffff) at += 1;
    const point = whole >= 0xd800 && whole <= 0xdfff ? 0xfffd : whole;
    if (point < 0x800) into[end++] = 0xc0 | (point >> 6);
    else {
      if (point < 0x1_0000) into[end++] = 0xe0 | (point >> 12);
      else {
        into[end++] = 0xf0 | (point >> 18);
        into[end++] = 0x80 | ((point >> 12) & 63);
      }
      into[end++] = 0x80 | ((point >> 6) & 63);
    }
    into[end++] = 0x80 | (point & 63);
  }
  return end;
}
