/**
 * Writes one file over and over, in a process that is killed in the middle: `node atomic-writer.mjs <kind> <file>
 * <size>`. `kind` says which part of Strata writes.
 */
import { linkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openCalibrations } from '../../../electron/host/count/calibration-store';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { writeWholeSync } from '../../../electron/host/disk/write-file';
import { savedContent } from './saved-content';

const [kind = 'save', file = '', size = '1000'] = process.argv.slice(2);
const bytes = Number(size);
const calibrations = kind === 'calibration' ? openCalibrations(file) : undefined;

/** Runs the real command in the folder of its example. */
async function command(...args: readonly string[]): Promise<void> {
  // Imported late: this loads the whole core, which the other kinds do not need.
  const { runProgram } = await import('../../../electron/cli/program');
  const folder = kind === 'turn' ? dirname(dirname(file)) : dirname(file);
  let told = '';
  const code = await runProgram([args[0] ?? '', folder, ...args.slice(1)], '0.0.0-test', {
    out: async () => undefined,
    err: (line) => void (told = line),
  });
  if (code !== 0) throw new Error(told);
}

const kinds: Readonly<Record<string, (at: number) => void | Promise<void>>> = {
  save: (at) => nodeFiles.writeAtomic(file, savedContent(at, bytes)),
  state: (at) => writeWholeSync(file, savedContent(at, bytes)),
  linked: (at) => nodeFiles.writeAtomic(file, savedContent(at, bytes)),
  lock: (at) => command('lock', '--now', new Date(Date.UTC(2026, 0, 1, 0, at % 1000)).toISOString(), '--tz', 'UTC'),
  turn: () => command('turn', '--write', '--tz', 'UTC'),
  calibration: (at) =>
    calibrations?.put(`/workspace-${at % 200}`, {
      modelId: 'm'.repeat(bytes / 200),
      ratio: 1,
      low: 1,
      high: 1,
      samples: [],
      newest: { from: 'usage', tokens: at, at: '2026-01-01T00:00:00.000Z' },
    }),
};

if (kind === 'linked') {
  writeFileSync(file, savedContent(0, bytes));
  linkSync(file, `${file}.other`);
}
for (let at = 1; ; at += 1) {
  try {
    await kinds[kind]?.(at);
  } catch (problem) {
    process.stdout.write(
      `failed ${problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)}\n`,
    );
    break;
  }
  process.stdout.write(`saved ${at}\n`);
}
