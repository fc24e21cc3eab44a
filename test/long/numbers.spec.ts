// More examples than test/e2e/panels/numbers.spec.ts has: no number is cut in a small or a zoomed window.
import { join } from 'node:path';
import { root } from '../../build/setup/paths.mjs';
import { expectWholeNumbers } from '../support/app/cut-numbers';
import { test } from '../support/app/launch';

for (const example of ['tagged-sections', 'tiered-messages', 'persona-files', 'layered', 'declared', 'requests']) {
  test(`no number is cut in ${example}`, async ({ launch }) => {
    test.setTimeout(180_000);
    const { app, page } = await launch({ workspace: join(root, 'build', 'examples', example) });
    await expectWholeNumbers(app, page, example);
  });
}
