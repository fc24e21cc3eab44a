import { readFile } from 'node:fs/promises';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/** @param {Counts} a @param {Counts} b @returns {Counts} */
export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 */
/** @param {VitestReport} report @returns {Counts} */
export function vitestCounts({ numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0 }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport */
/** A test that passed only on a second try has failed. @param {PlaywrightReport} report @returns {Counts} */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/**
 * The counts of a step: those of its report, with at least one failure if it exited with an error (a file that did not
 * load, an error outside a test, no report at all).
 * @param {Counts | undefined} counts
 * @param {number} code
 * @returns {Counts}
 */
export function outcome(counts, code) {
  const found = counts ?? none;
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
}

/**
 * @template Report
 * @param {string} path
 * @param {(report: Report) => Counts} count
 * @returns {Promise<Counts | undefined>} undefined when there is no report
 */
export async function countsIn(path, count) {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : count(JSON.parse(text));
}
