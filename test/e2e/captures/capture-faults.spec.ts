/** Faults are reported in the window: a refusal, a broken stream, an agent that is gone, a full disk. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app/launch';
import { useTheme } from '../../support/app/window';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers as `as` in the query of the request says. */
async function startProvider(answers: Readonly<Record<string, Answer>>) {
  const server = createServer((asked, response) => {
    asked
      .resume()
      .on('end', () => answers[new URL(asked.url ?? '', 'http://x').searchParams.get('as') ?? '']?.(response, asked));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const body = (text = 'Say ok'): string =>
  JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: text }] });

/** Sends one request; resolves when its answer has ended, in whatever way. */
async function send(base: string, as: string, text?: string, isDying = false): Promise<void> {
  const call = request(`${base}/v1/messages?as=${as}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  call.end(body(text));
  await new Promise<void>((resolve) => {
    call.on('error', () => resolve());
    call.on('response', (response) => {
      response.on('error', () => undefined).on('close', resolve);
      response.on('data', () => {
        if (isDying) call.destroy();
      });
    });
  });
}

async function startCapture(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'Sessions' });
  await panel.getByRole('button', { name: 'Start capture' }).click();
  const lines = await page.getByLabel('Running capture').locator('pre').innerText();
  return /ANTHROPIC_BASE_URL=(\S+)/.exec(lines)?.[1] ?? '';
}

const event = 'event: message_start\ndata: {"type":"message_start"}\n\n';

test('a refusal, a broken response and an agent that is gone are reported, request by request', async ({
  launch,
  workspace,
}) => {
  test.slow();
  const provider = await startProvider({
    limit: (response) => {
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end('{"type":"error","error":{"type":"rate_limit_error","message":"Number of tokens has exceeded"}}');
    },
    reset: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event, () => response.socket?.destroy());
    },
    endless: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event);
    },
  });
  try {
    const { app, page } = await launch({ workspace, env: { ANTHROPIC_BASE_URL: provider.address, PATH: '/nowhere' } });
    const base = await startCapture(page);
    await send(base, 'limit');
    const rows = page.getByLabel('Requests of the session').getByRole('row');
    const answer = (number: number) => page.getByRole('complementary', { name: `Request ${number}`, exact: true });
    await expect(rows.filter({ hasText: 'failed 429' })).toHaveCount(1);
    await expect(answer(1)).toContainText('The provider answered 429: too many requests or tokens.');
    await answer(1).getByRole('button', { name: 'Response' }).click();
    await expect(answer(1)).toContainText('Number of tokens has exceeded');
    await page.screenshot({ path: 'test/output/capture-faults-429.png' });
    await answer(1).getByRole('button', { name: 'Cache' }).click();
    await send(base, 'reset');
    await expect(answer(2)).toContainText(/The response broke off: it (?:closed|reset) the connection\./);
    for (const theme of ['dark', 'light'] as const) {
      await useTheme(app, theme);
      await page.screenshot({ path: `test/output/capture-faults-reset-${theme}.png` });
    }
    await send(base, 'endless', undefined, true);
    await expect(answer(3)).toContainText('The agent closed the connection before the response was complete.');
    await page.screenshot({ path: 'test/output/capture-faults-agent.png' });
    await expect(rows.filter({ hasText: 'failed' })).toHaveCount(3);
  } finally {
    await provider.close();
  }
});

test('a full disk is reported while the agent goes on', async ({ launch, workspace, folder }) => {
  const captures = join(folder, 'user-data', 'captures');
  await mkdir(captures, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', captures], { stdio: 'ignore' });
  test.skip(mounted.status !== 0, 'only root may mount a small disk');
  const provider = await startProvider({ ok: (response) => void response.end('{"type":"message","content":[]}') });
  try {
    const { page } = await launch({ workspace, env: { ANTHROPIC_BASE_URL: provider.address, PATH: '/nowhere' } });
    const base = await startCapture(page);
    await send(base, 'ok');
    await expect(page.getByLabel('Requests of the session').getByRole('row')).toHaveCount(2);
    await send(base, 'ok', 'long '.repeat(100_000));
    await expect(
      page.getByRole('alert').filter({ hasText: 'The session is not fully kept: the disk is full' }),
    ).toBeVisible();
    await page.screenshot({ path: 'test/output/capture-faults-disk.png' });
  } finally {
    await provider.close();
    spawnSync('umount', ['-l', captures], { stdio: 'ignore' });
  }
});
