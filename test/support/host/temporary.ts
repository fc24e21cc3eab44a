import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { toSlash } from '../../../electron/host/disk/paths';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A temporary folder for one test. Its path has no links. */
export function temporaryFolder(): string {
  const folder = toSlash(realpathSync.native(mkdtempSync(join(tmpdir(), 'strata-'))));
  made.push(folder);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A workspace in a temporary folder, with room for files beside it. */
export function temporaryWorkspace(files: Readonly<Record<string, string | Uint8Array>>): {
  readonly outside: string;
  readonly workspace: string;
} {
  const outside = temporaryFolder();
  const workspace = `${outside}/ws`;
  mkdirSync(workspace);
  writeFiles(workspace, files);
  return { outside, workspace };
}
