import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

async function lint(system: string, user = 'Hello', model = 'claude-sonnet-4-5', timestamp?: string): Promise<string> {
  const file = join(temporaryCopy(), 'sent.request.json');
  const text = { type: 'text', text: system, cache_control: { type: 'ephemeral' } };
  const body = { model, max_tokens: 10, system: [text], messages: [{ role: 'user', content: user }] };
  writeFileSync(file, JSON.stringify(timestamp === undefined ? body : { timestamp, request: body }));
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
        'if it is the clock, the [\\d,]+ ≈ tokens after it',
    ),
  );
});

const long = 'The heron waits by the reeds and counts the small silver fish.\n'.repeat(150);
const behind = (out: string): number =>
  Number(/the ([\d,]+) ≈ tokens after it/.exec(out)?.[1]?.replaceAll(',', '') ?? Number.NaN);

it('counts what stands behind the clock in its own block, and not what is behind the last breakpoint', async () => {
  const whole = behind(await lint(`The time is now 12:30:05.\n${long}`));
  expect(whole).toBeGreaterThan(1500);
  const half = behind(
    await lint(`${long.slice(0, long.length / 2)}The time is now 12:30:05.\n${long.slice(long.length / 2)}`),
  );
  expect(half / whole).toBeCloseTo(0.5, 1);
  expect(behind(await lint(`The time is now 12:30:05.\n${long}`, long))).toBe(whole);
});

it('finds a full time close to when the request was sent, without a word such as “now”', async () => {
  const sent = (system: string, at?: string): Promise<string> => lint(system, 'Hello', 'claude-sonnet-4-5', at);
  const warned = expect.stringContaining('clock-in-prefix');
  for (const time of ['2026-11-11T08:00:11Z', '[2026-11-11 09:00:11]', '2026-11-11T08:00:11.123+01:00'])
    expect(await sent(`${time} You are Ada.\n${long}`, '2026-11-11T08:00:12Z')).toEqual(warned);
  expect(await sent(`2026-11-11T08:00:11Z You are Ada.\n${long}`)).toEqual(warned);
  // Not the clock: a time of another day, in an example, in a log, in code.
  for (const [text, at] of [
    ['2025-03-04T08:00:11Z', '2026-11-11T08:00:12Z'],
    ['Write dates in the format 2026-11-11T08:00:11Z.', '2026-11-11T08:00:12Z'],
    ['2026-11-11T08:00:11Z pump on\n2026-11-11T09:00:11Z pump off', undefined],
    ['```\n2026-11-11T08:00:11Z\n```', '2026-11-11T08:00:12Z'],
  ] as const)
    expect(await sent(`You are Ada.\n${text}\n${long}`, at)).not.toEqual(warned);
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

it('ignores identifiers without a word that names them, and words that look like one', async () => {
  const out = await lint('You are Ada.\nThe sensor is 9fceb02.\nfacade defaced 1234567 ABCDEFGHJKMNPQRSTVWXYZABCD\n');
  expect(out).not.toContain('id-in-prefix');
});
