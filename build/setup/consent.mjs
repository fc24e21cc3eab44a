import { createInterface } from 'node:readline/promises';
import { say, SetUpError } from './log.mjs';

/**
 * @typedef {object} Situation
 * @property {boolean} terminal someone can answer
 * @property {boolean} ci
 * @property {boolean} yes `--yes` was given
 */

/** @returns {Situation} */
export function situationOf(argv = process.argv, env = process.env) {
  return {
    terminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    ci: Boolean(env['CI']) && env['CI'] !== 'false',
    yes: argv.includes('--yes'),
  };
}

/**
 * Whether to ask before changing something outside the repository or fetching the unofficial runtime.
 * @param {Situation} situation
 * @returns {'ask' | 'go ahead'}
 */
export function decideConsent({ terminal, ci, yes }) {
  return terminal && !ci && !yes ? 'ask' : 'go ahead';
}

/** Enter means yes. @param {string} answer */
export function isYes(answer) {
  return /^(y|yes)?$/i.test(answer.trim());
}

/**
 * Asks once for all `intentions`, or says that it goes ahead with them.
 * @param {readonly string[]} intentions each starts with a verb: "install …"
 * @param {Situation} situation
 */
export async function obtainConsent(intentions, situation) {
  if (intentions.length === 0) return;
  if (decideConsent(situation) === 'go ahead') {
    for (const intention of intentions) say(`Set-up: going to ${intention}`);
    return;
  }
  say('To run the window, set-up would:');
  for (const intention of intentions) say(`  - ${intention}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Go ahead? [Y/n] ').catch((error) => {
      if (error instanceof Error && error.name === 'AbortError') return 'no'; // Ctrl-C, Ctrl-D
      throw error;
    });
    if (!isYes(answer)) throw new SetUpError('Nothing was installed. Run it again when you want to go on.');
  } finally {
    terminal.close();
  }
}
