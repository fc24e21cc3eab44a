import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limitAttacks } from '../../support/limit-attacks';
import { surviveAttacks } from '../../support/app/survive-attacks';
import { expect, test } from '../../support/app/launch';

test('each kind of work has a limit: the window survives folders that ask for more, and says what was cut', async ({
  app,
  page,
  folder,
}) => {
  test.setTimeout(120_000);
  await surviveAttacks(
    app,
    page,
    folder,
    limitAttacks.filter(({ short }) => short),
  );
  // What the app keeps is open to its owner alone.
  const userData = await app.evaluate(({ app: running }) => running.getPath('userData'));
  if (process.platform !== 'win32') expect(((await stat(userData)).mode & 0o777).toString(8)).toBe('700');
  await page.screenshot({ path: join(import.meta.dirname, '../../output', 'limits.png') });
});
