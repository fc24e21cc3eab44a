import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DiskText } from '../../../../electron/host/read/disk-text';
import { FileCache } from '../../../../electron/host/read/file-cache';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { temporaryFolder } from '../../../support/host/temporary';

function open() {
  const folder = temporaryFolder();
  const cache = new FileCache(nodeFiles, folder, () => false);
  return (name: string, bytes: Uint8Array): DiskText => {
    writeFileSync(join(folder, name), bytes);
    cache.newMoment();
    const loaded = cache.load(`${folder}/${name}`);
    if (!loaded.ok) throw new Error(`${name} cannot be read: ${loaded.why}`);
    return loaded.file;
  };
}

/** As a standard decoder reads it, without one byte order mark. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

const piece = fc.constantFrom('a', 'Z9', '\n', 'é', '日本', '😀', '\0').map((text) => Buffer.from(text));
const broken = fc.constantFrom([0xff], [0xc3], [0xe6, 0x97], [0xf0, 0x9f], [0x80]).map((bytes) => Buffer.from(bytes));
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const content = fc
  .tuple(
    fc.constantFrom(Buffer.alloc(0), mark, Buffer.concat([mark, mark])),
    fc.array(fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: broken }), { maxLength: 12 }),
    fc.constantFrom(1, 1, 1, 4000),
  )
  .map(([head, parts, times]) => Buffer.concat([head, ...Array.from({ length: times }, () => Buffer.concat(parts))]));

it('reads each file as it is on disk, whatever was read before it', () => {
  const save = open();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a.md', 'b.md'), content), { minLength: 1, maxLength: 6 }),
      (saves) => {
        const kept = new Map<DiskText, Buffer>();
        for (const [name, bytes] of saves) kept.set(save(name, bytes), bytes);
        for (const [file, bytes] of kept) {
          expect(file.text).toBe(textOf(bytes));
          expect(file.blobAs('x')).toMatchObject({ base64: bytes.toString('base64'), bytes: bytes.length });
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('gives the same object for the same bytes, and another for other bytes of the same length', () => {
  const save = open();
  fc.assert(
    fc.property(content, fc.nat(), (bytes, at) => {
      const first = save('a.md', bytes);
      expect(save('a.md', bytes)).toBe(first);
      if (bytes.length === 0) return;
      const other = Buffer.from(bytes);
      other[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1;
      expect(save('a.md', other)).not.toBe(first);
    }),
    { numRuns: 300 },
  );
});

it('reads a file that is larger than the shared buffer', () => {
  const save = open();
  const large = Buffer.alloc(3 * 1024 * 1024, 'a line\n');
  const file = save('large.md', large);
  expect(file.text.length).toBe(large.length);
  expect(save('large.md', large)).toBe(file);
  large[large.length - 1] = 0x21;
  expect(save('large.md', large).text.endsWith('!')).toBe(true);
});
