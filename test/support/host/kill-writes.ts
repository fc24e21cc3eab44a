/** Kills a process in the middle of its writes, again and again, and looks at what is left each time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { exportSession } from '../../../electron/host/capture/export-session';
import { createSessionAt, listSessions, readSession } from '../../../electron/host/capture/store';
import { sweepFolder } from '../../../electron/host/disk/write-file';
import { readFrames } from '../../../electron/host/frames/frames-file';
import { savedContent } from './saved-content';

export const writeKinds = [
  'save',
  'state',
  'linked',
  'lock',
  'turn',
  'calibration',
  'session',
  'frames',
  'export',
] as const;
export type WriteKind = (typeof writeKinds)[number];

const tiered = join(import.meta.dirname, '../../../build/examples/tiered-messages');
const size = 400_000;

const fileNames: Partial<Readonly<Record<WriteKind, string>>> = {
  lock: 'strata.lock.json',
  turn: '.strata/tiers.json',
  frames: 'codex.json',
};

/** Where a kind of write goes in a folder of its own. */
function fileOf(kind: WriteKind, folder: string): string {
  if (kind === 'lock' || kind === 'turn') cpSync(tiered, folder, { recursive: true });
  return join(folder, fileNames[kind] ?? 'a.md');
}

/** Whole, as it was written by one of the saves. */
function expectWhole(kind: WriteKind, bytes: Buffer): void {
  if (kind === 'save' || kind === 'state' || kind === 'linked') {
    const save = Number(bytes.toString('latin1', 0, bytes.indexOf(';')));
    expect(Buffer.compare(bytes, savedContent(save, size))).toBe(0);
  } else {
    expect(bytes.at(-1)).toBe(10);
    expect(() => JSON.parse(bytes.toString('utf8'))).not.toThrow();
  }
}

/** What is read back is what one of the writes wrote, not the nothing that a broken file counts as. */
function expectWholeFrames(file: string): void {
  const { frames } = readFrames(dirname(file), 'codex');
  expect(frames.length).toBe(1);
  const body = Buffer.from(frames[0]?.body ?? '', 'latin1');
  expect(Buffer.compare(body, savedContent(Number(frames[0]?.session), size))).toBe(0);
}

/** What a write has beside the file while it is under way. */
function beside(file: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => name.startsWith(`.${basename(file)}.strata-`));
}

/** Files of exports that are being written. */
function underWayIn(folder: string): number {
  const outs = readdirSync(folder).filter((name) => name.startsWith('out-'));
  return outs.flatMap((out) => readdirSync(join(folder, out))).filter((name) => name.endsWith('.tmp')).length;
}

/** Busy, not asleep: timers are too coarse to hit the middle of a write. */
function busyUntil(isOver: () => boolean, most: number): void {
  for (const end = performance.now() + most; !isOver() && performance.now() < end;);
}

