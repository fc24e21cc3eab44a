import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { billOfMaterials, bundledComponents, noticesText } from '../../../build/package/notices.mjs';

async function components() {
  const folder = mkdtempSync(join(tmpdir(), 'strata-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'main.json'),
    JSON.stringify(['node_modules/zod', 'node_modules/@vscode/tree-sitter-wasm']),
  );
  writeFileSync(join(folder, 'renderer.json'), JSON.stringify(['node_modules/zod', 'node_modules/react']));
  return bundledComponents(folder);
}

test('the notices name every bundled package once, with its licence and the text of it', async () => {
  const text = noticesText(await components());
  expect([...text.matchAll(/^(\S+) \d[\w.-]* \((.*)\)$/gm)].map(([, name, license]) => [name, license])).toEqual([
    ['@vscode/tree-sitter-wasm', 'MIT'],
    ['react', 'MIT'],
    ['zod', 'MIT'],
  ]);
  expect(text.match(/Permission is hereby granted/g)?.length).toBeGreaterThanOrEqual(3);
});

test('the bill of materials has the version and the hash of each, and Electron', async () => {
  const bill = billOfMaterials(await components(), { version: '1.2.3', electron: '45.0.0' });
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'strata', version: '1.2.3' } },
  });
  expect(bill.components.map(({ name }) => name)).toEqual(['@vscode/tree-sitter-wasm', 'react', 'zod', 'electron']);
  for (const each of bill.components.slice(0, 3))
    expect(each).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/\S+@\d/),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  expect(bill.components[0]?.purl).toMatch(/^pkg:npm\/%40vscode\/tree-sitter-wasm@/);
});
