import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const tiered = join(import.meta.dirname, '../../../build/examples/tiered-messages');

/** Every file below a folder with its content and the time it was written. */
function contentOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, `${statSync(path).mtimeMs} ${readFileSync(path, 'latin1')}`];
    }),
  );
}

it.each([
  ['build'],
  ['inspect'],
  ['lint'],
  ['diff', '--with', 'prompt=x'],
  ['cache'],
  ['volatile'],
  ['check'],
  ['turn'],
  ['matrix'],
])('strata %s writes nothing into the folder', async (command, ...options) => {
  const folder = temporaryCopy(tiered);
  const before = contentOf(folder);
  expect((await strata(command, folder, ...options, ...pinned)).err).not.toContain('wrote');
  expect(contentOf(folder)).toEqual(before);
});

it.each([
  [['lock'], ['strata.lock.json']],
  [['turn', '--select', 'README.md', '--write'], ['.strata/tiers.json']],
])('strata %j writes only what it says', async ([command = '', ...options], written) => {
  const folder = temporaryCopy(tiered);
  const before = contentOf(folder);
  expect(await strata(command, folder, ...options, ...pinned)).toMatchObject({ code: 0 });
  const changed = [...contentOf(folder)].flatMap(([path, content]) => (before.get(path) === content ? [] : [path]));
  expect(changed).toEqual(written.map((name) => join(folder, name)));
});
