import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../support/run-cli';

async function lint(system: string, user = 'Hello', model = 'claude-sonnet-4-5'): Promise<string> {
  const file = join(temporaryCopy(), 'sent.request.json');
  const text = { type: 'text', text: system, cache_control: { type: 'ephemeral' } };
  writeFileSync(
    file,
    JSON.stringify({
      model,
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
      'sent\\.request\\.json:1:\\d+ warning clock-in-prefix A time of day is in the prefix: ' +
        'if it is the clock, the [\\d,]+ tokens after it',
    ),
  );
});

it('does not speak of the cache of a model whose rules are unknown', async () => {
  const out = await lint('You are Ada.\nCurrent time: 12:30\nRules follow.\n- Be kind.\n', 'Hello', 'mystery-9');
  expect(out).toContain('from a prefix cache (whether this model has one is unknown) when it has moved on');
  expect(out).not.toContain('the cache');
});

it('ignores times that are not a clock: opening hours, dates, and the user’s messages', async () => {
  expect(await lint('You are Ada. The shop opens at 9:30 and closes at 17:00.\n')).not.toContain('clock-in-prefix');
  expect(await lint('Today is 2026-11-18.\n')).not.toContain('clock-in-prefix');
  expect(await lint('You are Ada.', 'The time now is 12:30')).not.toContain('clock-in-prefix');
});

it.each([
  ['Session 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b', 'UUID'],
  ['Request id: 01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ULID'],
  ['HEAD is at commit 9fceb02d0ae598e95dc970b74767f19372d61af8', 'hash'],
  ['Build 9fceb02 of the agent', 'hash'],
])('finds an identifier in the cached prefix of a request that was sent: %s', async (text, what) => {
  expect(await lint(`You are Ada.\n${text}\nRules follow.\n- Be kind.\n`)).toContain(
    `info id-in-prefix A ${what} is in text that should stay the same`,
  );
});

it('ignores identifiers that nothing calls one, and words', async () => {
  const out = await lint('You are Ada.\nThe sensor is 9fceb02.\nfacade defaced 1234567 ABCDEFGHJKMNPQRSTVWXYZABCD\n');
  expect(out).not.toContain('id-in-prefix');
});
