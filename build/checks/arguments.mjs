import { SetUpError } from '../setup/log.mjs';

/** The steps of `npm test`, in order. */
export const testSteps = /** @type {const} */ (['types', 'lint', 'build', 'unit', 'e2e']);
/** Steps that are too slow for `npm test`: `npm run long`. */
export const longSteps = /** @type {const} */ (['long-fuzz', 'long-unit', 'long-e2e']);
const stepNames = /** @type {const} */ ([...testSteps, ...longSteps]);
/** @typedef {(typeof stepNames)[number]} StepName */

/** @param {string} name @returns {name is StepName} */
function isStepName(name) {
  return stepNames.some((each) => each === name);
}

/**
 * `[--yes] [--long] [--only step[,step]]… [argument for the step's own tool]…`
 * @param {readonly string[]} args
 * @returns {{ steps: readonly StepName[], rest: readonly string[] }}
 */
export function parseArguments(args) {
  /** @type {Set<StepName>} */
  const only = new Set();
  /** @type {string[]} */
  const rest = [];
  const queue = args.filter((arg) => arg !== '--yes' && arg !== '--long');
  const usual = args.includes('--long') ? longSteps : testSteps;
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg !== '--only' && !arg.startsWith('--only=')) {
      rest.push(arg);
      continue;
    }
    const value = arg === '--only' ? (queue.shift() ?? '') : arg.slice('--only='.length);
    for (const name of value.split(',')) {
      if (!isStepName(name)) throw new SetUpError(`--only takes ${stepNames.join(', ')}; "${name}" is none of them.`);
      only.add(name);
    }
  }
  if (rest.length > 0 && only.size !== 1)
    throw new SetUpError(`Name one step with --only to pass ${rest.join(' ')} on to it.`);
  return { steps: only.size === 0 ? usual : stepNames.filter((name) => only.has(name)), rest };
}
