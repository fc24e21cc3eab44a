/** A problem the user can act on: shown as its message alone, without a stack. */
export class SetUpError extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a script's main function: a SetUpError is told in its own words, anything else is a bug and shows its stack.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function run(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(
      `${error instanceof SetUpError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
