// The first five minutes of a new user: no folder, no shortcut, only what is on screen.
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { clipboardText, prompt, rowOf, source } from '../../support/app/window';

test(
  'a newcomer finds where a sentence comes from, why a section is missing, and takes the prompt ' +
    'along as Anthropic JSON',
  async ({ launch }) => {
    const { app, page } = await launch();
    const look = async (name: string): Promise<void> => {
      await page.screenshot({ path: join(root, 'test', 'output', `newcomer-${name}.png`) });
    };
    for (const button of ['Next', 'Next', 'Next', 'Next', 'Next', 'Start']) {
      if (button === 'Start') await look('0-tour');
      await page.getByRole('button', { name: button, exact: true }).click();
    }

    await page.getByRole('button', { name: /^Folder/ }).click();
    await page.getByRole('menuitem', { name: /^Tagged sections/ }).click();
    await prompt(page)
      .locator('.view-line', { hasText: 'Leave two hours of daylight' })
      .click({ position: { x: 120, y: 8 } });
    await expect(page.getByRole('tab', { name: 'agent.json' })).toHaveAttribute('aria-selected', 'true');
    await expect(source(page).locator('.view-line', { hasText: 'daylight at the end' })).toBeVisible();
    await expect(page.locator('.prompt-lit').first()).toContainText('Leave two hours of daylight');
    await look('1-source');

    // It may be the first line on screen, under the shadow of what is above.
    await prompt(page)
      .locator('.view-line', { hasText: /^<Instructions>$/ })
      .click({ position: { x: 20, y: 15 } });
    await expect(page.getByText(/^This text is /)).toBeVisible();
    await expect(page.locator('.prompt-lit')).toHaveCount(0);
    await look('2-framing');

    await rowOf(page, 'Formatting').click();
    await expect(page.locator('.sections-reason')).toContainText(
      /Formatting is left out: sent only when the channel .*; it would add/,
    );
    await look('3-missing');

    await page.getByRole('button', { name: 'More ways to copy' }).click();
    await page.getByRole('menuitem', { name: 'Anthropic JSON' }).click();
    await expect(page.getByText(/^Copied [\d,]+ ≈ tokens as Anthropic JSON/)).toBeVisible();
    await expect(page.getByText(/^Copied [\d,]+ ≈ tokens as Anthropic JSON/)).toContainText(
      'Added by Strata; change it before you send: the user message "(your message)"; `max_tokens` 1024',
    );
    await look('4-copied');
    expect(JSON.parse(await clipboardText(app))).toMatchObject({
      model: 'claude-sonnet-5-5',
      system: expect.anything(),
    });

    await page.getByRole('button', { name: 'More ways to copy' }).click();
    await page.getByRole('menuitem', { name: 'Copy or export…' }).click();
    await page.getByRole('radio', { name: 'OpenAI Chat JSON' }).check({ force: true });
    await expect(page.getByRole('list', { name: 'What this format cannot express' })).toContainText(
      'Not exported: claude-sonnet-5-5 is not a model of OpenAI.',
    );
    await look('5-export');
  },
);
