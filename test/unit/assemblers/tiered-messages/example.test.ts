import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepositoryService } from '../../../../electron/host/repository/repository';
import { playWorkspaceTurn, tieredMessages } from '../../../../shared/assemblers/tiered-messages';
import { checkDocument } from '../../../../shared/document/check';
import { nodeText } from '../../../../shared/document/walk';
import { assembleFiles } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

const folder = join(import.meta.dirname, '../../../../build/examples/tiered-messages');
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const bytes = readFileSync(path);
      return [
        `${testFacts.workspace}/${relative(folder, path).split(sep).join('/')}`,
        path.endsWith('.png') ? bytes : bytes.toString('utf8'),
      ] as const;
    }),
);
const repository = createRepositoryService(folder);
const symbols = await repository.symbols();
await repository.dispose();
const built = assembleFiles(tieredMessages, files, {}, testFacts, symbols);

describe('the bundled example', () => {
  test('is sound and gives no finding', () => {
    expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
    expect(built.findings).toEqual([]);
  });

  test('fills every tier with symbols, files and history', () => {
    expect(built.document.breakpoints.map(({ tier }) => tier)).toEqual(['L0', 'L1', 'L2', 'L3']);
    for (const tier of ['L0', 'L1', 'L2', 'L3', 'active'] as const) {
      const inTier = built.document.messages.filter((message) => message.tier === tier);
      expect(inTier.filter(({ purpose }) => purpose === 'history')).toHaveLength(2);
      expect(inTier.map(nodeText).join('')).toContain('```');
      expect(inTier.map(nodeText).join('').includes('# Repository Structure')).toBe(tier !== 'active');
    }
    expect(built.document.messages.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['tree', 'urls', 'working', 'prompt']),
    );
    expect(built.document.messages.at(-1)?.children.map(({ type }) => type)).toEqual(['section', 'image']);
  });

  test('its system prompt covers the six published topics', () => {
    const text = String(files.get(`${testFacts.workspace}/system.md`));
    expect([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual([
      'Role',
      'Symbol map',
      'Edit protocol',
      'Workflow',
      'Failure recovery',
      'Context trust',
    ]);
  });

  test('lists the prompts that are not injected with their text', () => {
    expect(
      built.document.aside
        .filter(({ omission }) => omission.reason === 'not-injected')
        .map(({ id, would }) => [id, would !== undefined]),
    ).toEqual([
      ['other/commit', true],
      ['other/compaction', true],
      ['other/reminder', true],
    ]);
  });

  test('its state fits its files: a turn demotes nothing, and shows entries, a removal and promotions', () => {
    const manifest = {
      model: 'claude-sonnet-4-5',
      extra: { tiered: JSON.parse(String(files.get(`${testFacts.workspace}/strata.json`))).tiered },
    };
    const { moves } = playWorkspaceTurn({ settings: {}, manifest, facts: testFacts, sources: built.sources });
    expect(moves.map(({ key, from, to }) => `${key} ${from} → ${to}`)).toEqual([
      'symbol:relay/legacy.go L2 → none',
      'file:forecast/station.py active → L3',
      'history:8 active → L3',
      'history:9 active → L3',
      'file:forecast/tides.py L3 → L2',
      'symbol:kiosk/Kiosk.java L3 → L2',
      'symbol:forecast/station.py L3 → L2',
      'symbol:forecast/tides.py L3 → L2',
    ]);
  });
});
