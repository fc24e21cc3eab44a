import { join } from 'node:path';
import { productName, version } from '../../package.json';
import { openCalibrations } from '../host/count/calibration-store';
import { machineHome } from '../host/disk/machine';
import { userDataFolder } from '../host/disk/user-data';
import { processOutput } from './output';
import { runProgram } from './program';

/** Runs the `strata` command in this process: the same for plain Node and the packaged app. */
export function runCommand(args: readonly string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const userData = userDataFolder(
    { platform: process.platform, environment: process.env, home: machineHome().value },
    productName,
  );
  return runProgram(args, version, processOutput, openCalibrations(join(userData, 'calibration.json')));
}
