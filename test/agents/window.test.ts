/** Real agents in the real window: a capture is started there, its lines are copied, and the rows arrive. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as shown, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AgentName } from '../../build/agents/versions.mjs';
import { ensureBuilt } from '../../build/bundle/bundle.mjs';
import { root } from '../../build/setup/paths.mjs';
import type { Billed, Step } from '../support/agents/answers';
import { startProvider, type Provider } from '../support/agents/provider';
import { runAgent } from '../support/agents/run-agent';
import { close, start, type Launched } from '../support/app/start';
import { startVirtualDisplay, type VirtualDisplay } from '../support/app/virtual-display';
import { clipboardText, conversation, useTheme } from '../support/app/window';

const patience = { timeout: 60_000 };
const look = shown.configure(patience);
const rules = 'Answer in one sentence. Never touch the harbour master’s files.\n';

let display: VirtualDisplay;
beforeAll(async () => {
  await ensureBuilt('app');
  display = await startVirtualDisplay();
});
afterAll(() => display.stop());

/** Four bytes to a token; a request reads from the cache what the one before it sent. */
function billing(): (body: Buffer) => Billed {
  let before = 0;
  return (body) => {
    const tokens = Math.ceil(body.length / 4);
    const read = Math.min(before, tokens);
    before = tokens;
    return { read, other: tokens - read };
  };
}

interface Stage extends Launched {
  readonly provider: Provider;
  readonly folder: string;
  readonly home: string;
}

async function stage(): Promise<Stage> {
  const at = realpathSync(mkdtempSync(join(tmpdir(), 'strata-window-')));
  const [folder, home] = [join(at, 'work'), join(at, 'home')];
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(folder, 'note.txt'), 'A note.\n');
  writeFileSync(join(folder, 'AGENTS.md'), rules);
  writeFileSync(join(folder, 'strata.json'), JSON.stringify({ architecture: 'opencode' }));
  const provider = await startProvider(billing());
  const base = `http://127.0.0.1:${provider.port}`;
  const { app, page } = await start(join(at, 'user-data'), display.name, {
    workspace: folder,
    env: { HOME: home, ANTHROPIC_BASE_URL: base, OPENAI_BASE_URL: `${base}/v1` },
  });
  const child = app.process();
  onTestFinished(async () => {
    await close(app, child);
    await provider.close();
    rmSync(at, { recursive: true, force: true, maxRetries: 5 });
  });
  return { app, page, provider, folder, home };
}

/** The variables and the arguments in the lines that the window shows. */
function parsed(lines: string): { readonly env: Readonly<Record<string, string>>; readonly first: readonly string[] } {
  const plain = (word: string): string => word.replace(/^'(.*)'$/, '$1').replaceAll(`'\\''`, `'`);
  const set = lines.split('\n').flatMap((line) => {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, plain(value)] as const];
  });
  const [, ...words] = (lines.split('\n').at(-1) ?? '').split(' ');
  return { env: Object.fromEntries(set), first: words.map(plain) };
}

async function startIn(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'Sessions' });
  await panel.getByRole('button', { name: /Agent$/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click();
  await panel.getByRole('button', { name: 'Start capture' }).click();
  await panel.getByRole('button', { name: 'Copy lines' }).click();
}

function requestRows(page: Page): Locator {
  return page.getByRole('table', { name: 'Requests of the session' }).locator('tbody').getByRole('row');
}

/** A long conversation draws only what is in view. */
async function atItsEnd(page: Page, text: string): Promise<void> {
  await shown
    .poll(async () => {
      await conversation(page).press('End');
      return conversation(page).innerText();
    }, patience)
    .toContain(text);
}

const agents: readonly (readonly [AgentName, string, string, Step])[] = [
  ['codex', 'Codex', 'gpt-5.5', { tool: 'exec_command', args: { cmd: 'echo from-a-tool' } }],
  ['opencode', 'opencode', 'claude-sonnet-4-5', { tool: 'read', args: { filePath: 'note.txt' } }],
  ['pi', 'pi', 'claude-sonnet-4-5', { tool: 'read', args: { path: 'note.txt' } }],
];

test.each(agents)('%s is watched in the window, request by request', async (agent, title, model, call) => {
  const { app, page, provider, folder, home } = await stage();
  await startIn(page, title);
  await shown.poll(() => clipboardText(app), patience).toMatch(/./);
  const { env, first } = parsed(await clipboardText(app));
  const turn = async (number: number, resume: boolean): Promise<void> => {
    provider.script([call, { text: `Done with turn ${number}.` }]);
    const ended = await runAgent({
      agent,
      folder,
      home,
      port: provider.port,
      prompt: `Do turn ${number}`,
      resume,
      env,
      first,
      addressed: Object.keys(env).some((name) => name.endsWith('BASE_URL')),
    });
    expect(ended.code, ended.err).toBe(0);
  };
  await turn(1, false);
  const rows = requestRows(page);
  await look(rows.filter({ hasText: model })).toHaveCount(2);
  await atItsEnd(page, 'Do turn 1');
  await turn(2, true);
  await look(rows.filter({ hasText: model })).toHaveCount(4);
  await look(rows.last()).toHaveAttribute('aria-current', 'true');
  await atItsEnd(page, 'Do turn 2');
  // What the provider reported comes first.
  const last = provider.take().findLast(({ method, body }) => method === 'POST' && body.length > 0);
  const tokens = Math.ceil((last?.body.length ?? 0) / 4).toLocaleString('en-US');
  await look(page.getByTestId('total')).toContainText(`${tokens} ✓ tokens`);
  await look(page.getByTestId('own-count')).toContainText('here');
  await page.getByRole('button', { name: 'Response' }).click();
  await look(page.getByLabel(/^Request \d+$/).last()).toContainText('Done with turn 2.');
  for (const theme of ['dark', 'light'] as const) {
    await useTheme(app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `agents-window-${agent}-${theme}.png`) });
  }
  await page.getByRole('complementary').getByRole('button', { name: 'Cache', exact: true }).click();
  await page.screenshot({ path: join(root, 'test', 'output', `agents-window-${agent}-cache.png`) });
  await page.getByRole('button', { name: 'End capture' }).click();
  await page.getByRole('button', { name: '‹ Sessions' }).click();
  await look(page.getByRole('table', { name: 'Sessions', exact: true }).locator('tbody').getByRole('row')).toHaveCount(
    1,
  );
  // What the agent keeps of this folder itself is listed below.
  if (agent !== 'opencode') {
    const logs = page.getByRole('region', { name: 'Sessions of this folder' });
    await look(logs.locator('tbody').getByRole('row')).toHaveCount(1);
    await logs.getByRole('button', { name: new RegExp(`^${title} `) }).click();
    await look(page.getByRole('tab', { name: 'Sequence' })).toHaveAttribute('aria-selected', 'true');
    await look(
      page.getByRole('table', { name: 'Requests', exact: true }).locator('tbody').getByRole('row'),
    ).toHaveCount(4);
    await atItsEnd(page, 'Do turn 1');
    await page.screenshot({ path: join(root, 'test', 'output', `agents-window-${agent}-log.png`) });
  }
});
