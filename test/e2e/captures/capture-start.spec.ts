/** The window starts an agent in a terminal of the system. Agent and terminal are made up and stand on the PATH. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { conversation, useTheme } from '../../support/app/window';
import { startScriptedProvider } from '../../support/capture/running-agent';

async function program(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

test('the window starts an agent in a terminal, in the opened folder', async ({ launch, workspace, folder }) => {
  test.slow();
  const provider = await startScriptedProvider();
  const [bin, own] = [join(folder, 'bin'), join(workspace, 'bin')];
  const fake = join(root, 'test', 'support', 'capture', 'fake-agent.mjs');
  // opencode takes its base address with /v1, the SDK of the made-up agent without.
  const agent = await program(
    bin,
    'opencode',
    `pwd > '${folder}/worked-in'; export ANTHROPIC_BASE_URL="\${ANTHROPIC_BASE_URL%/v1}"\n` +
      `printf 'turn\\nturn\\n' | '${process.execPath}' '${fake}'`,
  );
  const terminal = await program(bin, 'x-terminal-emulator', 'shift\nexec "$@" < /dev/null');
  for (const name of ['opencode', 'x-terminal-emulator']) await program(own, name, `touch '${folder}/ran-own'`);
  try {
    const { app, page } = await launch({
      workspace,
      env: {
        ANTHROPIC_BASE_URL: provider.address,
        PATH: [own, '.', bin].join(delimiter),
      },
    });
    await page.getByRole('button', { name: 'Capture' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Sessions' });
    for (const named of [agent, terminal, workspace]) await expect(panel).toContainText(named);
    for (const theme of ['dark', 'light'] as const) {
      await useTheme(app, theme);
      await page.screenshot({ path: `test/output/capture-start-${theme}.png` });
      expect(await seriousProblems(page)).toEqual([]);
    }
    expect(existsSync(join(folder, 'worked-in'))).toBe(false);
    await page.getByRole('button', { name: 'Start opencode' }).click();
    await expect(page.getByLabel('Requests of the session').locator('tbody tr')).toHaveCount(2);
    await expect(page.getByTestId('headline')).toContainText('Claude Sonnet 4.5');
    await expect(conversation(page)).toContainText('You are Otter, a careful engineer.');
    expect((await readFile(join(folder, 'worked-in'), 'utf8')).trim()).toBe(workspace);
    expect(existsSync(join(folder, 'ran-own'))).toBe(false);
    await page.getByRole('button', { name: 'End capture' }).click();
    await page.getByRole('button', { name: '‹ Sessions' }).click();
    // The folder is still the one that was opened, though a request is on screen.
    await expect(panel).toContainText(workspace);
    await expect(page.getByRole('button', { name: 'Start opencode' })).toBeVisible();
  } finally {
    await provider.close();
  }
});

test('without a terminal the lines are offered; a terminal that fails is reported', async ({
  launch,
  workspace,
  folder,
}) => {
  const bin = join(folder, 'bin');
  await program(bin, 'codex', 'exit 0');
  const { page } = await launch({ workspace, env: { PATH: bin } });
  await page.getByRole('button', { name: 'Capture' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Sessions' });
  await expect(panel).toContainText(
    'No terminal program was found (x-terminal-emulator, gnome-terminal, konsole, xterm)',
  );
  await expect(panel.getByRole('button', { name: /^Start Codex/ })).toHaveCount(0);
  await page.screenshot({ path: 'test/output/capture-start-no-terminal.png' });
  const xterm = await program(bin, 'xterm', 'exit 7');
  await panel.getByRole('button', { name: 'Start capture' }).click();
  const running = page.getByLabel('Running capture');
  await expect(running).toContainText('export CODEX_ROLLOUT_TRACE_ROOT=');
  await running.getByRole('button', { name: 'Start Codex in a terminal' }).click();
  await expect(running).toContainText(`${xterm} ended with code 7.`);
  await expect(running.getByRole('button', { name: 'Copy lines' })).toBeVisible();
  await page.screenshot({ path: 'test/output/capture-start-failed.png' });
});
