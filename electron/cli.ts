/** The `strata` command: the same host and core as the window, without Electron. */
import { version } from '../package.json';
import { processOutput } from './cli/output';
import { runProgram } from './cli/program';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), version, processOutput);
