import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compare, generatedRepository, loadHost } from './support/repository-support.mjs';
import { root, runIfMain } from './support/support.mjs';

export const name = 'symbols: the first symbol map against parsing alone on both cores';

/** @type {Readonly<Record<string, string>>} */
const grammars = {
  ts: 'typescript',
  tsx: 'tsx',
  mts: 'typescript',
  js: 'javascript',
  mjs: 'javascript',
  py: 'python',
  go: 'go',
  java: 'java',
  rs: 'rust',
  c: 'cpp',
  h: 'cpp',
  cpp: 'cpp',
  rb: 'ruby',
  php: 'php',
  cs: 'c-sharp',
  sh: 'bash',
};

/** @param {string} folder */
async function parseAlone(folder) {
  const listed = execFileSync('git', ['-C', folder, 'ls-files', '-co', '--exclude-standard', '-z'], {
    maxBuffer: 1 << 28,
  }).toString();
  const files = listed.split('\0').flatMap((path) => {
    const grammar = grammars[path.slice(path.lastIndexOf('.') + 1)];
    return grammar === undefined || !existsSync(join(folder, path)) ? [] : [[join(folder, path), grammar]];
  });
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const done = [1, 2].map(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('support/symbols-parse-only.mjs', import.meta.url), {
          workerData: { files, counter },
        });
        worker.once('error', reject);
        worker.once('exit', resolve);
      }),
  );
  await Promise.all(done);
}

export async function run() {
  const { createRepositoryService } = await loadHost();
  const rows = [];
  for (const [title = '', folder = ''] of [
    ['this repository', root],
    ['20,000 files, 50 MB', generatedRepository(20_000, 2_500)],
  ]) {
    const read = async () => {
      const repository = createRepositoryService(folder);
      await repository.symbols();
      await repository.dispose();
    };
    rows.push(
      await compare(title, read, () => parseAlone(folder), { bar: 1.5, moonshot: 1.1, isGoal: folder !== root }),
    );
  }
  return rows;
}

await runIfMain(import.meta.url, run);
