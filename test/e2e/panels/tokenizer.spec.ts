import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byteLevelTokenizer } from '../../support/tokenizers/tokenizer-files';
import { expect, test } from '../../support/app/launch';
import { rowOf, tokensOf, typeBefore } from '../../support/app/window';

test("a workspace's own tokenizer counts exactly, follows typing, and is reported when broken", async ({
  launch,
  workspace,
}) => {
  const file = join(workspace, '.strata', 'tokenizer.json');
  await mkdir(join(workspace, '.strata'));
  await writeFile(file, JSON.stringify(byteLevelTokenizer()));
  await writeFile(
    join(workspace, 'strata.json'),
    JSON.stringify({ architecture: 'tagged-sections', model: 'llama-9', settings: { agent: 'harbor' } }),
  );
  const { page } = await launch({ workspace });
  const count = rowOf(page, 'Identity').locator('.count');
  await expect(count).toContainText('=');
  const before = tokensOf(await count.innerText());
  await typeBefore(page, 'You are Harbor', 'zzz ');
  await expect.poll(async () => tokensOf(await count.innerText())).toBe(before + 4);

  await writeFile(file, '{ "model": ');
  await expect(count).toContainText('≈');
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await expect(page.getByText(/\.strata\/tokenizer\.json cannot count/).first()).toBeVisible();
});
