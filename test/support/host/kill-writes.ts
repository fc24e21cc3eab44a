/** Kills a process in the middle of its writes, again and again, and looks at what is left each time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { sweepFolder } from '../../../electron/host/disk/write-file';
import { savedContent } from './saved-content';

export const writeKinds = ['save', 'state', 'linked', 'lock', 'turn', 'calibration'] as const;
export type WriteKind = (typeof writeKinds)[number];

const tiered = join(import.meta.dirname, '../../../build/examples/tiered-messages');
const size = 400_000;

/** Where a kind of write goes in a folder of its own. */
function fileOf(kind: WriteKind, folder: string): string {
  if (kind === 'lock' || kind === 'turn') cpSync(tiered, folder, { recursive: true });
  return join(folder, kind === 'lock' ? 'strata.lock.json' : kind === 'turn' ? '.strata/tiers.json' : 'a.md');
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

/** What a write has beside the file while it is under way. */
function beside(file: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => name.startsWith(`.${basename(file)}.strata-`));
}

/** Busy, not asleep: timers are too coarse to hit the middle of a write. */
function busyUntil(isOver: () => boolean, most: number): void {
  for (const end = performance.now() + most; !isOver() && performance.now() < end;);
}

async function killed(writer: string, kind: WriteKind, file: string, saves: number, later: number): Promise<void> {
  const child = spawn(process.execPath, [writer, kind, file, String(size)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let count = 0;
  for await (const line of createInterface(child.stdout)) {
    expect(line).toMatch(/^saved/);
    count += 1;
    if (count < saves) continue;
    // A command builds for long and writes for a moment: the next write is waited for.
    if (kind === 'lock' || kind === 'turn') busyUntil(() => beside(file).length > 0, 10_000);
    busyUntil(() => false, later);
    child.kill('SIGKILL');
    break;
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Returns how many of the kills came while something was being written. */
export async function killWrites(writer: string, kind: WriteKind, folder: string, kills: number): Promise<number> {
  const file = fileOf(kind, folder);
  mkdirSync(dirname(file), { recursive: true });
  let during = 0;
  for (let attempt = 0; attempt < kills; attempt += 1) {
    if (kind === 'linked') for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await killed(
      writer,
      kind,
      file,
      1 + (attempt % 3),
      (attempt * 0.73) % (kind === 'lock' || kind === 'turn' ? 2 : 6),
    );
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
