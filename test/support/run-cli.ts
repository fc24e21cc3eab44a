import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CalibrationStore } from '../../electron/host/count/calibration-store';
import { runProgram } from '../../electron/cli/program';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the `strata` command in this process and captures both streams separately. */
export function strata(...args: readonly string[]): Promise<Ran> {
  return strataWith(undefined, ...args);
}

/** The same on a machine with stored calibrations. */
export async function strataWith(calibrations: CalibrationStore | undefined, ...args: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runProgram(
    args,
    '0.0.0-test',
    {
      out: async (text) => {
        out += text;
      },
      err: (line) => {
        err += `${line}\n`;
      },
    },
    calibrations === undefined ? undefined : () => Promise.resolve(calibrations),
  );
  return { code, out, err };
}

export const pinned = ['--now', '2026-02-25T12:30:00Z', '--tz', 'Europe/Helsinki', '--home', '/home/k'] as const;

/** A temporary folder for one test, copied from a fixture or example. */
export function temporaryCopy(folder?: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'strata-test-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  if (folder !== undefined) cpSync(folder, copy, { recursive: true });
  return copy;
}
