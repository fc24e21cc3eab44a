import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, generatedRepository, listAndRead, loadHost } from './support/repository-support.mjs';
import { root, runIfMain } from './support/support.mjs';

export const name = 'repository: opening it, symbols from the cache, against git ls-files and reading the files';

export async function run() {
  const { createRepositoryService } = await loadHost();
  const cacheFolder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  const folders = [
    ['this repository', root],
    ['20,000 files, 50 MB', generatedRepository(20_000, 2_500)],
  ];
  const rows = [];
  for (const [title = '', folder = ''] of folders) {
    /** @param {'list' | 'symbols'} question */
    const open = async (question) => {
      const repository = createRepositoryService(folder, { cacheFolder });
      await repository[question]();
      await repository.dispose();
    };
    const goal = { bar: 5, moonshot: 2, isGoal: folder !== root };
    await open('symbols');
    rows.push(
      await compare(
        `${title}: list`,
        () => open('list'),
        () => listAndRead(folder),
        goal,
      ),
    );
    rows.push(
      await compare(
        `${title}: list and symbols`,
        () => open('symbols'),
        () => listAndRead(folder),
        goal,
      ),
    );
  }
  rmSync(cacheFolder, { recursive: true });
  return rows;
}

await runIfMain(import.meta.url, run);
