// What the window shows for a folder that was just opened.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { example, root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { openAsUser, prompt, settledTotal } from '../../support/app/window';

test.describe('a folder whose symbols are read after its files', () => {
  test.use({ source: join(root, 'build', 'examples', 'tiered-messages') });

  test('has no changes once it is open', async ({ launch, workspace, folder }) => {
    await mkdir(join(workspace, 'many'));
    for (let file = 0; file < 400; file += 1) {
      const body = Array.from(
        { length: 60 },
        (_, at) => `export function f${file}_${at}(a: number) { return a + ${at}; }`,
      );
      await writeFile(join(workspace, 'many', `m${file}.ts`), body.join('\n'));
    }
    await cp(example, join(folder, 'first'), { recursive: true });
    const { app, page } = await launch({ workspace: join(folder, 'first') });
    await expect(prompt(page)).toContainText('You are Harbor');
    await openAsUser(app, workspace);
    await expect(prompt(page)).toContainText('Quayside');
    await settledTotal(page);
    await expect(page.locator('.sections-total')).not.toContainText('changed');
    await expect(page.locator('.changed-dot')).toHaveCount(0);
  });
});

test('a prompt without sections does not say that the filter matches nothing', async ({ launch, folder }) => {
  const workspace = join(folder, 'empty');
  await mkdir(workspace);
  await writeFile(join(workspace, 'strata.json'), JSON.stringify({ declared: { messages: [] } }));
  const { page } = await launch({ workspace });
  await expect(page.getByText('This prompt has no sections.')).toBeVisible();
  await expect(page.getByText('No section matches “”')).toHaveCount(0);
});

for (const model of ['claude-sonnet-4-5', 'gpt-5', 'gemini-2.5-pro', 'mystery-9']) {
  test(`${model}: nothing is called cacheable, read or kept before anything was sent`, async ({
    launch,
    workspace,
  }) => {
    await writeFile(
      join(workspace, 'strata.json'),
      JSON.stringify({
        architecture: 'tagged-sections',
        model,
        settings: { agent: 'harbor' },
        now: '2026-11-16T09:30:00.000Z',
      }),
    );
    const { page } = await launch({ workspace });
    const status = page.getByRole('contentinfo', { name: 'Status' });
    await expect(status.getByTestId('edit-cost')).toHaveText(
      {
        'claude-sonnet-4-5': /^cold, with suggested breakpoints: [\d,]+ ≈ written · \$/,
        'gpt-5': /^cold: nothing read · \$0\.0017\d$/,
        'gemini-2.5-pro': /^too short to cache$/,
      }[model] ?? 'caching rules unknown',
    );
    await expect(status).not.toContainText(/cacheable|kept/);
    await status.getByTestId('edit-cost').click();
    await expect(page.getByRole('tabpanel', { name: /^Cache/ })).not.toContainText(/cacheable|\bkept\b/);
  });
}
