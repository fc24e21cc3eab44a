import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startInTerminal, startOf, type StartPlaces } from '../../../../electron/host/capture/terminal/agent-start';
import { shellLines, startScript } from '../../../../electron/host/capture/terminal/shell-text';
import { findTerminal, linuxTerminals } from '../../../../electron/host/capture/terminal/terminals';
import { temporaryFolder } from '../../../support/host/temporary';

function program(path: string, text = 'exit 0'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

function machine(): { readonly root: string; readonly bin: string; readonly folder: string } {
  const root = temporaryFolder();
  const [bin, folder] = [join(root, 'bin'), join(root, 'work')];
  mkdirSync(bin);
  mkdirSync(folder);
  return { root, bin, folder };
}

function placesOf(folder: string | null, path: readonly string[], opened = folder): StartPlaces {
  return { opened, folder, environment: { PATH: path.join(':') }, platform: 'linux' };
}

it('finds an agent and a terminal as they are installed, never in the folder', () => {
  const { root, bin, folder } = machine();
  for (const name of ['codex', 'xterm']) {
    program(join(folder, name));
    program(join(folder, 'bin', name));
  }
  const own = ['.', '', 'bin', folder, join(folder, 'bin')];
  expect(startOf('codex', placesOf(folder, [...own, bin]))).toEqual({ kind: 'no-program', name: 'codex' });
  // A link on the PATH that leads into the folder is the folder's own program.
  symlinkSync(join(folder, 'codex'), join(bin, 'codex'));
  symlinkSync(join(folder, 'bin'), join(root, 'linked'));
  expect(startOf('codex', placesOf(folder, [bin, join(root, 'linked')])).kind).toBe('no-program');
  const codex = program(join(root, 'installed', 'codex'));
  const path = [...own, bin, dirname(codex)];
  expect(startOf('codex', placesOf(folder, path))).toEqual({
    kind: 'no-terminal',
    looked: ['x-terminal-emulator', 'gnome-terminal', 'konsole', 'xterm'],
  });
  const xterm = program(join(root, 'installed', 'xterm'));
  expect(startOf('codex', placesOf(folder, path))).toEqual({ kind: 'ready', program: codex, terminal: xterm, folder });
  expect(startOf('codex', placesOf(null, path)).kind).toBe('no-folder');
  // What is on screen may be another folder than the one the agent works in: neither is searched.
  expect(startOf('codex', placesOf(folder, path, join(root, 'installed'))).kind).toBe('no-program');
  writeFileSync(codex, '');
  execFileSync('chmod', ['-x', codex]);
  expect(startOf('codex', placesOf(folder, path)).kind).toBe('no-program');
});

it('opens the agent in a terminal with what this run needs, in the folder, and in nothing else', async () => {
  const { root, bin, folder } = machine();
  const seen = join(root, 'seen');
  program(
    join(bin, 'codex'),
    `printf '%s\\n' "$PWD" "$TRACE" "$PATH" "$@" > '${seen}.new'; mv '${seen}.new' '${seen}'`,
  );
  // As a terminal does: the command stands behind -e.
  program(join(bin, 'x-terminal-emulator'), 'shift\nexec "$@" < /dev/null');
  const places = placesOf(folder, ['.', bin, '/usr/bin', '/bin']);
  const named = { program: join(bin, 'codex'), terminal: join(bin, 'x-terminal-emulator'), folder };
  const run = { environment: { TRACE: `it's $HOME "here"` }, args: ['-c', 'a b=`c`'], notes: [] };
  const failed = vi.fn<(code: number | NodeJS.Signals) => void>();
  const own = await startInTerminal('codex', named, run, places, failed);
  await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 30_000 });
  expect(readFileSync(seen, 'utf8').split('\n').slice(0, -1)).toEqual([
    folder,
    `it's $HOME "here"`,
    `${bin}:/usr/bin:/bin`,
    '-c',
    'a b=`c`',
  ]);
  expect(process.env['TRACE']).toBeUndefined();
  expect(statSync(own ?? '').mode & 0o777).toBe(0o700);
  const [script = ''] = readdirSync(own ?? '');
  expect(statSync(join(own ?? '', script)).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

it('starts only what was named, and says when the terminal fails', async () => {
  const { bin, folder } = machine();
  program(join(bin, 'codex'));
  program(join(bin, 'xterm'), 'exit 3');
  const places = placesOf(folder, [bin]);
  const named = { program: join(bin, 'codex'), terminal: join(bin, 'xterm'), folder };
  const run = { environment: {}, args: [], notes: [] };
  const failed = vi.fn<(code: number | NodeJS.Signals) => void>();
  for (const other of [{ program: '/bin/true' }, { terminal: '/bin/true' }, { folder: '/' }])
    expect(await startInTerminal('codex', { ...named, ...other }, run, places, failed)).toBeUndefined();
  await startInTerminal('codex', named, run, places, failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(3), { timeout: 30_000 });
});

it('speaks the language of each system', () => {
  const run = { environment: { A: `it's`, B: 'plain' }, args: ['-e', 'two words'] };
  expect(shellLines('pi', run, 'linux')).toEqual([`export A='it'\\''s'`, 'export B=plain', `pi -e 'two words'`]);
  expect(shellLines('C:/Program Files/pi.cmd', run, 'win32')).toEqual([
    `$env:A = 'it''s'`,
    `$env:B = 'plain'`,
    `& 'C:/Program Files/pi.cmd' -e 'two words'`,
  ]);
  expect(startScript('/bin/pi', run, '/w', 'darwin')).toContain('cd /w || exit 1');
  expect(startScript('C:/pi.cmd', run, `C:/it's`, 'win32')).toContain(`Set-Location -LiteralPath 'C:/it''s'`);
  expect(findTerminal('darwin', [], [])?.args('/t/start.command')).toEqual(['-a', 'Terminal', '/t/start.command']);
  expect(findTerminal('win32', [], [])?.args('C:/t/start.ps1').at(-1)).toContain(String.raw`-File "C:\t\start.ps1"`);
  expect(linuxTerminals.map(([, args]) => args('/t/s').at(-1))).toEqual(['/t/s', '/t/s', '/t/s', '/t/s']);
});
