import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { longSteps, parseArguments, testSteps } from '../../../build/checks/arguments.mjs';
import { root } from '../../../build/setup/paths.mjs';
import { add, none, outcome, playwrightCounts, vitestCounts } from '../../../build/checks/counts.mjs';

describe('the arguments of npm test', () => {
  test('none runs everything in order', () => {
    expect(parseArguments([])).toEqual({ steps: testSteps, rest: [] });
    expect(parseArguments(['--yes'])).toEqual({ steps: testSteps, rest: [] });
  });

  test('--long runs what is too slow for every day', () => {
    expect(parseArguments(['--long'])).toEqual({ steps: longSteps, rest: [] });
    expect(parseArguments(['--only', 'long-unit', 'tracker'])).toEqual({ steps: ['long-unit'], rest: ['tracker'] });
  });

  test('--only picks steps, still in order, and passes the rest to a single one', () => {
    expect(parseArguments(['--only', 'unit,types']).steps).toEqual(['types', 'unit']);
    expect(parseArguments(['--only=unit', '--only=e2e']).steps).toEqual(['unit', 'e2e']);
    expect(parseArguments(['--only', 'unit', 'test/laws.test.ts', '-t', 'order'])).toEqual({
      steps: ['unit'],
      rest: ['test/laws.test.ts', '-t', 'order'],
    });
  });

  test('a wrong step, or arguments for no step in particular, is refused', () => {
    expect(() => parseArguments(['--only', 'units'])).toThrow('"units"');
    expect(() => parseArguments(['--only'])).toThrow('--only takes');
    expect(() => parseArguments(['test/laws.test.ts'])).toThrow('Name one step');
    expect(() => parseArguments(['--only', 'unit,e2e', 'x'])).toThrow('Name one step');
  });
});

test('the long runs of the app find every file of theirs, and no other', () => {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const listed = execFileSync(
    process.execPath,
    [playwright, 'test', '--config', 'test/long/playwright.config.ts', '--list', '--reporter=list'],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  );
  const files = new Set([...listed.matchAll(/^ *(?:\[.*\] › )?([\w-]+\.\w+\.ts):\d+/gm)].map(([, file = '']) => file));
  const long = readdirSync(join(root, 'test', 'long'));
  expect([...files].toSorted()).toEqual(long.filter((name) => name.endsWith('.spec.ts')).toSorted());
  expect(long.filter((name) => !/\.(?:spec|test|config)\.ts$/.test(name))).toEqual([]);
});

describe('the counts of npm test', () => {
  test('come from both reports and add up', () => {
    const unit = vitestCounts({ numPassedTests: 10, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
    const e2e = playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(unit).toEqual({ passed: 10, failed: 1, skipped: 3 });
    expect(e2e).toEqual({ passed: 5, failed: 2, skipped: 0 });
    expect(add(unit, e2e)).toEqual({ passed: 15, failed: 3, skipped: 3 });
  });

  test('a step that exits badly never counts as clean', () => {
    expect(outcome(undefined, 1)).toEqual({ ...none, failed: 1 });
    expect(outcome({ passed: 9, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 9, failed: 1, skipped: 0 });
    expect(outcome({ passed: 9, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 9, failed: 2, skipped: 0 });
    expect(outcome(none, 0)).toEqual(none);
  });
});
