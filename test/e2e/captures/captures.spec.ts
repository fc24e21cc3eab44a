import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { conversation, shownInspection, useTheme } from '../../support/app/window';
import { conversation as dialogue, writtenSession } from '../../support/capture/written-session';
import { startFakeAgent, startScriptedProvider, type FakeAgent } from '../../support/capture/running-agent';

async function sized(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
    width,
    height,
  ] as const);
}

async function raisePanels(page: Page): Promise<void> {
  const splitter = page.getByRole('separator', { name: 'Resize panels' });
  await splitter.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowUp');
}

test('an agent is captured while it works, and a miss is explained', async ({ launch, workspace }, info) => {
  test.slow();
  const provider = await startScriptedProvider();
  let agent: FakeAgent | undefined;
  try {
    const { app, page } = await launch({ workspace, env: { ANTHROPIC_BASE_URL: provider.address } });
    const shot = (name: string) => page.screenshot({ path: `test/output/captures-${name}.png` });
    await page.getByRole('button', { name: 'Capture' }).click();
    await raisePanels(page);
    await expect(page.getByText('No session is kept yet')).toBeVisible();
    await page.getByRole('button', { name: 'Start capture' }).click();
    const lines = await page.getByLabel('Running capture').locator('pre').innerText();
    const base = /ANTHROPIC_BASE_URL=(\S+)/.exec(lines)?.[1] ?? '';
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await shot('lines');

    agent = startFakeAgent(base);
    const rows = page.getByLabel('Requests of the session').getByRole('row');
    await agent.send('turn');
    await expect(rows.filter({ has: page.locator('.row-open') })).toHaveCount(1);
    await expect(conversation(page)).toContainText('You are Otter, a careful engineer.');
    await agent.send('title');
    await agent.send('turn');
    await agent.send('helper');
    await agent.send('turn');
    await agent.send('edit');
    // The title is folded away; the newest request is shown.
    await expect(rows.filter({ has: page.locator('.row-open') })).toHaveCount(5);
    const missed = rows.filter({ has: page.getByRole('button', { name: 'Request 6' }) });
    await expect(missed).toHaveAttribute('aria-current', 'true');
    await expect(missed).toContainText(/miss \+\$0\.0\d+/);
    await expect(page.getByRole('tab', { name: 'Messages 8' })).toBeVisible();
    await expect(rows.filter({ hasText: 'subagent' })).toHaveCount(1);
    await page.getByRole('checkbox', { name: /1 side request/ }).check();
    await expect(rows.filter({ hasText: 'title' })).toHaveCount(1);

    await expect(page.getByRole('img', { name: /^read: [\d,]+ tokens, as reported/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /^written: [\d,]+ tokens, as reported/ })).toBeVisible();
    // The request on screen is counted by what the session reported, also when that came after it was shown.
    await expect
      .poll(async () => Math.abs(((await shownInspection(page))?.analysis.total.tokens ?? 0) / 11_344 - 1))
      .toBeLessThan(0.02);
    // What was reported stands on the sections: the tools and the system text together, and the whole.
    const sections = page.getByRole('region', { name: 'Sections' });
    await expect(sections).toContainText('Σ 2,646 ✓');
    await expect(sections.locator('.sections-reported')).toContainText(/^Reported · [\d,]+ (?:more|less) \(.*11,344 ✓/);
    // The rows add up to the total above it.
    await expect(sections.locator('.sections-total')).toContainText(/11,\d{3} ≈/);
    // The headline begins with what was reported; the estimate is called so.
    await expect(page.getByTestId('total')).toContainText(/^11,344 ✓ tokensreported\(11,\d{3} ≈ estimated here\)/);
    await expect(page.getByTestId('corrected')).toHaveAttribute(
      'title',
      /by what a captured session reported, read on/,
    );
    await page.getByRole('tab', { name: 'History' }).click();
    const history = page.getByRole('tabpanel', { name: 'History' });
    await expect(history).toContainText('corrected counts');
    await expect(history).not.toContainText('another model');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    const answer = page.getByLabel('Request 6', { exact: true }).last();
    await expect(answer).toContainText('Changed text');
    await expect(answer).toContainText('10:31');
    await expect(answer).toContainText('10:42');
    await expect(answer.getByLabel('Ruled out')).toContainText('Expired');
    for (const [width, height] of [
      [1000, 700],
      [1440, 900],
    ] as const)
      for (const theme of ['dark', 'light'] as const) {
        await sized(app, width, height);
        await useTheme(app, theme);
        await shot(`miss-${width}-${theme}`);
        expect(await seriousProblems(page)).toEqual([]);
      }

    // Without breakpoints there is one count: the whole, as reported.
    await page.getByRole('button', { name: 'Request 2', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Tokens between breakpoints' })).toHaveText('Whole request385 ✓');
    // The Sequence has the tokens that the session has, and knows when each response began.
    await page.getByRole('tab', { name: 'Sequence' }).click();
    const steps = page.getByRole('tabpanel', { name: 'Sequence' }).getByRole('row');
    await expect(steps.filter({ hasText: '385 ✓' })).toHaveCount(1);
    await expect(steps.filter({ hasText: '11,344 ✓' })).toContainText(/lost [\d,]+/);
    // Only the title request: its report is nineteen times the estimate.
    await expect(steps.filter({ hasText: '≠ predicted' })).toHaveCount(1);
    await page.getByRole('tab', { name: 'Sessions' }).click();

    // A chosen request stays while others arrive.
    await page.getByRole('button', { name: 'Request 3', exact: true }).click();
    await agent.send('turn');
    await expect(rows.filter({ has: page.getByRole('button', { name: 'Request 7' }) })).toContainText('hit');
    await expect(rows.filter({ has: page.getByRole('button', { name: 'Request 3' }) })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await page.getByRole('button', { name: 'Response' }).click();
    await expect(page.getByText('I will look at the file first.').last()).toBeVisible();
    await shot('response');
    await page.getByRole('button', { name: 'Unpin' }).click();
    await expect(rows.filter({ has: page.getByRole('button', { name: 'Request 7' }) })).toHaveAttribute(
      'aria-current',
      'true',
    );

    await page.getByRole('button', { name: 'Bill' }).click();
    const bill = page.getByLabel('Bill of the session');
    await expect(bill).toContainText('read from cache');
    await expect(bill).toContainText(/Tool never called run_tests: [\d,]+ ≈ tokens in 6 requests, ≈ \$/);
    await expect(bill).toContainText('search');
    await bill.getByRole('searchbox').fill('10:42');
    await page.keyboard.press('Enter');
    await expect(bill).toContainText('first in request 6');
    await shot('bill');

    await page.getByRole('button', { name: 'End capture' }).click();
    await page.getByRole('button', { name: '‹ Sessions' }).click();
    await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2);
    info.annotations.push({ type: 'session', description: base });
  } finally {
    await agent?.end();
    await provider.close();
  }
});

test('a kept session opens from the start screen', async ({ launch, folder }) => {
  await writtenSession(join(folder, 'user-data', 'captures'), [
    { body: dialogue(1), at: 0, stream: true },
    { body: dialogue(2), at: 10 },
    { body: dialogue(3), at: 20, forget: true },
  ]);
  // A folder without a known layout leads to the start screen.
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const { page } = await launch({ workspace: empty });
  await page.getByRole('button', { name: 'Capture an agent…' }).click();
  await page.screenshot({ path: 'test/output/captures-start.png' });
  await page.getByRole('table', { name: 'Sessions' }).locator('.row-open').first().click();
  await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveAttribute('aria-selected', 'true');
  const answer = page.getByRole('complementary', { name: 'Request 3' });
  await expect(answer).toContainText('Provider side');
  await expect(answer.getByLabel('Ruled out').getByRole('listitem')).toHaveCount(10);
  await page.screenshot({ path: 'test/output/captures-kept.png' });
});
