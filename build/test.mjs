#!/usr/bin/env node
// npm test: runs set-up, then every check in turn, up to the first that fails. The last line is "N passed, N failed".
import { parseArguments } from './checks/arguments.mjs';
import { add, none } from './checks/counts.mjs';
import { steps } from './checks/steps.mjs';
import { situationOf } from './setup/consent.mjs';
import { run, say } from './setup/log.mjs';
import { setUp, setUpDependencies, testPrograms } from './setup.mjs';

/** @param {number} since from performance.now() */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

await run(async () => {
  const { steps: names, rest } = parseArguments(process.argv.slice(2));
  const begun = performance.now();
  if (names.some((name) => name.endsWith('e2e'))) await setUp(situationOf(), testPrograms());
  else await setUpDependencies();
  let total = none;
  /** @type {string | undefined} */
  let failed;
  for (const name of names) {
    const { title, run: runStep } = steps[name];
    const started = performance.now();
    say(`\n== ${title}`);
    const { code, counts } = await runStep(rest);
    total = add(total, counts);
    say(`== ${title}: ${code === 0 ? 'passed' : 'failed'} in ${seconds(started)}`);
    if (code !== 0) {
      failed = name;
      break;
    }
  }
  if (total.skipped > 0) say(`\n${total.skipped} skipped`);
  say(
    failed
      ? `\nFailed at: ${failed} (again with: npm test -- --only ${failed})`
      : `\nAll checks passed in ${seconds(begun)}`,
  );
  say(`${total.passed} passed, ${total.failed} failed`);
  return failed ? 1 : 0;
});
