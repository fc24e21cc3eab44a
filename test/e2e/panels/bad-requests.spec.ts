// Requests with something wrong in them: what can be read is shown, the rest is a finding.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { largeRequest } from '../../support/agent-session';
import { expect, test } from '../../support/app/launch';
import { conversation } from '../../support/app/window';

const start = '{"model":"claude-sonnet-4-5","max_tokens":1024';
const message = '{"role":"user","content":"The tide turns at noon."}';
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

const bodies = [
  {
    what: 'that is cut off',
    body: largeRequest().slice(0, 100_000),
    shown: 'You keep a harbour.',
    finding: 'Broken JSON: unexpected end of string',
  },
  {
    what: 'with values of a wrong type',
    body: `{"model":7,"max_tokens":"many","system":{"a":1},"tools":"none","messages":[1,null,${message}]}`,
    shown: 'The tide turns at noon.',
    finding: 'model is a number, a text was expected',
  },
  {
    what: 'nested deeper than any stack',
    body: `${start},"metadata":${deep},"messages":[${message}]}`,
    shown: 'The tide turns at noon.',
    finding: 'nested more than 500 levels deep',
  },
  {
    what: 'with a key that stands twice',
    body: `${start},"messages":[],"messages":[${message}]}`,
    shown: 'The tide turns at noon.',
    finding: 'The key "messages" is there twice; the last one is used',
  },
] as const;

for (const { what, body, shown, finding } of bodies)
  test(`a request ${what} is shown as far as it can be read`, async ({ launch, folder }) => {
    const path = join(folder, 'body.json');
    await writeFile(path, body);
    const { page } = await launch({ workspace: path });
    await expect(conversation(page)).toContainText(shown);
    await page.getByRole('tab', { name: /^Findings/ }).click();
    await expect(page.getByText(finding)).toBeVisible();
  });
