/** A problem the user can act on: shown as its message alone, without a stack. */
export class SetUpError extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a script's main function. A SetUpError prints its message; anything else is a bug and prints its stack.
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
