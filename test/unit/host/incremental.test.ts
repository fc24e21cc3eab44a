import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenRepository } from '../../../electron/host/services';
import { createSession } from '../../../electron/host/session';
import { fixtures } from '../../support/fixtures';
import { shown } from '../../support/host/shown';
import { temporaryFolder } from '../../support/host/temporary';

const all = fixtures().filter(({ folder }) => existsSync(join(folder, 'workspace')));
const ids = [...new Set(all.map(({ architecture }) => architecture.id))];

interface Edit {
  readonly file: number;
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const edits = fc.array(
  fc.record({
    file: fc.nat(),
    at: fc.nat(),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('x', '\n\n', '"', '}', '# H\n', '你好', '---\n', '{{workspace}}'),
    ),
  }),
  { minLength: 2, maxLength: 4 },
);

function editOne(folder: string, { file, at, remove, insert }: Edit): void {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:md|json|jsonl|yaml|txt|ts|py)$/.test(entry.name),
  );
  const chosen = texts[file % texts.length];
  if (chosen === undefined) throw new Error(`${folder} has no text to edit`);
  const path = join(chosen.parentPath, chosen.name);
  const text = readFileSync(path, 'utf8');
  const start = at % (text.length + 1);
  writeFileSync(path, text.slice(0, start) + insert + text.slice(start + remove));
}

/** Symbols are tested elsewhere, and their worker starts slowly. */
const emptyRepository: OpenRepository = () => {
  const listed = { files: [], findings: [], folders: [] };
  const symbols = { table: { files: [], complete: true }, findings: [] };
  return {
    repository: () => listed,
    symbols: () => symbols,
    touched: () => undefined,
    onChanged: () => () => undefined,
    settled: async () => undefined,
    close: async () => undefined,
  };
};

describe.each(ids)('%s', (id) => {
  const own = all.filter(({ architecture }) => architecture.id === id);

  it('shows the same after edits as when opened again', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...own), edits, async (fixture, changes) => {
        const folder = temporaryFolder();
        cpSync(join(fixture.folder, 'workspace'), folder, { recursive: true });
        const { workspace: _, ...facts } = fixture.facts;
        const options = { watch: false, facts, repository: emptyRepository } as const;
        const wanted = { architecture: id };
        const session = createSession(options);
        onTestFinished(() => session.close());
        await session.open(folder, wanted);
        for (const change of changes) {
          editOne(folder, change);
          const incremental = await session.configure({}).then(shown, String);
          const other = createSession(options);
          const fresh = await other.open(folder, wanted).then(shown, String);
          expect(incremental).toEqual(fresh);
          await other.close();
        }
        await session.close();
      }),
      { numRuns: 6 },
    );
  });
});
