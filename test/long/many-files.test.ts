import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { strata, temporaryCopy } from '../support/run-cli';

it('lists a folder of 200,000 files in part and says so', { timeout: 300_000 }, async () => {
  const folder = temporaryCopy();
  writeFileSync(
    join(folder, 'strata.json'),
    JSON.stringify({ architecture: 'tiered-messages', tiered: { system: 'system.md', files: [], prompt: 'x' } }),
  );
  writeFileSync(join(folder, 'system.md'), 'Still here.');
  for (let group = 0; group < 200; group += 1) {
    mkdirSync(join(folder, `d${group}`));
    for (let file = 0; file < 1000; file += 1) writeFileSync(join(folder, `d${group}`, `f${file}.txt`), '');
  }
  const { out, err } = await strata('lint', folder);
  expect(out + err).toContain(
    'repository-cut The folder is listed in part: it has more than 100,000 files, and the rest is left out',
  );
});
