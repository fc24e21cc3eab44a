import { describe, expect, it } from 'vitest';
import { checkDocument } from '../shared/document/check';
import { nodeText } from '../shared/document/walk';
import { assembleFiles, type Built } from './support/assemble';
import { fixtures, type Fixture } from './support/fixtures';
import type { MemoryFiles } from './support/memory';

type Change = (path: string, text: string) => readonly [string, string];

function rewrite(files: MemoryFiles, change: Change): MemoryFiles {
  return new Map<string, string | Uint8Array>(
    [...files].map(([path, value]) => (typeof value === 'string' ? change(path, value) : ([path, value] as const))),
  );
}

function build(fixture: Fixture, files: MemoryFiles): Built {
  return assembleFiles(fixture.architecture, files, fixture.settings, fixture.facts, fixture.symbols);
}

function expectSound(built: Built): void {
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  expect(JSON.parse(JSON.stringify(built.document))).toEqual(built.document);
}

/** The length limits of these fixtures count line ends. */
const cutByLength = new Set(['layered/limit-identity', 'layered/limit-soul', 'layered/limit-tools-one-line']);

/** The fixtures under conditions their authors did not foresee: each must stay sound, and findings must stay data. */
describe.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
  const plain = build(fixture, fixture.files);

  it('is sound as written', () => expectSound(plain));

  it('keeps structure and words with CRLF line ends', () => {
    const built = build(
      fixture,
      rewrite(fixture.files, (path, text) => [path, text.replaceAll(/(?<!\r)\n/g, '\r\n')]),
    );
    expectSound(built);
    const words = (each: Built) => each.document.messages.map((message) => nodeText(message).replaceAll('\r\n', '\n'));
    expect(built.document.messages.map(({ id }) => id)).toEqual(plain.document.messages.map(({ id }) => id));
    expect(JSON.stringify(words(built)) === JSON.stringify(words(plain))).toBe(!cutByLength.has(fixture.name));
  });

  it('survives missing final newlines', () => {
    const built = build(
      fixture,
      rewrite(fixture.files, (path, text) => [path, text.replace(/\r?\n$/, '')]),
    );
    expectSound(built);
  });

  it('survives empty files', () => {
    expectSound(
      build(
        fixture,
        rewrite(fixture.files, (path) => [path, '']),
      ),
    );
  });

  it('survives file names in NFD', () => {
    expectSound(
      build(
        fixture,
        rewrite(fixture.files, (path, text) => [path.normalize('NFD'), text]),
      ),
    );
  });

  it('survives files that are cut in the middle', () => {
    expectSound(
      build(
        fixture,
        rewrite(fixture.files, (path, text) => [path, text.slice(0, text.length >> 1)]),
      ),
    );
  });

  it('survives files with another text', () => {
    for (const junk of ['{', '[]', '"x"', '---\n---\n', '<!--', '\uFFFD\u0000\uD800', '{"a":'.repeat(500)]) {
      expectSound(
        build(
          fixture,
          rewrite(fixture.files, (path) => [path, junk]),
        ),
      );
    }
  });
});
