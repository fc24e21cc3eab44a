/** A build must not depend on the locale of the machine. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it('formats and sorts nothing by the machine’s locale in what a build runs', () => {
  const files = ['shared', 'electron/host'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /\.toLocale\w*\((?!')|\blocaleCompare\(|\bIntl\.\w+\((?!')/.test(line) ? [`${file}:${index + 1} ${line}`] : [],
      ),
  );
  // The machine's time zone is a fact of its own.
  expect(found.filter((line) => !line.includes('resolvedOptions().timeZone'))).toEqual([]);
});

it('is given a Node whose locale follows the environment, so that the rule above matters', () => {
  const shown = (language: string): string =>
    execFileSync(process.execPath, ['-p', 'new Date(0).toLocaleDateString(undefined, { month: "long" })'], {
      env: { LC_ALL: `${language}.UTF-8`, LANG: `${language}.UTF-8` },
      encoding: 'utf8',
    });
  expect(shown('de_DE')).not.toBe(shown('en_US'));
});
