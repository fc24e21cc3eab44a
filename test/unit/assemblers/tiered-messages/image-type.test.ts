import { describe, expect, test } from 'vitest';
import { imageInfo } from '../../../../shared/assemblers/tiered-messages/input/image-type';

function base64(...bytes: readonly (number | string)[]): string {
  return Buffer.concat(
    bytes.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : Buffer.from([each]))),
  ).toString('base64');
}

describe('images by their bytes', () => {
  test('PNG', () => {
    expect(imageInfo(base64(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 1, 44, 0, 0, 0, 200))).toEqual({
      mediaType: 'image/png',
      width: 300,
      height: 200,
    });
    expect(imageInfo(base64(0x89, 'PNG\r\n\x1a\n'))).toEqual({ mediaType: 'image/png' });
  });

  test('GIF', () => {
    expect(imageInfo(base64('GIF89a', 44, 1, 200, 0))).toEqual({ mediaType: 'image/gif', width: 300, height: 200 });
  });

  test('JPEG, past its metadata', () => {
    const metadata = [0xff, 0xe0, 0, 4, 1, 1];
    expect(imageInfo(base64(0xff, 0xd8, ...metadata, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 3, 1, 2))).toEqual({
      mediaType: 'image/jpeg',
      width: 300,
      height: 200,
    });
    expect(imageInfo(base64(0xff, 0xd8, 0xff, 0xd9))).toEqual({ mediaType: 'image/jpeg' });
  });

  test('WebP in its three forms', () => {
    const head = ['RIFF', 0, 0, 0, 0, 'WEBP'] as const;
    expect(imageInfo(base64(...head, 'VP8X', 10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0))).toEqual({
      mediaType: 'image/webp',
      width: 300,
      height: 200,
    });
    expect(imageInfo(base64(...head, 'VP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0))).toEqual({
      mediaType: 'image/webp',
      width: 300,
      height: 200,
    });
    // 299 and 199 as two 14-bit fields, low bits first.
    const packed = 299 | (199 << 14);
    expect(
      imageInfo(
        base64(
          ...head,
          'VP8L',
          0,
          0,
          0,
          0,
          0x2f,
          packed & 255,
          (packed >> 8) & 255,
          (packed >> 16) & 255,
          packed >>> 24,
        ),
      ),
    ).toEqual({ mediaType: 'image/webp', width: 300, height: 200 });
  });

  test.each([[''], [base64('just text')], [base64('RIFF1234WAVE')], ['%%%']])('%j is none', (data) =>
    expect(imageInfo(data)).toBeUndefined(),
  );
});