async function killed(writer: string, kind: WriteKind, file: string, saves: number, later: number): Promise<void> {
  const child = spawn(process.execPath, [writer, kind, file, String(size)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let count = 0;
  for await (const line of createInterface(child.stdout)) {
    expect(line).toMatch(/^saved/);
    count += 1;
    if (count < saves) continue;
    // An export masks for long and writes for a moment: the next write is waited for.
    if (kind === 'export') busyUntil(() => underWayIn(dirname(file)) > 0, 10_000);
    busyUntil(() => false, later);
    child.kill('SIGKILL');
    break;
  }
  await exit;
}

/**
 * A command loads and builds for a second and writes for a moment. The system tells of the new file; busy waiting would
 * take the processor from the command.
 */
async function killedCommand(writer: string, kind: WriteKind, file: string, later: number): Promise<void> {
  const child = spawn(process.execPath, [writer, kind, file, String(size)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  // Nothing may be lost, so there must be something first.
  if (!existsSync(file)) await once(child.stdout, 'data');
  const watcher = watch(dirname(file), (_, name) => {
    if (name?.startsWith(`.${basename(file)}.strata-`) !== true) return;
    watcher.close();
    busyUntil(() => false, later);
    child.kill('SIGKILL');
  });
  for await (const line of createInterface(child.stdout)) expect(line).toMatch(/^saved/);
  await exit;
}

/** Every file of every session is whole, and each exchange names bodies that are there. Returns what was under way. */
function expectWholeSessions(folder: string): number {
  const sessions = listSessions(folder);
  expect(sessions.length).toBe(readdirSync(folder).length);
  let under = 0;
  for (const { path } of sessions) {
    const read = readSession(path);
    expect(read?.unreadable).toBe(0);
    for (const { number, request, response } of read?.exchanges ?? [])
      for (const kept of [request, ...(response === null ? [] : [response])])
        expect(Buffer.compare(readFileSync(join(path, kept.file ?? '')), savedContent(number, size))).toBe(0);
    const names = readdirSync(path);
    under += names.filter((name) => name.endsWith('.tmp')).length;
    // A body may stand alone, as long as nothing names it yet. It is whole all the same.
    for (const name of names.filter((each) => /^\d+\.re/.test(each)))
      expect(Buffer.compare(readFileSync(join(path, name)), savedContent(Number.parseInt(name, 10), size))).toBe(0);
    rmSync(path, { recursive: true });
  }
  return under;
}

/** A session with bodies of some size, and the export that nobody interrupted. */
async function sessionToExport(folder: string): Promise<void> {
  const captures = join(folder, 'captures');
  const about = { agent: null, folder: null, wayIn: 'relay' } as const;
  const session = await createSessionAt(captures, about, Number.MAX_SAFE_INTEGER, new Date());
  for (const number of [1, 2, 3])
    await session.writeBody(session.begin(), 'request', Buffer.from(savedContent(number, size)), 'application/json');
  await session.end('2026-01-01T00:00:00.000Z');
  const [kept] = listSessions(captures);
  if (kept !== undefined) await exportSession(kept, join(folder, 'whole'), '/home/ann');
}

/** Every file of every export is whole. Returns what was under way. */
function expectWholeExports(folder: string): number {
  const under = underWayIn(folder);
  for (const out of readdirSync(folder).filter((name) => name.startsWith('out-'))) {
    for (const name of readdirSync(join(folder, out)).filter((each) => !each.endsWith('.tmp'))) {
      const whole = readFileSync(join(folder, 'whole', name));
      expect(Buffer.compare(readFileSync(join(folder, out, name)), whole)).toBe(0);
    }
    rmSync(join(folder, out), { recursive: true });
  }
  expect(readdirSync(join(folder, 'captures')).length).toBe(1);
  return under;
}

/** Returns how many of the kills came while something was being written. */
export async function killWrites(writer: string, kind: WriteKind, folder: string, kills: number): Promise<number> {
  const file = fileOf(kind, folder);
  mkdirSync(dirname(file), { recursive: true });
  if (kind === 'export') await sessionToExport(folder);
  const isCommand = kind === 'lock' || kind === 'turn';
  let during = 0;
  for (let attempt = 0; attempt < kills; attempt += 1) {
    if (kind === 'linked') for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const later = (attempt * 0.73) % (isCommand || kind === 'export' ? 2 : 6);
    if (isCommand) await killedCommand(writer, kind, file, later);
    else await killed(writer, kind, file, 1 + (attempt % 3), later);
    if (kind === 'session') {
      if (expectWholeSessions(folder) > 0) during += 1;
      continue;
    }
    if (kind === 'export') {
      if (expectWholeExports(folder) > 0) during += 1;
      continue;
    }
    if (kind === 'frames') expectWholeFrames(file);
    const left = beside(file);
    if (left.length > 0) during += 1;
    const copy = left.find((name) => name.endsWith('.saved'));
    // A file with several names is written over: what it lacks stands whole beside it.
    if (copy === undefined || readFileSync(join(dirname(file), copy)).length < size)
      expectWhole(kind, readFileSync(file));
    else expectWhole(kind, readFileSync(join(dirname(file), copy)));
    const old = new Date(Date.now() - 3_600_000);
    for (const name of left) utimesSync(join(dirname(file), name), old, old);
    sweepFolder(dirname(file));
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }
  return during;
}
