import { join } from 'node:path';
import { productName, version } from '../../package.json';
import { userDataFolder } from '../host/disk/user-data';
import type { CalibrationStore } from '../host/count/calibration-store';
import type { OpenFrames } from '../host/services';
import { processOutput } from './print/output';
import { runProgram } from './program';

/** Runs the `strata` command in this process: the same for plain Node and the packaged app. */
export function runCommand(args: readonly string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return runProgram(args, version, processOutput, learnedCounts, learnedFrames);
}

async function userData(): Promise<string> {
  const { machineHome } = await import('../host/disk/machine');
  return userDataFolder(
    { platform: process.platform, environment: process.env, home: machineHome().value },
    productName,
  );
}

async function learnedCounts(): Promise<CalibrationStore> {
  const { openCalibrations } = await import('../host/count/calibration-store');
  return openCalibrations(join(await userData(), 'calibration.json'));
}

/** Captures that the user names are read, but nothing of them is kept. */
async function learnedFrames(captures: string | undefined): Promise<OpenFrames> {
  const [{ openFrames }, { capturesFolder }] = await Promise.all([
    import('../host/frames/service'),
    import('./named/captures-folder'),
  ]);
  const frames = captures === undefined ? join(await userData(), 'frames') : undefined;
  return (workspace, watch) =>
    openFrames({
      captures: capturesFolder(captures),
      frames,
      workspace,
      watch,
      report: (problem) => processOutput.err(`strata: ${problem.message}`),
    });
}
