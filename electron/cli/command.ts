import { version } from '../../package.json';
import { processOutput } from './output';
import { runProgram } from './program';

/** The `strata` command in this process: the same for plain Node and for the packaged app. */
export function runCommand(args: readonly string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return runProgram(args, version, processOutput);
}
