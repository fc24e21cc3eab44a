/** A disk that is soon full. Only root may mount one; elsewhere `undefined`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function smallDisk(kilobytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'strata-disk-'));
  const mounted =
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' }).status === 0;
  onTestFinished(() => {
    if (mounted) spawnSync('umount', [folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  return mounted ? folder : undefined;
}
