import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../build/setup/paths.mjs';
import { userDataFolder } from '../../../electron/host/disk/user-data';
import { reportSchema } from '../../../shared/ipc/written/report-schema';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test as base } from '../../support/app/launch';
import { runCommand, settledTotal, shownTotal, useTheme } from '../../support/app/window';

const key = 'sk-test-0123456789abcdef';

interface Asked {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: string;
  answer(status: number, body: unknown): void;
}

interface Provider {
  readonly base: string;
  readonly asked: Asked[];
}

/** A fake provider on this machine. Each request waits until the test answers it. */
const test = base.extend<{ provider: Provider }>({
  source: join(root, 'build', 'examples', 'tiered-messages'),
  provider: async ({}, use) => {
    const asked: Asked[] = [];
    const server = createServer((request, response: ServerResponse) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const given = request.headers['x-api-key'];
        asked.push({
          url: request.url,
          key: typeof given === 'string' ? given : undefined,
          body,
          answer: (status, value) =>
            void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

/** Each section is rounded separately, so the total may differ from the report: here by at most one in a thousand. */
const roundings = 0.001;

/** The command's total for a folder, with the window's user data. */
async function commandTotal(
  workspace: string,
  userData: string,
  folder: string,
): Promise<{ readonly tokens: number; readonly ratio: number | undefined }> {
  const config = join(folder, 'config');
  await cp(userData, join(config, 'Strata'), {
    recursive: true,
    filter: (path) => path === userData || path.endsWith('calibration.json'),
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'out', 'main', 'cli.js'), 'inspect', workspace, '--json'],
    { env: { ...process.env, XDG_CONFIG_HOME: config, APPDATA: config } },
  );
  const { total, calibration } = reportSchema.parse(JSON.parse(stdout));
  return { tokens: total.tokens, ratio: calibration?.ratio };
}

test('a reported usage corrects the estimates of window and command, is remembered, and can be forgotten', async ({
  launch,
  workspace,
  folder,
}) => {
  const { app, page } = await launch({ workspace });
  await expect(page.getByTestId('edit-cost')).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
  const plain = await settledTotal(page);
  const reported = Math.round(plain * 1.1);
  await page.getByRole('tab', { name: 'Usage' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Usage' });
  await expect(page.getByTestId('corrected')).toHaveCount(0);
  await page
    .getByLabel('Reported usage')
    .fill(JSON.stringify({ usage: { input_tokens: reported * 50, output_tokens: 3 } }));
  await expect(panel).toContainText('too far from what is on screen');
  await expect(panel.getByRole('button', { name: 'Correct the estimates by this' })).toHaveCount(0);
  await page
    .getByLabel('Reported usage')
    .fill(JSON.stringify({ usage: { input_tokens: 100, cache_read_input_tokens: reported - 100, output_tokens: 3 } }));
  await panel.getByRole('button', { name: 'Correct the estimates by this' }).click();
  await expect
    .poll(async () => Math.abs((await shownTotal(page)) - reported))
    .toBeLessThanOrEqual(reported * roundings);
  await expect(page.getByTestId('corrected')).toHaveText(/^corrected × 1\.1/);
  await expect(page.getByTestId('corrected')).toHaveAttribute(
    'title',
    /in this folder are corrected: .* by the usage you pasted on \d+ \w+ \d{4}/,
  );
  await expect(panel).toContainText('The estimates are corrected by this report.');
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `corrected-${theme}.png`) });
  }
  expect(await seriousProblems(page)).toEqual([]);
  const shown = await shownTotal(page);
  const [userData, usual] = await app.evaluate(
    ({ app: electron }) => [electron.getPath('userData'), [electron.getPath('appData'), electron.getName()]] as const,
  );
  expect(join(...usual)).toBe(
    userDataFolder({ platform: process.platform, environment: process.env, home: homedir() }, 'Strata'),
  );
  await app.close();
  const command = await commandTotal(workspace, userData, folder);
  expect(command.tokens).toBe(shown);
  expect(command.ratio).toBeCloseTo(1.1, 1);
  const again = await launch({ workspace });
  await expect(again.page.getByTestId('corrected')).toHaveText(/^corrected × 1\.1/);
  await runCommand(again.page, 'Forget the correction');
  await expect(again.page.getByTestId('corrected')).toHaveCount(0);
  await expect.poll(() => shownTotal(again.page)).toBe(plain);
});

test('the provider is asked after the user saw what is sent where, and its count corrects the estimates', async ({
  launch,
  workspace,
  provider,
}) => {
  const { app, page } = await launch({ workspace, env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: provider.base } });
  await expect(page.getByTestId('edit-cost')).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
  const plain = await settledTotal(page);
  await runCommand(page, 'Count at the provider');
  const dialog = page.getByRole('dialog', { name: 'Count at Anthropic' });
  await expect(dialog).toContainText(`${provider.base}/v1/messages/count_tokens`);
  await expect(dialog).toContainText('ANTHROPIC_API_KEY from the environment');
  await expect(dialog).not.toContainText(key);
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `count-dialog-${theme}.png`) });
  }
  expect(await seriousProblems(page)).toEqual([]);
  expect(provider.asked).toEqual([]);

  await dialog.getByRole('button', { name: 'Send and count' }).click();
  await expect.poll(() => provider.asked.length).toBe(1);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Counting was cancelled.');

  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => provider.asked.length).toBe(2);
  provider.asked[1]?.answer(401, { error: { message: `invalid key ${key}` } });
  await expect(dialog.getByRole('alert')).toHaveText('Anthropic refused (401): invalid key ….');

  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => provider.asked.length).toBe(3);
  expect(provider.asked[2]).toMatchObject({ url: '/v1/messages/count_tokens', key });
  const reported = Math.round(plain * 0.9);
  provider.asked[2]?.answer(200, { input_tokens: reported });
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => Math.abs((await shownTotal(page)) - reported))
    .toBeLessThanOrEqual(reported * roundings);
  await expect(page.getByTestId('corrected')).toHaveAttribute('title', /by the provider’s counting endpoint/);
});

test('without a key in the environment the keychain is asked; without one there either, the window says so', async ({
  launch,
  workspace,
  folder,
  provider,
}) => {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  for (const name of ['secret-tool', 'security']) {
    await writeFile(
      join(programs, name),
      `#!/bin/sh\nif [ -e "${folder}/stored" ]; then printf '%s' '${key}'; else exit ` +
        `${name === 'security' ? 44 : 1}; fi\n`,
    );
    await chmod(join(programs, name), 0o755);
  }
  const { page } = await launch({
    workspace,
    env: {
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      ANTHROPIC_API_KEY: '',
      ANTHROPIC_BASE_URL: provider.base,
    },
  });
  await expect(page.getByTestId('edit-cost')).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByRole('button', { name: 'Count at the provider…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count at Anthropic' });
  await expect(dialog).toContainText('ANTHROPIC_API_KEY of the service strata in the system keychain');
  await dialog.getByRole('button', { name: 'Send and count' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'the system keychain has no ANTHROPIC_API_KEY of the service strata',
  );
  expect(provider.asked).toEqual([]);
  await writeFile(join(folder, 'stored'), '');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => provider.asked.length).toBe(1);
  expect(provider.asked[0]?.key).toBe(key);
  provider.asked[0]?.answer(200, { input_tokens: await shownTotal(page) });
  await expect(page.getByTestId('corrected')).toBeVisible();
});
