import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { prompt, rowOf, settledTotal, source, useTheme } from '../../support/app/window';

async function openPanel(page: Page, name: 'Cache' | 'Usage'): Promise<Locator> {
  await page.getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

/** Panels are short at first; a session needs more room. */
async function makeRoom(page: Page): Promise<void> {
  const handle = page.getByRole('separator', { name: 'Resize panels' });
  await handle.focus();
  for (let step = 0; step < 6; step += 1) await handle.press('ArrowUp');
}

test.describe('tagged-sections', () => {
  test('typed text is priced at once, with the place where the cached prefix ends', async ({ page, shot }) => {
    await expect(prompt(page)).toContainText('You are Harbor');
    const status = page.getByTestId('edit-cost');
    // The folder's own path is in the prompt: its length moves the last digits.
    const cold = /^cold, with suggested breakpoints: 2,[23]\d\d ≈ written · \$0\.00[56]\d*$/;
    await expect(status).toHaveText(cold);
    await expect(status).toHaveAttribute(
      'title',
      /^Cold cache assumed, as if nothing was sent before\. If the same prefix was sent before, it costs \$0\.\d+\./,
    );
    await prompt(page)
      .locator('.view-line', { hasText: 'You are Harbor' })
      .click({ position: { x: 4, y: 8 } });
    await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
    await page.keyboard.press('Control+3');
    await page.keyboard.insertText('Ahoy. ');
    await status.click();
    const facts = page.getByLabel('What does the next request cost?');
    await expect(facts).toContainText('nothing was sent before');
    await expect(status).toHaveText(cold);
    await expect(page.locator('.marker-state')).toHaveText([/written/, /written/, /written/]);
    await expect(page.locator('.breakpoints')).not.toContainText('kept');
    await shot('cache-cold');
    await page.getByTestId('money').getByRole('button', { name: 'Warm', exact: true }).click();
    await expect(status).toHaveText(/^warm: 0 of 3 kept · 2,[23]\d\d ≈ rewritten · \+\$0\.005\d*$/);
    await expect(facts).toContainText('If the build as opened (revision 1) was sent before, first difference');
    // The next request misses: it costs neither what the same one would cost again, nor is a cold cache assumed.
    await expect(facts).toContainText(/Next request\$0\.005\d* \+\$0\.005\d*/);
    const marked = page.getByTestId('money').locator('[data-now=true]');
    await expect(marked).toHaveCount(0);
    await expect(facts.getByRole('button', { name: 'Identity' })).toBeVisible();
    await expect(facts).toContainText(/agents\/harbor\/agent\.json:\d+:\d+/);
    await expect(page.locator('.cache-rules summary')).toContainText(
      /Anthropic Messages API, rules of 20\d\d-\d\d-\d\d/,
    );
    await shot('cache-edit');
    await facts.getByRole('button', { name: /agent\.json/ }).click();
    await expect(source(page).locator('.view-line', { hasText: 'Ahoy. You are Harbor' })).toBeVisible();
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(facts).toContainText('nothing differs');
    await expect(status).toHaveText(/^warm: 3 of 3 kept · 2,[23]\d\d ≈ read · \$0\.0002\d*$/);
    await expect(marked).toContainText('warm');
    await page.getByTestId('money').getByRole('button', { name: 'Cold', exact: true }).click();
    await expect(status).toHaveText(cold);
  });

  test('a clock in the prefix is named, with the text after it and where it would do no harm', async ({
    app,
    page,
    workspace,
    shot,
  }) => {
    await expect(prompt(page)).toContainText('You are Harbor');
    const panel = await openPanel(page, 'Cache');
    await panel.getByRole('button', { name: 'Volatility' }).click();
    await panel.getByRole('button', { name: 'Look for it' }).click();
    await makeRoom(page);
    await expect(panel.locator('.panel-answer')).toContainText(
      /The clock \(every minute\) changes text that has [\d,]+ ≈ tokens after it that stay the same/,
    );
    await expect(panel.getByText(/^Changes nothing:/)).not.toContainText('every day');
    const clock = panel.locator('.mover-clock');
    await expect(clock).toContainText('the clock, every minute');
    await expect(clock.getByRole('button', { name: 'Context' })).toBeVisible();
    await expect(clock.getByRole('button', { name: 'Memories' })).toBeVisible();
    await expect(page.locator('.ruler-heat.heat-clock')).toHaveCount(1);
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await shot(`cache-moves-${theme}`);
    }
    expect(await seriousProblems(page)).toEqual([]);

    // After a clock tick, requested results stay, and the reason names the clock and not the text after it.
    await page.getByTestId('money').getByRole('button', { name: 'Warm', exact: true }).click();
    const manifest = join(workspace, 'strata.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('T09:30:', 'T09:31:'));
    await expect(panel.locator('.older-mark')).toHaveText('of revision 1');
    await expect(clock).toContainText('the clock, every minute');
    await page.getByRole('button', { name: 'Next request' }).click();
    await expect(panel.locator('.reasons')).toContainText('system/Context is not what was sent before');
    await expect(panel.locator('.reasons')).not.toContainText('Memories');
    await panel.getByRole('button', { name: 'Volatility' }).click();
    await shot('cache-moves-older');
  });

  test('a request over the context window raises an alarm', async ({ page, workspace, shot }) => {
    await expect(prompt(page)).toContainText('You are Harbor');
    await expect(page.locator('.window-alarm')).toHaveCount(0);
    await writeFile(
      join(workspace, 'strata.json'),
      JSON.stringify({
        architecture: 'tagged-sections',
        model: 'gpt-4',
        settings: { agent: 'harbor' },
        now: '2026-11-16T09:30:00.000Z',
      }),
    );
    await writeFile(
      join(workspace, 'agents', 'harbor', 'agent.json'),
      JSON.stringify({ name: 'Harbor', identity: 'ship '.repeat(9000), trust: 'sandbox' }),
    );
    await expect(page.getByRole('contentinfo', { name: 'Status' }).getByRole('alert')).toHaveText(
      'over the context window',
    );
    await expect(page.locator('.sections-total')).toHaveClass(/finding-error/);
    await expect(page.getByTestId('money')).toContainText('would be refused');
    await page.getByRole('tab', { name: 'Cache' }).click();
    const answer = page.locator('.panel-answer p');
    await expect(answer).toHaveText(/^The provider would refuse this request: [\d,]+(?: to [\d,]+ ≈)? tokens are over/);
    await expect(answer).toContainText('over the context window of GPT-4, 8,192.');
    await page.getByRole('button', { name: 'Turns', exact: true }).click();
    await expect(answer).toHaveText(/^Turn 1 would be refused: /);
    await expect(page.locator('.strip-head')).toContainText('refused');
    await page.getByRole('button', { name: 'Breakpoints', exact: true }).click();
    await expect(answer).toHaveText(/^Turn 1 would be refused: /);
    // GPT-4 takes no breakpoints, so there is none to look for.
    await expect(page.getByRole('button', { name: 'Find the best places' })).toHaveCount(0);
    await shot('over-window');
  });

  test('a script is recorded from what the user does', async ({ page, workspace }) => {
    await expect(prompt(page)).toContainText('You are Harbor');
    const panel = await openPanel(page, 'Cache');
    await panel.getByRole('button', { name: 'Record' }).click();
    const script = page.getByLabel('Turn script');
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(script).toHaveValue(/\nsend\n/);
    const file = join(workspace, 'agents', 'harbor', 'agent.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('short sentences', 'very short sentences'));
    await expect(script).toHaveValue(/\nedit system\/Identity\n/);
    await page.getByRole('group', { name: 'Settings of the design' }).getByText('Background', { exact: true }).click();
    await expect(script).toHaveValue(/\nset background=true\n/);
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await panel.getByRole('button', { name: 'Stop recording' }).click();
    // A slow machine waits in between, and the script says so.
    const lines = async (): Promise<string[]> =>
      (await script.inputValue()).split('\n').filter((line) => !/^(?:#|wait |$)/.test(line));
    await expect
      .poll(lines)
      .toEqual(['stream 0s', 'set background=false', 'send', 'edit system/Identity', 'set background=true', 'send']);
    await expect(panel.locator('.strip-bar')).toHaveCount(2);
  });
});

const cold = 'cold: 9,174 ≈ written · $0.0256';

test.describe('tiered-messages', () => {
  test.use({ source: join(root, 'build', 'examples', 'tiered-messages') });

  test('each breakpoint shows its state, before and after an edit', async ({ app, page, workspace, shot }) => {
    await settledTotal(page);
    await expect(page.getByTestId('edit-cost')).toHaveText(cold);
    await expect(page.locator('.sections-total')).not.toContainText('changed');
    const panel = await openPanel(page, 'Cache');
    await expect(panel.locator('.marker-state')).toHaveText([/written/, /written/, /written/, /written/]);
    await panel.getByRole('button', { name: 'Warm', exact: true }).click();
    await expect(panel.locator('.marker-state')).toHaveText([/kept/, /kept/, /kept/, /kept/]);
    await expect(page.getByTestId('edit-cost')).toHaveText('warm: 4 of 4 kept · 9,174 ≈ read · $0.00356');
    const file = join(workspace, 'system_extra.md');
    await writeFile(file, `${await readFile(file, 'utf8')}\nOne line more.\n`);
    await expect(panel.locator('.marker-state.state-written').first()).toBeVisible();
    await expect(page.getByTestId('edit-cost')).toHaveText(/^warm: 0 of 4 kept · 9,180 ≈ rewritten · \+\$0\.0220$/);
    await expect(page.getByLabel('What does the next request cost?')).toContainText(/system_extra\.md:\d+/);
    await makeRoom(page);
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await shot(`cache-request-${theme}`);
    }
    expect(await seriousProblems(page)).toEqual([]);
  });

  test('a session is simulated under two providers, and its best breakpoints are tried', async ({
    app,
    page,
    workspace,
    shot,
  }) => {
    await expect(page.getByTestId('edit-cost')).toHaveText(cold);
    const panel = await openPanel(page, 'Cache');
    await panel.getByRole('button', { name: 'Turns' }).click();
    await makeRoom(page);
    await expect(panel.locator('.strip')).toHaveCount(1);
    await expect(panel.locator('.strip-bar')).toHaveCount(6);
    await expect(panel.locator('.strip-bar.is-refused')).toHaveCount(0);
    await panel.getByRole('button', { name: /Script/ }).click();
    await page.getByRole('option', { name: 'idle 6 minutes' }).click();
    await expect(panel.locator('.strip-bar')).toHaveCount(4);
    await panel.locator('.strip-bar').nth(2).click();
    await expect(panel.locator('.strip-turn').first()).toContainText(/after wait 6m: 0 ≈ read/);
    await expect(panel.locator('.strip-turn').first()).toContainText('expired');
    await panel.getByRole('button', { name: /compare with/ }).click();
    // A long list is searched by words in any order, without the mouse.
    await expect(page.getByRole('searchbox', { name: 'Search compare with' })).toBeFocused();
    await page.keyboard.type('no such provider');
    await expect(page.getByText('Nothing by that name.')).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('gpt-5.6 openai');
    await expect(page.getByRole('option').first()).toHaveText(/OpenAI.*gpt-5\.6/);
    await shot('cache-targets-search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: /compare with/ })).toContainText('gpt-5.6');
    await expect(panel.locator('.strip')).toHaveCount(2);
    await panel.getByRole('button', { name: 'Where should the breakpoints go?' }).click();
    await expect(panel.locator('.optimum')).toContainText('Suggested for this script');
    await expect(panel.locator('.strip')).toHaveCount(3);
    const before = await page.getByText(/revision \d+$/).innerText();
    await writeFile(join(workspace, 'system_extra.md'), 'One line in its place.\n');
    await expect(panel.locator('.optimum .older-mark')).toHaveText(`of ${/revision \d+$/.exec(before)?.[0] ?? ''}`);
    await expect(panel.locator('.optimum')).toContainText('Suggested for this script');
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await shot(`cache-turns-${theme}`);
    }
    expect(await seriousProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Try them here' }).click();
    await expect(page.locator('.ruler-marker.is-tried').first()).toBeVisible();
    await panel.getByRole('button', { name: 'Next request' }).click();
    await expect(panel.locator('.note')).toContainText('You are trying breakpoints here');
    await shot('cache-tried');
    await panel.getByRole('button', { name: 'Stop trying them' }).click();
    await expect(page.locator('.ruler-marker.is-tried')).toHaveCount(0);
    await expect(panel.locator('.marker-state')).toHaveCount(4);
  });

  test('a line that is not a step is reported with its number', async ({ page }) => {
    await expect(page.getByTestId('edit-cost')).toHaveText(cold);
    const panel = await openPanel(page, 'Cache');
    await panel.getByRole('button', { name: 'Turns' }).click();
    await page.getByLabel('Turn script').fill('send\nfly away\nedit nowhere\nsend\n');
    await expect(panel.locator('.script-findings')).toContainText('line 2: There is no step "fly"');
    await expect(panel.locator('.script-findings')).toContainText('line 3: There is no section "nowhere"');
    await expect(panel.locator('.strip-bar')).toHaveCount(2);
  });

  test('reported usage is shown beside the prediction; what was not reported is not zero', async ({
    app,
    page,
    shot,
  }) => {
    await expect(page.getByTestId('edit-cost')).toHaveText(cold);
    const panel = await openPanel(page, 'Usage');
    await makeRoom(page);
    const text = page.getByLabel('Reported usage');
    await text.fill(
      '{"usage":{"input_tokens":980,"cache_read_input_tokens":0,"cache_creation_input_tokens":7300,' +
        '"cache_creation":{"ephemeral_5m_input_tokens":7300,"ephemeral_1h_input_tokens":0},"output_tokens":210}}',
    );
    const row = (name: string): Locator =>
      panel
        .locator('.usage-table tbody tr')
        .filter({ has: page.locator('td:first-child', { hasText: new RegExp(`^${name}`) }) });
    await expect(row('read')).toContainText('0 ✓');
    await expect(panel).toContainText('Predicted: Cold cache assumed, as if nothing was sent before.');
    await expect(row('read').locator('.agrees')).toBeVisible();
    await panel.getByRole('button', { name: 'Warm', exact: true }).click();
    await expect(row('read').locator('.differs')).toBeVisible();
    await expect(panel.locator('.context-used')).toContainText('8,280 ✓');
    await expect(panel).toContainText('Nothing was read: no breakpoint was hit.');
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await shot(`usage-${theme}`);
    }
    expect(await seriousProblems(page)).toEqual([]);
    await text.fill('{"usage":{"prompt_tokens":8200,"completion_tokens":5}}');
    await expect(row('read').locator('.not-reported')).toHaveText('not reported');
    await expect(row('uncached').locator('.not-reported')).toBeVisible();
    await expect(panel).toContainText('OpenAI usage');
    await expect(panel).toContainText('this response came from another provider');
    await shot('usage-silent');
    await text.fill('no usage at all');
    await expect(panel).toContainText('This is not JSON');
  });
});

test('a picture of a session with its prompt', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const panel = await openPanel(page, 'Cache');
  await panel.getByRole('button', { name: 'Turns' }).click();
  await expect(panel.locator('.strip-bar').first()).toBeVisible();
  await useTheme(app, 'dark');
  await shot('cache-small-dark');
});
