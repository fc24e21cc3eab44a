import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../bundle/bundle.mjs';
import { SetUpError } from '../setup/log.mjs';
import { root } from '../setup/paths.mjs';
import { runCommand } from '../setup/process.mjs';
import { countsIn, none, outcome, playwrightCounts, vitestCounts } from './counts.mjs';
import { roomProblems } from './rooms.mjs';
import { wideLines } from './width.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {(rest: readonly string[]) => Promise<{ code: number, counts: Counts }>} run
 */

/**
 * Runs a tool of node_modules with Node itself: without a shell, the same on every platform.
 * @param {string} script
 * @param {readonly string[]} args
 */
function tool(script, args) {
  return runCommand(process.execPath, [join(root, 'node_modules', script), ...args]);
}

/** A check that is not a test suite counts only when it fails. @param {number} code */
function check(code) {
  return { code, counts: outcome(none, code) };
}

/**
 * @template Report
 * @param {string} report where the tool writes it
 * @param {(report: Report) => Counts} count
 * @param {() => Promise<number>} suite
 */
async function counted(report, count, suite) {
  const path = join(root, report);
  await rm(path, { force: true });
  const code = await suite();
  return { code, counts: outcome(await countsIn(path, count), code) };
}

/**
 * @param {'test' | 'test/long'} folder with the configuration of the suite
 * @param {readonly string[]} rest
 */
function vitest(folder, rest) {
  const report = `test/output/${folder === 'test' ? 'unit' : 'long-unit'}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return counted(report, vitestCounts, () =>
    tool('vitest/vitest.mjs', ['run', `--config=${folder}/vitest.config.ts`, ...reporters, ...rest]),
  );
}

/**
 * @param {'test' | 'test/long'} folder with the configuration of the suite
 * @param {readonly string[]} rest
 */
async function playwright(folder, rest) {
  await ensureBuilt('app');
  return counted(`test/output/${folder === 'test' ? 'e2e' : 'long-e2e'}.json`, playwrightCounts, () =>
    tool('@playwright/test/cli.js', ['test', '--config', `${folder}/playwright.config.ts`, ...rest]),
  );
}

/** @type {Readonly<Record<import('./arguments.mjs').StepName, Step>>} */
export const steps = {
  types: {
    title: 'Types',
    run: async (rest) => check(await tool('typescript/bin/tsc', ['--build', ...rest])),
  },
  lint: {
    title: 'Lint',
    run: async (rest) => {
      if (rest.length === 0) {
        const wide = await wideLines();
        if (wide.length > 0) {
          process.stderr.write(`Lines wider than 120 characters:\n${wide.map((place) => `  ${place}\n`).join('')}`);
          return check(1);
        }
        const misplaced = await roomProblems();
        if (misplaced.length > 0) {
          process.stderr.write(
            `Not as the map in ARCHITECTURE.md has it:\n${misplaced.map((each) => `  ${each}\n`).join('')}`,
          );
          return check(1);
        }
        const format = ['--check', '--log-level=warn', '--cache', '--cache-location=out/prettier', '.'];
        const formatted = await tool('prettier/bin/prettier.cjs', format);
        if (formatted !== 0) return check(formatted);
        const unused = await tool('knip/bin/knip.js', ['--config=build/knip.json', '--no-progress']);
        if (unused !== 0) return check(unused);
      }
      const folders = ['shared', 'electron', 'renderer', 'test', 'build'];
      const material = ['test/fixtures', 'test/output', 'build/examples'].map((folder) => `--ignore-pattern=${folder}`);
      const options = ['--config=build/oxlint.json', '--type-aware', ...material];
      return check(await tool('oxlint/bin/oxlint', [...options, ...(rest.length > 0 ? rest : folders)]));
    },
  },
  build: {
    title: 'Build',
    run: async () => {
      try {
        await ensureBuilt('app');
        return check(0);
      } catch (error) {
        if (!(error instanceof SetUpError)) throw error;
        process.stderr.write(`${error.message}\n`);
        return check(1);
      }
    },
  },
  unit: { title: 'Unit, goldens and laws', run: (rest) => vitest('test', rest) },
  e2e: { title: 'The app, driven by Playwright', run: (rest) => playwright('test', rest) },
  'long-fuzz': {
    title: 'Fuzz, twenty times as long',
    run: (rest) => {
      process.env['STRATA_FUZZ_RUNS'] ??= '20';
      return vitest('test', ['test/fuzz', ...rest]);
    },
  },
  'long-unit': { title: 'Long runs', run: (rest) => vitest('test/long', rest) },
  'long-e2e': { title: 'Long runs of the app', run: (rest) => playwright('test/long', rest) },
};
