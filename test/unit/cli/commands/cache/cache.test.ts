import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples');
const tagged = join(examples, 'tagged-sections');

function script(text: string): string {
  const path = join(temporaryCopy(), 'session.turns');
  writeFileSync(path, text);
  return path;
}

const cache = (...args: readonly string[]) => strata('cache', tagged, ...pinned, ...args);
const jsonOf = async (...args: readonly string[]) => JSON.parse((await cache('--json', ...args)).out);

/** A prompt long enough to be cached. */
function longer(): string {
  const folder = temporaryCopy(tagged);
  const instructions = Array.from(
    { length: 300 },
    (_, index) => `Rule ${index}: always greet ship ${index} by its name.`,
  ).join('\n');
  writeFileSync(
    join(folder, 'agents/harbor/agent.json'),
    JSON.stringify({ name: 'Harbor', trust: 'sandbox', identity: 'You are Harbor.', instructions }),
  );
  return folder;
}

describe('a build without the agent’s own prompt', () => {
  const agents = join(examples, 'agents');

  it('has figures of a part, and says so beside them', async () => {
    const { out } = await strata('cache', agents, ...pinned);
    expect(out.replaceAll('\n', ' ')).toContain(
      'The request is built without the agent’s own prompt: as a whole it is longer and costs more, ' +
        'and what of it is cached is not known.',
    );
    expect(out).toMatch(/^of this part: hit rate /m);
    expect(JSON.parse((await strata('cache', agents, '--json', ...pinned)).out)).toMatchObject({
      without: 'the agent’s own prompt',
    });
    expect((await strata('explain', agents, ...pinned)).out).toContain('what of it is cached is not known');
  });

  it('is not mentioned where the build is whole', async () => {
    expect((await cache()).out).not.toMatch(/own prompt|of this part/);
    expect(await jsonOf()).not.toHaveProperty('without');
  });
});

it('says how many requests a turn sends at once', async () => {
  const { out } = await cache('--turns', script('send x5\nwait 5s\nsend\n'));
  expect(out).toMatch(/^ *1 ×5 {2}0s /m);
  expect(out).toMatch(/^ +2 {2}15s /m);
});

describe('prices of the day', () => {
  const priced = async (model: string, now: string, turns: string) => {
    const args = ['--model', model, '--now', now, '--tz', 'UTC', '--turns', script(turns), '--json'];
    return JSON.parse((await strata('cache', longer(), ...args)).out).runs[0].run;
  };
  const dollars = ({ worst: { read, written, uncached } }: Turn, input: number, times: readonly [number, number]) =>
    ((read * times[0] + (written['5m'] ?? written['30m'] ?? 0) * times[1] + uncached) * input) / 1e6;
  interface Turn {
    readonly worst: {
      readonly read: number;
      readonly written: Readonly<Record<string, number>>;
      readonly uncached: number;
    };
    readonly cost: number;
  }

  it('are those of the clock of the build', async () => {
    for (const [now, read] of [
      ['2026-10-06T12:00:00Z', 0.1],
      ['2026-10-07T12:00:00Z', 0.05],
    ] as const) {
      const { turns, rules } = await priced('claude-sonnet-5-5', now, 'send\nsend\n');
      expect(rules.readMultiplier).toBe(read);
      expect(turns[1].worst.read).toBeGreaterThan(1000);
      expect(turns[1].cost).toBeCloseTo(dollars(turns[1], 2, [read, 1.25]), 10);
    }
  });

  it('change while a script waits: a promotion ends at midnight', async () => {
    const { turns, rules } = await priced('gpt-5.6', '2026-11-21T23:58:00Z', 'send\nwait 5m\nsend\n');
    expect(rules.inputPrice).toBe(4);
    expect(turns[0].cost).toBeCloseTo(dollars(turns[0], 4, [0.1, 1.25]), 10);
    expect(turns[1].cost).toBeCloseTo(dollars(turns[1], 5, [0.1, 1.25]), 10);
  });

  it('are those of the hour', async () => {
    const [night, day] = [
      await priced('deepseek-flash', '2026-11-18T00:30:00Z', 'send\n'),
      await priced('deepseek-flash', '2026-11-18T01:30:00Z', 'send\n'),
    ];
    expect(day.turns[0].cost / night.turns[0].cost).toBeCloseTo(2, 9);
  });

  it('are those of a request’s own size, also where several are sent at once', async () => {
    const one = await priced('claude-haiku-5-5', '2026-11-18T12:00:00Z', 'send\n');
    const many = await priced('claude-haiku-5-5', '2026-11-18T12:00:00Z', 'send x20\n');
    expect(one.turns[0].total * 20).toBeGreaterThan(100_000);
    expect(many.turns[0].cost / one.turns[0].cost).toBeCloseTo(20, 9);
  });
});

