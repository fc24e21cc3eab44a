/**
 * Writes one file over and over, in a process that is killed in the middle: `node atomic-writer.mjs <kind> <file>
 * <size>`. `kind` says which part of Strata writes.
 */
import { linkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { exportSession } from '../../../electron/host/capture/export-session';
import type { SessionWriter } from '../../../electron/host/capture/session-writer';
import { createSessionAt, findSession } from '../../../electron/host/capture/store';
import { openCalibrations } from '../../../electron/host/count/calibration-store';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { writeWholeSync } from '../../../electron/host/disk/write-file';
import { writeFrames } from '../../../electron/host/frames/frames-file';
import type { Exchange, KeptBody } from '../../../shared/sessions/types';
import type { LearnedFrame } from '../../../shared/sources/learned-frame';
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

let session: SessionWriter | undefined;

/** One exchange as a capture writes it: each body before the file that names it. */
async function capture(): Promise<void> {
  session ??= await createSessionAt(
    dirname(file),
    { agent: null, folder: null, wayIn: 'relay' },
    Number.MAX_SAFE_INTEGER,
    new Date(),
  );
  const number = session.begin();
  const body = async (side: 'request' | 'response'): Promise<KeptBody> => {
    const kept = await session?.writeBody(number, side, Buffer.from(savedContent(number, bytes)), 'application/json');
    return {
      file: kept?.file ?? null,
      wireBytes: bytes,
      encoding: null,
      fidelity: 'bytes',
      complete: true,
      headers: {},
    };
  };
  const sent: Exchange = {
    version: 1,
    number,
    at: '2026-01-01T00:00:00.000Z',
    method: 'POST',
    address: null,
    kind: 'turn',
    thread: null,
    request: await body('request'),
    response: null,
    times: { requestSent: null, firstByte: null, ended: null },
    error: null,
    notes: [],
  };
  await session.put(sent);
  await session.put({ ...sent, response: { ...(await body('response')), status: 200 } });
  await session.note(`After request ${number % 50}`);
}

/** A frame as a capture teaches it; its body says which write it came from. */
function frameOf(at: number): LearnedFrame {
  return {
    agent: 'codex',
    version: null,
    session: String(at),
    folder: null,
    at: '2026-01-01T00:00:00.000Z',
    form: 'openai-responses',
    address: null,
    body: Buffer.from(savedContent(at, bytes)).toString('latin1'),
    holes: [],
    prompt: null,
    hash: '',
    notes: [],
  };
}

/** Exports the session that stands beside `file` to a folder with a number of its own. */
async function exported(at: number): Promise<void> {
  const source = findSession(join(dirname(file), 'captures'), 'last');
  if (source === undefined) throw new Error('no session');
  await exportSession(source, join(dirname(file), `out-${process.pid}-${at}`), '/home/ann');
}

const kinds: Readonly<Record<string, (at: number) => void | Promise<void>>> = {
  save: (at) => nodeFiles.writeAtomic(file, savedContent(at, bytes)),
  state: (at) => writeWholeSync(file, savedContent(at, bytes)),
  linked: (at) => nodeFiles.writeAtomic(file, savedContent(at, bytes)),
  // Another time in each process, so that each lock differs from the one before.
  lock: (at) =>
    command('lock', '--now', new Date(Date.UTC(2026, 0, 1, 0, process.pid + at)).toISOString(), '--tz', 'UTC'),
  turn: () => command('turn', '--write', '--tz', 'UTC'),
  session: capture,
  frames: (at) => writeFrames(dirname(file), basename(file, '.json'), { frames: [frameOf(at)], seen: [] }),
  export: exported,
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
