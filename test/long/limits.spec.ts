// Every folder that asks for excessive work, one after another in one window.
import { limitAttacks } from '../support/limit-attacks';
import { surviveAttacks } from '../support/app/survive-attacks';
import { test } from '../support/app/launch';

test('the window lives through every folder that asks for too much, and says what was cut', async ({
  app,
  page,
  folder,
}) => {
  await surviveAttacks(app, page, folder, limitAttacks);
});
