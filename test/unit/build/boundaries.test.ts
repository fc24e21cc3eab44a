import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';

/** Files that break a boundary or respect it. They are linted together, in folders like ours. */
const probes = [
  ['wrong', 'shared/basics/needs-document.ts', "import '../document/types';"],
  ['wrong', 'shared/document/needs-sources.ts', "import '../sources/text';"],
  ['wrong', 'shared/sources/needs-assembler.ts', "import '../assemblers/registry';"],
  ['wrong', 'shared/analysis/needs-assembler.ts', "import '../assemblers/registry';"],
  ['wrong', 'shared/analysis/rules/needs-chunks.ts', "import '../chunks/lint-memo';"],
  ['wrong', 'shared/analysis/rules/needs-assembler.ts', "import '../../assemblers/registry';"],
  ['wrong', 'shared/exporters/needs-contract.ts', "import '../ipc/contract';"],
  ['wrong', 'shared/assemblers/layered/needs-another.ts', "import '../tagged-sections/assemble';"],
  ['wrong', 'shared/assemblers/layered/deep/needs-another.ts', "import '../../tagged-sections/assemble';"],
  ['wrong', 'shared/assemblers/declared/needs-another.ts', "import '../request-file/body';"],
  ['wrong', 'shared/cache/needs-assembler.ts', "import '../assemblers/registry';"],
  ['wrong', 'shared/cache/simulate/needs-exporter.ts', "import '../../exporters/text';"],
  ['wrong', 'shared/ipc/needs-node.ts', "import 'node:fs';"],
  ['wrong', 'shared/ipc/needs-electron.ts', "import 'electron';"],
  ['wrong', 'shared/ipc/needs-host.ts', "import '../../electron/host/session';"],
  ['wrong', 'shared/sources/needs-time.ts', 'export const now = Date.now();'],
  ['wrong', 'shared/sources/needs-chance.ts', 'export const chance = Math.random();'],
  ['wrong', 'electron/host/needs-electron.ts', "import 'electron';"],
  ['wrong', 'electron/host/needs-window.ts', "import '../window/window';"],
  ['wrong', 'electron/host/read/needs-state.ts', "import '../../state/recent';"],
  ['wrong', 'electron/cli.ts', "import 'electron';"],
  ['wrong', 'electron/window/window.ts', "import { ipcMain } from 'electron'; ipcMain.removeAllListeners();"],
  ['wrong', 'electron/window/menu.ts', "import { webContents } from 'electron'; webContents.fromId(1)?.send('x');"],
  ['wrong', 'electron/preload.ts', "import { channels } from '../shared/ipc/contract'; void channels;"],
  ['wrong', 'renderer/needs-electron.ts', "import 'electron';"],
  ['wrong', 'renderer/components/needs-host.ts', "import '../../electron/host/session';"],
  ['wrong', 'renderer/components/needs-core.ts', "import '../../shared/analysis/analyze';"],
  ['wrong', 'renderer/components/default.ts', 'export default 1;'],
  ['wrong', 'renderer/components/any.ts', 'export const value = (x: any) => x;'],
  [
    'right',
    'shared/assemblers/layered/assemble.ts',
    "import '../types'; import '../../document/builders'; import '../../sources/text';",
  ],
  ['right', 'shared/document/layout.ts', "import '../basics/memo';"],
  ['right', 'shared/sources/text.ts', "import '../document/types';"],
  ['right', 'electron/host/session.ts', "import 'node:fs'; import '../../shared/assemblers/registry';"],
  ['right', 'electron/ipc/register.ts', "import { ipcMain } from 'electron'; ipcMain.removeAllListeners();"],
  [
    'right',
    'renderer/components/view.ts',
    "import '../../shared/document/types'; import '../../shared/ipc/contract'; import '../../shared/analysis/types';",
  ],
] as const;

const run = promisify(execFile);

/** Tools exit with an error if they find something; only their output matters. */
async function printed(script: string, args: readonly string[], cwd: string): Promise<string> {
  const output = (result: unknown) => (result instanceof Object && 'stdout' in result ? String(result.stdout) : '');
  return run(process.execPath, [join(root, 'node_modules', script), ...args], { cwd }).then(output, output);
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-boundaries-'));
  await cp(join(root, 'build', 'oxlint.json'), join(folder, 'build', 'oxlint.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [, path, code] of probes) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${code}\n`);
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe('the boundaries between folders', () => {
  let complaints: readonly string[] = [];
  beforeAll(async () => {
    const report = await printed(
      'oxlint/bin/oxlint',
      ['--config', 'build/oxlint.json', '--format', 'unix', 'shared', 'electron', 'renderer'],
      folder,
    );
    complaints = report.split('\n').map((line) => line.split(':')[0] ?? '');
  });

  test.each(probes)('%s: %s', (verdict, path) => {
    expect(complaints.includes(path)).toBe(verdict === 'wrong');
  });
});

test('the core compiles without console, process, fetch, Node and DOM', async () => {
  const globals = ['console', 'process', 'fetch', 'document', 'setTimeout', 'Buffer'];
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await mkdir(join(folder, 'core'));
  await cp(join(root, 'shared', 'tsconfig.json'), join(folder, 'core', 'tsconfig.json'));
  await writeFile(join(folder, 'core', 'impure.ts'), globals.map((name) => `void ${name};`).join('\n'));
  const report = await printed('typescript/bin/tsc', ['--project', 'core'], folder);
  expect(globals.filter((name) => !report.includes(`'${name}'`))).toEqual([]);
});