describe('strata cache', () => {
  it('prints each turn with what is read, written, uncached and paid, and sums over sums', async () => {
    const { code, out } = await strata('cache', longer(), ...pinned, '--turns', script('send\nsend\nwait 6m\nsend\n'));
    expect(code).toBe(0);
    expect(out).toMatch(/^claude-sonnet-5-5 by the rules of Anthropic Messages API, \d{4}-/);
    expect(out).toMatch(/^Cold: as if nothing was sent before the first turn\.$/m);
    expect(out).toMatch(/^turn +at +since +read +written +uncached +cost +why$/m);
    expect(out).toMatch(/^ +1 +0s +0 +[\d,]+ +\d+ +\$0\.\d+ +A cold cache is assumed$/m);
    expect(out).toMatch(/^ +2 +10s +[\d,]+ +0 +\d+ +\$0\.\d+/m);
    expect(out).toMatch(/^ +3 +6m20s +wait 6m +[\d,]+ +[\d,]+ +\d+ +\$0\.\d+/m);
    expect(out).toMatch(/^hit rate \d+\.\d %, cost \$0\.\d+, without a cache \$0\.\d+$/m);
  });

  it('says how old its rules are once they are stale', async () => {
    const { err } = await strata('cache', longer(), '--now', '2027-02-08T12:00:00Z');
    expect(err).toContain('The rules of Anthropic Messages API are 123 days old (2026-10-08)');
  });

  it('reads in the first turn only if the same prefix is taken to have been sent before', async () => {
    const folder = longer();
    const [cold, warm] = await Promise.all(
      [[], ['--warm']].map(async (args) =>
        JSON.parse((await strata('cache', folder, ...pinned, '--json', ...args, '--turns', script('send\n'))).out),
      ),
    );
    const [first, again] = [cold.runs[0].run.turns[0], warm.runs[0].run.turns[0]];
    expect([cold.start, warm.start]).toEqual(['cold', 'warm']);
    expect(first.worst.read).toBe(0);
    expect(again.worst.read).toBe(first.worst.written['5m']);
    expect(again.cost).toBeLessThan(first.cost);
    expect((await strata('cache', folder, ...pinned, '--warm')).out).toContain(
      'Warm: as if the same prefix was sent just before the first turn.\n',
    );
    expect(await strata('cache', folder, ...pinned, '--warm', '--optimize')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--warm'),
    });
  });

  it('sees the clock in the prompt change as time passes', async () => {
    const folder = longer();
    const [clockless, clocked] = await Promise.all(
      ['send\nsend\n', 'send\nclock +1m\nsend\n'].map(async (text) =>
        JSON.parse((await strata('cache', folder, ...pinned, '--json', '--turns', script(text))).out),
      ),
    );
    const [still, moved] = [clockless.runs[0].run.turns[1], clocked.runs[0].run.turns[1]];
    expect(still.worst.uncached).toBe(0);
    expect(still.worst.written).toEqual({});
    expect(moved.worst.read).toBeGreaterThan(0);
    expect(moved.worst.read).toBeLessThan(still.worst.read);
    expect(moved.since).toEqual(['clock +1m']);
  });

  it(
    'names the first place that differs: the clock in Context, not the section that the breakpoint ' + 'stands behind',
    async () => {
      const { out } = await cache('--turns', script('send\nclock +1m\nsend\n'));
      expect(out).toMatch(/ 2 .*clock \+1m .* system\/Context is not what was sent before$/m);
      // Too short for Gemini: there the clock is not the cause.
      const google = await cache('--provider', 'google', '--turns', script('send\nclock +1m\nsend\n'));
      expect(google.out).toMatch(/ 2 .* too short to cache$/m);
      const param = await cache('--turns', script('send\nparam tool_choice=any\nparam speed=fast\nsend\n'));
      expect(param.out).toMatch(/ 2 .* the parameter speed is not what was sent before$/m);
    },
  );

  it('rebuilds with the settings of the script', async () => {
    const view = await jsonOf('--turns', script('send\nset background=true\nsend\n'));
    expect(view.runs[0].run.turns[1].total).toBeGreaterThan(view.runs[0].run.turns[0].total);
  });

  it('shows two providers side by side, each with its own tokens and ranges', async () => {
    const { out } = await cache('--provider', 'anthropic', '--provider', 'openai/gpt-5.6', '--provider', 'google');
    expect(out).toMatch(/^gpt-5\.6-sol by the rules of /m);
    expect(out).toMatch(/anthropic read +anthropic written .*openai read .*google cost/);
    const view = await jsonOf('--provider', 'anthropic', '--provider', 'google');
    expect(view.runs.map(({ run }: { run: { rules: { provider: string } } }) => run.rules.provider)).toEqual([
      'anthropic',
      'google',
    ]);
    expect(view.runs[0].run.rules).toMatchObject({
      model: 'claude-sonnet-5-5',
      minimum: 512,
      source: { url: expect.stringContaining('https://') },
      asOf: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('finds the best breakpoints and says what they save', async () => {
    const { out } = await strata(
      'cache',
      longer(),
      ...pinned,
      '--optimize',
      '--turns',
      script('send\nclock +1m\nsend\nclock +1m\nsend\n'),
    );
    expect(out).toMatch(
      /^suggested: the best breakpoints .*:\n {2}after system\/\w+, for 5m\n {2}hit rate .*; saves \d+\.\d %/m,
    );
  });

  it.each([
    ['gpt-6.1-sol', 'Strata does not search places by the rules of OpenAI API'],
    ['gpt-5', 'OpenAI API places the breakpoints of gpt-5 itself'],
  ])('says why it has no places for %s', async (model, why) => {
    const { out } = await strata('cache', longer(), ...pinned, '--model', model, '--optimize');
    expect(out).toMatch(new RegExp(`^nothing to place: ${why}$`, 'm'));
  });

  it('says what its figures take for granted', async () => {
    const { out } = await strata('cache', longer(), ...pinned, '--model', 'claude-fable-5-2');
    expect(out.match(/^The minimum of claude-fable-5-2 is not known; it is taken as reached\.$/gm)).toHaveLength(1);
  });

  it('uses the design’s own breakpoints', async () => {
    const view = JSON.parse((await strata('cache', join(examples, 'tiered-messages'), ...pinned, '--json')).out);
    expect(view.runs[0].run.turns[0].markers.length).toBeGreaterThan(0);
  });

  it('says which step of the script is wrong, and where', async () => {
    const path = script('send\nfrobnicate\nset nope=1\nset background=maybe\nedit Nowhere\nsend\n');
    const { code, err, out } = await cache('--turns', path);
    expect(code).toBe(1);
    expect(err).toContain(`${path}:2:1 error turns-syntax There is no step "frobnicate"`);
    expect(err).toContain(`${path}:3:1 warning turns-setting There is no setting "nope"`);
    expect(err).toContain(`${path}:4:1 warning turns-setting background takes true or false`);
    expect(err).toContain(`${path}:5:1 warning turns-target There is no section "Nowhere"`);
    expect(out).toMatch(/^ +2 /m);
  });

  it.each([
    ['--provider', 'nobody'],
    ['--turns', '/no/such/file'],
    ['--model', 'nobody-knows'],
  ])('answers wrong usage with exit 2: %s %s', async (...args) => {
    expect(await cache(...args)).toMatchObject({ code: 2, out: '' });
  });
});
