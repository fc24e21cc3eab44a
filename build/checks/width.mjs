import { readFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';

const width = 120;
const code = /\.(ts|tsx|mjs|cjs|css)$/;
/** Fixtures and examples, which must keep their bytes. */
const material = /^(test\/fixtures|build\/examples)\//;

/**
 * Lines wider than the formatter's width. Prettier breaks code, but neither strings nor comments.
 * @returns {Promise<string[]>} `file:line`
 */
export async function wideLines() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => code.test(file) && !material.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap((line, index) => (line.length > width ? [`${file}:${index + 1}`] : []));
    }),
  );
  return found.flat();
}
