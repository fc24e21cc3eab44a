import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { capture } from '../../support/agents/captured';
import { codexBody } from '../../support/agents/made-up';
import { expect, test } from '../../support/app/launch';
import { seriousProblems } from '../../support/app/accessibility';
import { prompt, rowOf, useTheme } from '../../support/app/window';

test.use({ source: join(root, 'build', 'examples', 'agents') });

/** Words of our own, in the place of an agent's. */
const chapters = ['Manner', 'Work', 'Tests', 'Safety', 'Answers'];
const words = (version: string): string =>
  `You are a made-up agent, version ${version}.\n\n${chapters
    .map((name) => `# ${name}\n\n${`A line about ${name.toLowerCase()} in words of our own. `.repeat(40)}\n\n`)
    .join('')}# Changes\n\nSince ${version} this agent says what is new in a section of its own.\n`;
const skills = '### Skill roots\n- `r0` = `/x`\n### Available skills\n- x: X (file: r0/x/SKILL.md)\n';

test('an agent that was never captured says what is missing and how to get it', async ({ page, shot }) => {
  await expect(page.getByTestId('headline')).toContainText('without the agent’s own prompt');
  await expect(rowOf(page, 'Codex’s own prompt')).toContainText('strata capture -- codex');
  // The bar of a row lies behind all of its count, also behind what says that some of it is not known.
  const unknown = page.locator('.section-row .tokens > span').filter({ hasText: '+ ?' });
  await expect(unknown.first()).toBeVisible();
  const inFront = await unknown.evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(x + width - 3, y + height / 2) === each;
    }),
  );
  expect(inFront).not.toContain(false);
  await shot('frame-missing');
});

test('the price of a part says once that it is one, and no breakpoint is looked for where none is taken', async ({
  page,
}) => {
  await page.getByRole('tab', { name: 'Cache' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Cache' });
  await expect(panel.locator('.panel-answer')).toContainText('built without the agent’s own prompt');
  await expect(panel.getByText('built without the agent’s own prompt')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Breakpoints', exact: true }).click();
  await expect(panel.locator('.panel-answer')).toContainText('places the breakpoints of gpt-5.5 itself');
  await expect(panel.getByRole('button', { name: 'Find the best places' })).toHaveCount(0);
});

test('a capture teaches the agent’s own prompt, and an edit of AGENTS.md shows its cost', async ({
  launch,
  workspace,
  folder,
}) => {
  const captures = join(folder, 'user-data', 'captures');
  await capture(captures, {
    day: 1,
    folder: workspace,
    version: '0.168.0',
    body: codexBody({ words: words('0.168.0'), skills }),
  });
  const { app, page } = await launch({ workspace });
  const shot = (name: string) => page.screenshot({ path: join(root, 'test', 'output', `${name}.png`) });
  await expect(prompt(page)).toContainText('You are a made-up agent, version 0.168.0.');
  await expect(rowOf(page, 'Manner')).toBeVisible();
  await expect(page.getByTestId('headline')).not.toContainText('without the agent’s own prompt');
  await expect(page.getByTestId('headline')).toContainText('agent’s own');
  await shot('frame-light');
  await useTheme(app, 'dark');
  await shot('frame-dark');
  await page.getByRole('tab', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const path = join(workspace, 'AGENTS.md');
  await writeFile(path, (await readFile(path, 'utf8')).replace('\n', '\n\nSay which tide you mean.\n'));
  const answer = page.locator('.panel-answer').first();
  await expect(answer).toContainText('This edit');
  await shot('frame-edit-cost-dark');
  await page.getByRole('tab', { name: 'Changes' }).click();
  await expect(page.getByTestId('diff')).toContainText('Say which tide you mean.');
  await expect(answer).toContainText('AGENTS.md');
  await shot('frame-edit-dark');
  await useTheme(app, 'light');
  await shot('frame-edit-light');
});

test('an upgrade of the agent is compared with the version before, and what is built with what was sent', async ({
  launch,
  workspace,
  folder,
}) => {
  const captures = join(folder, 'user-data', 'captures');
  const body = codexBody({ words: words('0.168.0'), skills });
  await capture(captures, { day: 1, folder: workspace, version: '0.168.0', body });
  const { app, page } = await launch({ workspace });
  const shot = (name: string) => page.screenshot({ path: join(root, 'test', 'output', `${name}.png`) });
  await expect(prompt(page)).toContainText('You are a made-up agent, version 0.168.0.');
  await page.getByRole('tab', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await capture(captures, { day: 2, folder: workspace, body: codexBody({ words: words('0.169.0'), skills }) });
  await expect(prompt(page)).toContainText('You are a made-up agent, version 0.169.0.');
  const answer = page.locator('.panel-answer').first();
  await expect(answer).toContainText('This edit');
  await shot('frame-upgraded-cost');
  await page.getByRole('tab', { name: 'Load map' }).click();
  await page.getByRole('button', { name: 'It differs from 0.168.0: compare' }).click();
  await expect(page.getByRole('button', { name: /Compared with/ })).toContainText('0.168.0');
  const changed = page.locator('.change-row');
  await expect(changed).toHaveCount(2);
  await expect(changed.first()).toContainText('other text');
  await expect(changed.last()).toContainText('Changes');
  await expect(answer).toContainText('First difference: the text before Manner.');
  await shot('frame-upgraded');
  await page.getByRole('tab', { name: 'Load map' }).click();
  await page.getByRole('button', { name: 'Built = sent?' }).click();
  const compared = page.getByRole('region', { name: 'Built and sent' });
  await expect(compared).toContainText('only built: AGENTS.md');
  await shot('built-sent-light');
  await useTheme(app, 'dark');
  await shot('built-sent-dark');
  expect(await seriousProblems(page)).toEqual([]);
});

test('what is built is what the newest capture sent, with its hash', async ({ launch, folder }) => {
  const captures = join(folder, 'user-data', 'captures');
  const workspace = join(folder, 'pier');
  await mkdir(join(workspace, '.git'), { recursive: true });
  await writeFile(join(workspace, 'strata.json'), '{ "architecture": "codex" }\n');
  await writeFile(join(workspace, 'AGENTS.md'), 'Run the tests before you answer.\n');
  const sent = (text: string): string =>
    codexBody({
      instructions: `# AGENTS.md instructions for ${workspace}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`,
      folder: workspace,
    });
  await capture(captures, { day: 1, folder: workspace, body: sent('Answer at once.\n') });
  const { page } = await launch({ workspace });
  await page.getByRole('tab', { name: 'Load map' }).click();
  await page.getByRole('button', { name: 'Built = sent?' }).click();
  const compared = page.getByRole('region', { name: 'Built and sent' });
  await expect(compared).toContainText('AGENTS.md');
  await expect(compared).not.toContainText('sha256');
  const newest = await capture(captures, {
    day: 2,
    folder: workspace,
    body: sent('Run the tests before you answer.\n'),
  });
  await expect(page.locator('.panels')).toContainText(newest);
  await page.getByRole('button', { name: 'Built = sent?' }).click();
  await expect(compared).toContainText('sha256');
  await page.screenshot({ path: join(root, 'test', 'output', 'built-sent-equal.png') });
});
