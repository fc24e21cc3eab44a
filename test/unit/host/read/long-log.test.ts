/** One request of a file that is longer than what is read of a file. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maxFileBytes } from '../../../../electron/host/disk/decode';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import type { DiskText } from '../../../../electron/host/read/disk-text';
import { FileCache } from '../../../../electron/host/read/file-cache';
import { readRequestLog } from '../../../../electron/host/read/requests/request-log';
import { temporaryFolder } from '../../../support/host/temporary';

const filler = 'tide '.repeat(200_000);

function body(number: number, text = ''): string {
  return JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: `request ${number} ü ${text}` }] });
}

/** Twenty requests of one megabyte, and lines that are none. */
function longLog(name = 'log.jsonl'): { readonly folder: string; readonly path: string } {
  const folder = temporaryFolder();
  const path = `${folder}/${name}`;
  for (let number = 1; number <= 20; number += 1) appendFileSync(path, `\n{"event":"tick"}\n${body(number, filler)}\n`);
  return { folder, path };
}

function shown(cache: FileCache, path: string, request?: number): DiskText {
  cache.newMoment();
  const loaded = cache.load(path, true, undefined, request);
  if (!loaded.ok) throw new Error(loaded.why);
  return loaded.file;
}

it('gives the start of the file, or one request behind it', async () => {
  const { folder, path } = longLog();
  const cache = new FileCache(nodeFiles, folder, () => false);
  const start = shown(cache, path, 2);
  expect(start.text.length).toBeGreaterThan(maxFileBytes - 2_000_000);
  expect(start.findings.map(({ ruleId }) => ruleId)).toEqual(['cut-off']);
  const last = shown(cache, path, 20);
  expect(last.text).toBe(body(20, filler));
  expect(last.redacted).toBe(true);
  expect(last.findings.map(({ ruleId }) => ruleId)).toEqual(['long-log']);
  expect(last.fileAs('chosen').part?.labels).toHaveLength(20);
  expect(last.fileAs('chosen')).toBe(last.fileAs('chosen'));
  // Whoever opens the file without saying which request sees the same text.
  expect(shown(cache, path)).toBe(last);
  const { requests } = await readRequestLog(folder, 'log.jsonl');
  expect(requests.map(({ label }) => label)).toEqual(last.fileAs('chosen').part?.labels);
  expect(shown(cache, path, 3).text).toBe(body(3, filler));
});

it('reads the file again when it grew', () => {
  const { folder, path } = longLog();
  const cache = new FileCache(nodeFiles, folder, () => false);
  expect(shown(cache, path, 21).fileAs('chosen').part?.labels).toHaveLength(20);
  appendFileSync(path, `${body(21)}\n`);
  expect(shown(cache, path, 21).text).toBe(body(21));
});

it('does not change what is shown while something else is built beside it', () => {
  const { folder, path } = longLog();
  const cache = new FileCache(nodeFiles, folder, () => false);
  shown(cache, path, 20);
  cache.beside(() => shown(cache, path, 19));
  expect(shown(cache, path).text).toBe(body(20, filler));
});

it('rebuilds a request of an agent’s log from all lines before it', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'rollout.jsonl');
  const item = (payload: object): string => `${JSON.stringify({ type: 'response_item', payload })}\n`;
  writeFileSync(path, '');
  for (let number = 1; number <= 20; number += 1) {
    appendFileSync(path, item({ type: 'message', role: 'user', content: `request ${number} ${filler}` }));
    appendFileSync(path, item({ type: 'message', role: 'assistant', content: 'Yes.' }));
  }
  const cache = new FileCache(nodeFiles, folder, () => false);
  const { text, fileAs } = shown(cache, path, 20);
  expect(JSON.parse(text)).toMatchObject({ input: { length: 39 } });
  expect(fileAs('chosen').part?.around?.rebuilt?.from).toBe('Codex rollout');
});
