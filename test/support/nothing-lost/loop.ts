import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { identify } from '../../../electron/host/disk/access/folder-identity';
import { belongsTo, readLeftBehind } from '../../../electron/host/edit/left-behind';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { temporaryFolder } from '../host/temporary';
import editor from './editor-process?modulePath';
import { random } from './random.mjs';

const outside = join(import.meta.dirname, 'outside-process.mjs');
const mounted: string[] = [];

export function unmount(): void {
  for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
}

/** Mounts half a megabyte, which can fill up. Undefined if this user may not mount. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mounted.push(folder);
  return folder;
}

interface Running {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Resolves with the next line that starts like this. */
  line(start: string): Promise<void>;
}

function start(script: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting: { readonly begin: string; readonly go: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const each of waiting.filter(({ begin }) => line.startsWith(begin))) each.go();
  });
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(`error ${line}`));
  return { child, lines, line: (begin) => new Promise((go) => waiting.push({ begin, go })) };
}

async function kill({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

const words = (lines: readonly string[], ...kinds: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    kinds.some((kind) => line.startsWith(`${kind} `)) ? [line.slice(line.indexOf(' ') + 1)] : [],
  );

interface Loop {
  readonly rounds: number;
  readonly seed: number;
  /** Whether every fourth round runs on a small disk. */
  readonly small: boolean;
}

export interface Figures {
  readonly [what: string]: number;
}

const counted = ['typed', 'warned', 'wrote', 'saved', 'conflict', 'merged', 'left', 'refused', 'not kept'];

/**
 * Rounds of conflicts, folder switches and crashes; every fourth one is on a small disk that may be full. Fails if a
 * word is lost.
 */
export async function loseNothing({ rounds, seed, small: wantsSmall }: Loop): Promise<Figures> {
  const pick = random(seed);
  const figures: Record<string, number> = {};
  const count = (what: string, by = 1): number => (figures[what] = (figures[what] ?? 0) + by);
  for (let round = 1; round <= rounds; round += 1) {
    const disk = wantsSmall && round % 4 === 0 ? smallDisk() : undefined;
    const small = disk !== undefined;
    const home = disk ?? temporaryFolder();
    const unsaved = `${home}/unsaved`;
    mkdirSync(unsaved);
    let a = `${home}/A`;
    const b = `${home}/B`;
    for (const folder of [a, b]) {
      mkdirSync(`${folder}/notes`, { recursive: true });
      writeFileSync(`${folder}/notes/a.md`, `begin ${folder}\n`);
    }
    const told: string[] = [];
    const other = start(outside, [`${a}/notes/a.md`, String(seed + round)]);
    const runs = 1 + pick(2);
    for (let run = 1; run <= runs; run += 1) {
      const options = { seed: seed * 1000 + round * 10 + run, folders: [a, b], unsaved, padding: small ? 2000 : 200 };
      const mine = start(editor, [JSON.stringify(options)]);
      await mine.line('open');
      const filler = `${home}/filler`;
      if (small && pick(2) === 0) {
        count('full');
        try {
          writeFileSync(filler, Buffer.alloc(600_000));
        } catch {
          // Disk full: wrote as much as fitted.
        }
      }
      await new Promise((done) => setTimeout(done, 20 + pick(500)));
      await kill(mine);
      rmSync(filler, { force: true });
      told.push(...mine.lines);
      count('restored', (await readLeftBehind(unsaved, () => undefined)).length);
    }
    await kill(other);
    told.push(...other.lines);
    if (!small && pick(3) === 0) {
      renameSync(a, `${home}/renamed`);
      a = `${home}/renamed`;
      count('renamed');
    } else if (pick(3) === 0) {
      symlinkSync(a, `${home}/link`);
      a = `${home}/link`;
      count('linked');
    }
    // What is offered when the folder is opened again, and what is on disk.
    const left = await readLeftBehind(unsaved, (problem) => told.push(`bug ${String(problem)}`));
    const offered = left.filter((each) =>
      [a, b].some((folder) => belongsTo(nodeFiles, each, identify(nodeFiles, folder))),
    );
    const journals = offered.flatMap(({ edits }) => edits.map(({ text }) => text));
    const disks = [a, b].map((folder) => readFileSync(`${folder}/notes/a.md`, 'utf8'));
    const kept = [...journals, ...disks].join('\n');
    const lost = words(told, 'typed', 'wrote').filter((word) => !kept.includes(word));
    const strayed =
      disks[1]?.includes('theirs-') === true || existsSync(`${b}/notes/a.md.theirs`) ? ['something of A is in B'] : [];
    const bugs = told.filter((line) => line.startsWith('bug ') || line.startsWith('error '));
    expect({ round, lost, strayed, bugs }).toEqual({ round, lost: [], strayed: [], bugs: [] });
    count('rounds');
    for (const what of counted) count(what, told.filter((line) => line.startsWith(what)).length);
    unmount();
    rmSync(home, { recursive: true, force: true });
  }
  return figures;
}
