import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../support/run-cli';

async function lint(system: string, user = 'Hello'): Promise<string> {
  const file = join(temporaryCopy(), 'sent.request.json');
  const text = { type: 'text', text: system, cache_control: { type: 'ephemeral' } };
  writeFileSync(
    file,
    JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 10,
      system: [text],
      messages: [{ role: 'user', content: user }],
    }),
  );
  return (await strata('lint', file, ...pinned)).out;
}

it.each([
  'Current time: 2026-11-18T12:30:05Z',
  'Today is Wednesday, 18 November 2026, 2:30 PM',
  '<now>2026-11-18 12:30</now>',
  'timestamp=1763469005',
])('finds a clock in the cached prefix of a request that was sent: %s', async (time) => {
  expect(await lint(`You are Ada.\n${time}\nRules follow.\n- Be kind.\n`)).toMatch(
    new RegExp(
      'sent\\.request\\.json:1:\\d+ warning clock-in-prefix A time of day stands in the prefix: ' +
        'if it is the clock, the [\\d,]+ tokens behind it',
    ),
  );
});

it('ignores times that are not a clock: opening hours, dates, and the user’s messages', async () => {
  expect(await lint('You are Ada. The shop opens at 9:30 and closes at 17:00.\n')).not.toContain('clock-in-prefix');
  expect(await lint('Today is 2026-11-18.\n')).not.toContain('clock-in-prefix');
  expect(await lint('You are Ada.', 'The time now is 12:30')).not.toContain('clock-in-prefix');
});
