/** Recognises an image by its bytes and reads its size from the header. */
export interface ImageInfo {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width?: number;
  readonly height?: number;
}

/** A JPEG's frame header follows its metadata. If it is beyond this many bytes, the size is unknown. */
const headBytes = 256 * 1024;

export function imageInfo(base64: string): ImageInfo | undefined {
  const bytes = decode(base64, headBytes);
  const at = (index: number): number => bytes[index] ?? 0;
  const ascii = (start: number, end: number): string => String.fromCharCode(...bytes.slice(start, end));
  const big = (index: number): number => (at(index) << 8) | at(index + 1);
  const little = (index: number): number => at(index) | (at(index + 1) << 8);
  if (at(0) === 0x89 && ascii(1, 8) === 'PNG\r\n\x1a\n') {
    return bytes.length < 24
      ? { mediaType: 'image/png' }
      : { mediaType: 'image/png', width: big(16) * 65536 + big(18), height: big(20) * 65536 + big(22) };
  }
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a')
    return { mediaType: 'image/gif', width: little(6), height: little(8) };
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP')
    return { mediaType: 'image/webp', ...webpSize(ascii(12, 16), at, little) };
  if (at(0) === 0xff && at(1) === 0xd8 && at(2) === 0xff)
    return { mediaType: 'image/jpeg', ...jpegSize(bytes, at, big) };
  return undefined;
}

type Read = (index: number) => number;
type Size = Pick<ImageInfo, 'width' | 'height'>;

/** Lossy, lossless and extended WebP store the size at different offsets. */
function webpSize(chunk: string, at: Read, little: Read): Size {
  if (chunk === 'VP8 ') return { width: little(26) & 0x3fff, height: little(28) & 0x3fff };
  if (chunk === 'VP8X') return { width: 1 + little(24) + (at(26) << 16), height: 1 + little(27) + (at(29) << 16) };
  if (chunk === 'VP8L')
    return { width: 1 + (little(21) & 0x3fff), height: 1 + ((little(22) >> 6) | ((at(24) & 0x0f) << 10)) };
  return {};
}

/** Walks the segments to the first start-of-frame marker. */
function jpegSize(bytes: Uint8Array, at: Read, big: Read): Size {
  let index = 2;
  while (index + 9 < bytes.length && at(index) === 0xff) {
    const marker = at(index + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: big(index + 5), width: big(index + 7) };
    index += marker === 0xff ? 1 : 2 + big(index + 2);
  }
  return {};
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decode(base64: string, limit: number): Uint8Array {
  const characters = Math.min(base64.length, Math.ceil(limit / 3) * 4);
  const bytes = new Uint8Array(Math.floor((characters * 3) / 4));
  let length = 0;
  let buffer = 0;
  let bits = 0;
  for (let at = 0; at < characters; at += 1) {
    const value = alphabet.indexOf(base64.charAt(at));
    if (value === -1) break;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (buffer >> bits) & 255;
  }
  return bytes.subarray(0, length);
}
