/** What the documents promise about safety, sentence by sentence, and the tests that hold it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { safeToOpen, whatItCannotDo } from '../../support/promises/safety';
import { whatItWrites, whatItKeeps } from '../../support/promises/files';
import { whatARelayDoes } from '../../support/promises/capture';
import { whatTheReadmeSays, whatAgentsMayRead, whatTheServerDoes } from '../../support/promises/agents';
import { whatALockTells } from '../../support/promises/lock';

const root = join(import.meta.dirname, '../../..');
const pages = [
  'README.md',
  ...['safety', 'install', 'capture', 'agents', 'learned-prompt', 'mcp', 'lock'].map((name) => `docs/${name}.md`),
]
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

/** The table of docs/install.md: what is kept, and where. */
function tableRows(): readonly string[] {
  const [, table = ''] = pages.split('| there | holds |');
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| (.*) \| (.*) \|$/, '$1: $2'));
}

/** The bullets of a section, each without what explains its first sentences. */
function bulletsOf(title: string): readonly string[] {
  const [, section = ''] = pages.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  return own.split('\n').filter((line) => line.startsWith('- '));
}

describe.each([
  ['Safe to open', safeToOpen],
  ['What it writes, and where', whatItWrites],
  ['What it keeps', whatItKeeps],
  ['What an opened folder cannot do', whatItCannotDo],
  ['What a capture does', whatARelayDoes],
  ['What the README says', whatTheReadmeSays],
  ['What agents may read', whatAgentsMayRead],
  ['What the MCP server may do', whatTheServerDoes],
  ['What can be learned from a lock', whatALockTells],
])('%s', (_, promised) => {
  it.each(promised)('%s', (sentence, by) => {
    expect([pages, tableRows().join('\n')].some((text) => text.includes(sentence))).toBe(true);
    for (const [file, words] of by) expect(readFileSync(join(root, 'test', file), 'utf8'), file).toContain(words);
  });
});

it('holds every point of the lists, and every row of the table', () => {
  const held = [...whatItWrites, ...whatItCannotDo, ...whatTheServerDoes].map(([sentence]) => sentence);
  const points = ['What it writes, and where', 'What an opened folder cannot do', 'What it may do'].flatMap(bulletsOf);
  expect(points.filter((point) => !held.some((sentence) => point.startsWith(`- ${sentence}`)))).toEqual([]);
  expect(tableRows()).toEqual(whatItKeeps.map(([sentence]) => sentence));
});
