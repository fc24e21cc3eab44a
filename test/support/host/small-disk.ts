/** A small disk that fills up fast. Only root may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

function mount(folder: string, kilobytes: number): boolean {
  const args = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder];
  return process.platform === 'linux' && spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
}

function remove(folder: string): void {
  spawnSync('umount', [folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}

/** Whether one can be mounted here: containers and ordinary users cannot. */
export function canMountSmallDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'strata-disk-'));
  const mounted = mount(folder, 4);
  remove(folder);
  return mounted;
}

/** Mounts it until the end of the test. Returns its folder. */
export function smallDisk(kilobytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-disk-'));
  onTestFinished(() => remove(folder));
  if (!mount(folder, kilobytes)) throw new Error('a small disk could not be mounted');
  return folder;
}
