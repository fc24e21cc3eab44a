/** Files that grow are read once, however long they are and however often they are looked at. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { growingFile, type GrowingOptions } from '../../../../electron/host/capture/watched/growing-file';
import { jsonFiles } from '../../../../electron/host/capture/watched/written-files';
import type * as OpenFile from '../../../../electron/host/disk/open-file';
import { temporaryFolder } from '../../../support/host/temporary';

const counted = vi.hoisted(() => ({ bytes: 0 }));

vi.mock('../../../../electron/host/disk/open-file', async (original) => {
  const real = await original<typeof OpenFile>();
  const counting =
    <A extends readonly unknown[]>(read: (...args: A) => Buffer) =>
    (...args: A): Buffer => {
      const bytes = read(...args);
      counted.bytes += bytes.length;
      return bytes;
    };
  return { ...real, readBytesFrom: counting(real.readBytesFrom), readBytesOf: counting(real.readBytesOf) };
});

beforeEach(() => {
  counted.bytes = 0;
});

function opened(options: Partial<GrowingOptions> = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'log');
  const seen: string[] = [];
  let left = 0;
  const leftOut = (): Promise<void> => {
    left += 1;
    return Promise.resolve();
  };
  const file = growingFile(folder, 'log', { ...options, leftOut });
  const look = (): Promise<void> =>
    file.each((record) => {
      seen.push(record.toString('latin1'));
      return Promise.resolve(true);
    });
  return { file, path, seen, look, left: () => left };
}

const megabyte = 1024 * 1024;

it('a log of 64 MB that grows is read once, not again at each look', async () => {
  const { path, file } = opened();
  const line = `${'a'.repeat(64 * 1024 - 1)}\n`;
  writeFileSync(path, line.repeat(1024));
  let lines = 0;
  const count = (): Promise<void> =>
    file.each((record) => {
      lines += record.length === line.length ? 1 : 0;
      return Promise.resolve(true);
    });
  await count();
  expect([lines, counted.bytes]).toEqual([1024, 64 * megabyte]);
  for (let more = 0; more < 50; more += 1) {
    appendFileSync(path, line.slice(0, 1000));
    await count();
    appendFileSync(path, line.slice(1000));
    await count();
  }
  expect(lines).toBe(1074);
  expect(counted.bytes).toBe(1074 * line.length);
});

it('a record of 48 MB that comes in pieces is read once and is whole', async () => {
  const { path, seen, look } = opened();
  writeFileSync(path, 'first\n');
  const piece = Buffer.alloc(megabyte, 'b');
  for (let at = 0; at < 48; at += 1) {
    appendFileSync(path, piece);
    await look();
  }
  expect(seen).toEqual(['first\n']);
  appendFileSync(path, '\nlast\n');
  await look();
  expect(seen.map(({ length }) => length)).toEqual([6, 48 * megabyte + 1, 5]);
  expect(counted.bytes).toBe(6 + 48 * megabyte + 6);
});

it('an end of several bytes is found wherever the pieces meet', async () => {
  const text = '{\n  "a": {\n  }\n}\n{\n}\n\n}\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const { path, seen, look } = opened({ end: '\n}\n' });
    writeFileSync(path, text.slice(0, cut));
    await look();
    for (const letter of text.slice(cut)) {
      appendFileSync(path, letter);
      await look();
    }
    expect(seen).toEqual(['{\n  "a": {\n  }\n}\n', '{\n}\n', '\n}\n']);
  }
});

it('a record that must wait comes again, and those behind it stay behind it', async () => {
  const { file, path, seen } = opened();
  writeFileSync(path, 'a\nb\nc\n');
  let isReady = false;
  const look = (): Promise<void> =>
    file.each((record) => {
      seen.push(record.toString());
      return Promise.resolve(isReady || !record.toString().startsWith('b'));
    });
  await look();
  await look();
  isReady = true;
  await look();
  expect(seen).toEqual(['a\n', 'b\n', 'b\n', 'b\n', 'c\n']);
});

it('a record longer than the limit is left out, and the next one is read', async () => {
  const { path, seen, look, left } = opened({ mostBytes: 2 * megabyte });
  writeFileSync(path, `before\n${'x'.repeat(9 * megabyte)}`);
  await look();
  appendFileSync(path, `${'x'.repeat(megabyte)}\nafter\n`);
  await look();
  expect([seen, left()]).toEqual([['before\n', 'after\n'], 1]);
});

it('a long body that is being written is not read until its end is there', () => {
  const folder = temporaryFolder();
  const path = join(folder, '1.json');
  const files = jsonFiles();
  expect(files.read(folder, '1.json', false)).toBeUndefined();
  writeFileSync(path, '{"text":"');
  for (let at = 0; at < 32; at += 1) {
    appendFileSync(path, Buffer.alloc(megabyte, 'c'));
    expect(files.read(folder, '1.json', false)).toBeUndefined();
  }
  expect(counted.bytes).toBeLessThan(megabyte);
  // It looks whole and is not: it is read once for that, and not again while it stays as it is.
  appendFileSync(path, '}');
  for (let look = 0; look < 10; look += 1) expect(files.read(folder, '1.json', false)).toBeUndefined();
  expect(counted.bytes).toBeLessThan(34 * megabyte);
  appendFileSync(path, '"}\n');
  expect(files.read(folder, '1.json', false)?.value).toMatchObject({ text: expect.stringMatching(/^c+\}$/) });
  expect(jsonFiles(1000).read(folder, '1.json', false)).toMatchObject({ notes: ['This body is too long to be kept'] });
});
