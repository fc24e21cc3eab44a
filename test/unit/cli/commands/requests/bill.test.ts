import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeBody, claudeUsage } from '../../../../support/cache/sessions';
import { prose } from '../../../../support/cache/documents';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples');
const morning = join(examples, 'requests/morning.requests.jsonl');

function log(lines: readonly object[], name = 'log.jsonl'): string {
  const file = join(temporaryCopy(), name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const width = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

/**
 * By hand, for Claude Sonnet 5.5 ($2 and $10 for a million tokens, written 1.25 times, read 0.05 times). Request 1:
 * 2,094 × 1.25 + 36 = 2,653.5 tokens at $2 = $0.005307. Request 2: 2,094 × 0.05 + 62 = 166.7, $0.000333. Request 3:
 * 2,094 × 1.25 + 90 = 2,707.5, $0.005415; read instead of written, 2,094 × 1.2 × $2 = $0.005026 less. Output: 43 tokens
 * at $10, $0.00043. Without a cache: 6,470 tokens at $2, $0.01294.
 */
const sequenceGolden = `\
3 requests, 2026-11-11 06:05:00 UTC to 2026-11-11 06:09:00 UTC

#     time model             tokens  read written uncached predicted r/w/u hit    cost    lost
1 06:05:00 claude-sonnet-5-5  2,130     0   2,094       36       0/2.1k/50  0% $0.0053
2 06:07:00 claude-sonnet-5-5  2,156 2,094       0       62       2.1k/0/90 97% $0.0003
3 06:09:00 claude-sonnet-5-5  2,184     0   2,094       90      0/2.1k/121  0% $0.0054 $0.0050
  └ lost 2,094 tokens that request 2 had in the cache: “6” → “5” in system/HouseRules, line 2
    (morning.requests.jsonl:3:364)

total  6,470 tokens: 2,094 read, 4,188 written, 188 uncached; hit rate 32.4 %
cost   $0.0111 for the input, $0.0004 for 43 tokens of output; without a cache $0.0129
lost   $0.0050: changed text $0.0050 (request 3)
basis  usage reported for 3 of 3 requests, 0 of them not as predicted; rules: Anthropic Messages API
       of 2026-10-08
`;

describe('strata sequence', () => {
  it('answers in one screen, as calculated by hand', async () => {
    const { code, out, err } = await strata('sequence', morning, ...pinned);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(sequenceGolden);
  });

  it('says how old its rules are once they are stale', async () => {
    const { err } = await strata('sequence', morning, '--now', '2027-02-08T12:00:00Z');
    expect(err).toBe(
      'The rules of Anthropic Messages API are 123 days old (2026-10-08): prices and minimums may have changed\n',
    );
  });

  it('shows the requests of a long session that lost most, and all of them if asked', async () => {
    const said: string[] = [];
    const lines = Array.from({ length: 40 }, (_, turn) => {
      said.push(`question ${turn}`, `answer ${turn}`);
      const day = turn < 20 ? 'Monday' : 'Tuesday';
      return {
        timestamp: new Date(Date.UTC(2026, 10, 16, 9, turn)).toISOString(),
        request: claudeBody({ system: `It is ${day}. ${prose(900)}`, said: said.slice(0, -1) }),
      };
    });
    const file = log(lines);
    const some = (await strata('sequence', file, ...pinned)).out;
    expect(some).toMatch(
      /^21 09:20:00 .*\n +└ would lose [\d,]+ tokens that request 20 would have in the cache: “Monday” → “Tuesday”/m,
    );
    // Nothing was reported: what is lost is an estimate wherever it stands.
    expect(some).toMatch(/^lost {3}≈\$[\d.]+: changed text ≈\$/m);
    expect((await strata('explain', file, '21', ...pinned)).out).toMatch(/^Lost ≈\$[\d.]+: had it been read/m);
    expect(some).toContain('38 more requests lost less or nothing; --all lists them\n');
    expect(some.split('\n').length).toBeLessThan(20);
    const all = (await strata('sequence', file, '--all', ...pinned)).out;
    expect(all.match(/^ *\d+ 09:/gm)).toHaveLength(40);
    expect(width(`${some}${all}`)).toBeLessThanOrEqual(100);
  });

  it('stays in 100 columns with ranges, long names and unknown models', async () => {
    const gemini = (text: string) => ({
      model: 'gemini-3.8-flash',
      systemInstruction: { parts: [{ text: prose(6000) }] },
      contents: [{ role: 'user', parts: [{ text }] }],
    });
    const unknown = claudeBody({
      system: prose(2000),
      said: ['Hello'],
      model: 'claude-sonnet-9-9-experimental-preview',
    });
    const { out } = await strata('sequence', log([gemini('a'), gemini('b'), unknown, unknown]), ...pinned);
    expect(width(out)).toBeLessThanOrEqual(100);
    expect(out).toMatch(/gemini-3\.8-\S+ +≈[\d,]+ +0–[\d,]+/);
    expect(out).toMatch(
      /claude-sonnet-9-9-experimental-preview: nothing\s+is predicted; the\s+nearest model that is listed/,
    );
    expect(out).toMatch(/2 of 4 requests have no known price\s+and are in no sum/);
    expect(out).toContain('lost   nothing that is known; 2 of 4 requests cannot be judged\n');
  });
});

describe('requests that failed', () => {
  const request = claudeBody({ system: prose(950), said: ['Hello'] });
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const time = (minute: number): string => `2026-11-11T08:0${minute}:00.000Z`;
  const answer = { type: 'message', content: [], usage: claudeUsage(0, 1500, 9, 5) };
  const files = {
    'log.jsonl': [
      { timestamp: time(0), request, status: 529, response: error },
      { timestamp: time(1), request, response: answer },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
    'log.har': JSON.stringify({
      log: {
        entries: [
          [529, error],
          [200, answer],
        ].map(([status, body], minute) => ({
          startedDateTime: time(minute),
          request: {
            method: 'POST',
            url: 'https://api.anthropic.com/v1/messages',
            postData: { text: JSON.stringify(request) },
          },
          response: { status, content: { text: JSON.stringify(body) } },
        })),
      },
    }),
  };

  it.each(Object.entries(files))('are flagged and in no figure: %s', async (name, text) => {
    const file = join(temporaryCopy(), name);
    writeFileSync(file, text);
    const { out } = await strata('sequence', file, ...pinned);
    expect(out).toMatch(/^1 08:00:00 claude-sonnet-5-5 ≈[\d,]+\n {2}└ failed: 529 overloaded$/m);
    expect(out).toMatch(/^total {2}1,509 tokens: 0 read, 1,500 written, 9 uncached; hit rate 0\.0 %$/m);
    expect(out).toMatch(/1 of 2\s+requests failed and is in no sum/);
    expect(out).not.toContain('≠');
    const why = (await strata('explain', file, '1', ...pinned)).out;
    expect(why).toContain('failed: 529 overloaded. As far as is known, it cost nothing and wrote nothing');
    expect(why).not.toContain('written,');
  });
});

describe('requests without figures', () => {
  const five = claudeBody({ system: 'Rules.', said: ['Hello'] });
  const marked = Array.from({ length: 5 }, (_, index) => ({
    type: 'text',
    text: `${index} ${prose(950)}`,
    cache_control: { type: 'ephemeral' },
  }));
  const refused = { ...five, system: marked.slice(0, 4) };

  it('have no totals, and say why once', async () => {
    const file = log([refused, refused]);
    const { out } = await strata('sequence', file, ...pinned);
    expect(out).toMatch(/^1 +claude-sonnet-5-5 ≈[\d,]+\n {2}└ refused: 5 breakpoints, at most 4 are allowed$/m);
    expect(out).toContain(
      'total  no figures: 2 of 2 requests are refused\nbasis  usage reported for 0 of 2 requests; rules',
    );
    expect(out).not.toMatch(/hit rate|price|predicted\b(?! r)/);
    const why = (await strata('explain', file, '1', ...pinned)).out;
    expect(why.split('5 breakpoints, at most 4 are allowed')).toHaveLength(3);
    expect(why).toMatch(/^refused +≈[\d,]+$/m);
    expect(why).not.toContain(': written,');
    expect(why).toContain('not written');
  });

  it('promise nothing for a model without rules', async () => {
    const file = log([claudeBody({ system: prose(900), said: ['Hi'], model: 'claude-sonnet-9' })]);
    const { out } = await strata('sequence', file, ...pinned);
    expect(out).toContain(
      'total  no figures: 1 of 1 request cannot be judged\nbasis  usage reported for 0 of 1 request\n',
    );
    const why = (await strata('explain', file, '1', ...pinned)).out;
    expect(why).toContain('why\n  What is cached is not known: there are no rules to go by.\n');
  });
});

describe('a request over the context window', () => {
  const size = async (words: number): Promise<string> =>
    log([claudeBody({ system: prose(words), said: ['Hello'], model: 'claude-haiku-4-5' })]);

  it('is flagged, and its price is not certain', async () => {
    const file = await size(260_000);
    const { out } = await strata('sequence', file, ...pinned);
    expect(out).toMatch(/ ≈\$0–\$0\.\d+$/m);
    expect(out).toMatch(
      /└ over the context window: ≈[\d,]+ of 200,000 tokens; if the provider refuses it, it costs\s+nothing/,
    );
    expect((await strata('explain', file, ...pinned)).out).toContain('over the context window: ≈');
  });

  it('may be over it where the estimate is unsure', async () => {
    const { out } = await strata('sequence', await size(160_000), ...pinned);
    expect(out).toContain('may be over the context window: ≈');
  });
});

describe('figures', () => {
  const body = claudeBody({ system: prose(950), said: ['Hello'] });
  const at = (timestamp: string, usage?: object): object => ({
    timestamp,
    request: body,
    ...(usage === undefined ? {} : { response: { type: 'message', usage } }),
  });

  it('show the day if there are several, and 100 % only if all was read', async () => {
    const file = log([
      at('2026-11-11T08:00:00Z', claudeUsage(0, 120_000, 60)),
      at('2026-11-12T08:00:00Z', claudeUsage(120_000, 0, 60)),
    ]);
    const { out } = await strata('sequence', file, ...pinned);
    expect(out).toMatch(/^1 11-11 08:00:00 .*\n.*\n/m);
    expect(out).toMatch(/^2 11-12 08:00:00 .* 99\.9% /m);
    expect(out).toMatch(/written [\d,]+ predicted, 120,000 reported/);
    expect(out).toContain('total  240,120 tokens: ');
  });

  it('that are predicted are marked as such, also in the totals', async () => {
    const { out } = await strata('sequence', log([at('2026-11-11T08:00:00Z')]), ...pinned);
    expect(out).toMatch(/^1 08:00:00 \S+ ≈[\d,]+ .* ≈\$0\.\d+$/m);
    expect(out).toMatch(/^total {2}≈[\d,]+ tokens: .* hit rate ≈0\.0 %$/m);
    expect(out).toMatch(/^cost {3}≈\$\S+ for the input; without a cache ≈\$/m);
  });
});

const explainGolden = `\
Request 3 of 3 (#3): claude-sonnet-5-5, 2026-11-11 06:09:00 UTC, continues request 2 after 2m
By the rules of Anthropic Messages API, 2026-10-08.

           tokens  read  written  uncached  hit      cost
reported    2,184     0    2,094        90   0%   $0.0054
predicted  ≈1,855     0    1,752       103   0%  ≈$0.0046
The prediction is in estimated tokens: the provider counts 1.18 times as many.
The output has 9 tokens and costs <$0.0001 more.
Lost $0.0050: had it been read, the input would have cost that much less.

why
  lost 2,094 tokens that request 2 had in the cache: “6” → “5” in system/HouseRules, line 2
  (morning.requests.jsonl:3:364)
  - …a roof vent in rain or above wind force 6.
  + …a roof vent in rain or above wind force 5.

breakpoints that were sent
  after system, 5m: written, ≈1,752 tokens, the cache does not have this prefix
`;

describe('strata explain', () => {
  it('answers for the request that lost most, as calculated by hand', async () => {
    const { code, out } = await strata('explain', morning, ...pinned);
    expect(code).toBe(0);
    expect(out).toBe(explainGolden);
  });

  it('answers for the request that is asked for', async () => {
    const { out } = await strata('explain', morning, '2', ...pinned);
    expect(out).toMatch(/^Request 2 of 3 /);
    expect(out).toContain('Only new text is not read.');
    const { request } = JSON.parse((await strata('explain', morning, '2', '--json', ...pinned)).out);
    expect(request).toMatchObject({ number: 2, continues: 1, billed: { basis: 'reported', read: { high: 2094 } } });
  });

  it('is wrong usage for a request that is not there', async () => {
    for (const number of ['0', '4', 'two'])
      expect(await strata('explain', morning, number, ...pinned)).toMatchObject({
        code: 2,
        out: '',
        err: `strata: There is no request ${number}: there are 1 to 3\n`,
      });
  });

  it('calls breakpoints suggested where the prompt has none', async () => {
    const { code, out } = await strata('explain', join(examples, 'layered'), ...pinned);
    expect(code).toBe(0);
    expect(out).toContain('suggested breakpoints (the request has none; this is what they would do)');
    const { request } = JSON.parse((await strata('explain', join(examples, 'layered'), '--json', ...pinned)).out);
    expect(request.breakpoints).toBe('suggested');
  });

  it('flags a report that the rules do not explain', async () => {
    const body = claudeBody({ system: prose(2000), said: ['Hello'] });
    const usage = (read: number, written: number) => ({ type: 'message', usage: claudeUsage(read, written, 0) });
    const file = log([
      { timestamp: '2026-11-16T09:00:00Z', request: body, response: usage(0, 3000) },
      { timestamp: '2026-11-16T09:01:00Z', request: body, response: usage(0, 3000) },
    ]);
    const { out } = await strata('explain', file, ...pinned);
    expect(out).toMatch(/^Request 2 of 2 /);
    expect(out).toContain('by the published rules it should have been read');
    expect(out).toMatch(
      /≠ read 3,000 predicted, 0 reported; written 0 predicted, 3,000 reported: it was not sent before;/,
    );
    expect(width(out)).toBeLessThanOrEqual(100);
  });
});

describe('usage, wherever it stands', () => {
  const body = claudeBody({ system: prose(2000), said: ['Hello'] });
  const at = '2026-11-16T09:00:00Z';
  const whole = { type: 'message', role: 'assistant', usage: claudeUsage(0, 3000, 7, 5) };
  const events = [
    { type: 'message_start', message: { type: 'message', usage: { ...claudeUsage(0, 3000, 7, 1) } } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const har = (content: object) => ({
    log: {
      entries: [
        {
          startedDateTime: at,
          time: 1800,
          request: {
            method: 'POST',
            url: 'https://api.anthropic.com/v1/messages',
            headers: [],
            postData: { mimeType: 'application/json', text: JSON.stringify(body) },
          },
          response: { status: 200, headers: [], content },
        },
      ],
    },
  });
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  it.each<[string, object]>([
    ['a JSON response', { timestamp: at, request: body, response: whole }],
    ['a response as text', { timestamp: at, request: body, response: JSON.stringify(whole) }],
    ['a stream as text', { timestamp: at, request: body, response: stream }],
    ['a list of events', { timestamp: at, request: body, response: events }],
    ['a response around a body', { timestamp: at, request: { body }, response: { status: 200, body: whole } }],
    [
      'a stream in the body of a response',
      { timestamp: at, request: { body }, response: { status: 200, body: stream } },
    ],
    ['body_raw', { timestamp: at, request: { body_raw: JSON.stringify(body) }, response: { body_raw: stream } }],
    [
      'body_raw beside it',
      { timestamp: at, body_raw: JSON.stringify(body), response: { body_raw: JSON.stringify(whole) } },
    ],
    ['seconds', { ts: Date.parse(at) / 1000, request: body, response: whole }],
    ['milliseconds', { time: Date.parse(at), request: body, response: whole }],
    ['a HAR', har({ text: JSON.stringify(whole) })],
    ['a HAR with base64', har({ encoding: 'base64', text: base64(JSON.stringify(whole)) })],
    ['a HAR with a stream in base64', har({ encoding: 'base64', mimeType: 'text/event-stream', text: base64(stream) })],
  ])('is read from %s', async (_, record) => {
    const { steps } = JSON.parse(
      (await strata('sequence', log([record], 'log' in record ? 'log.har' : 'log.jsonl'), '--json', ...pinned)).out,
    );
    expect(steps).toMatchObject([
      { at: Date.parse(at) / 1000, reported: { read: 0, written: 3000, uncached: 7, context: 3007, output: 5 } },
    ]);
  });
});

describe('a request to a cloud', () => {
  const sentTo = async (address: string, body: object) => {
    const file = join(temporaryCopy(), 'call.curl');
    writeFileSync(file, `curl '${address}' -H 'content-type: application/json' -d '${JSON.stringify(body)}'\n`);
    const { request } = JSON.parse((await strata('explain', file, '--json', ...pinned)).out);
    return { ...request.rules, input: request.predicted?.cost?.high };
  };
  const messages = [{ role: 'user', content: 'hello '.repeat(1000) }];

  it('is judged by the rules of Azure, unless a deployment has a name of its own', async () => {
    const at = (name: string) => `https://me.openai.azure.com/openai/deployments/${name}/chat/completions`;
    expect(await sentTo(at('gpt-5'), { messages })).toMatchObject({ title: 'Azure OpenAI', listed: true });
    expect(await sentTo(at('prod-chat'), { messages })).toEqual({ input: undefined });
  });

  it('is judged by the rules of Google Cloud and the price of its region', async () => {
    const at = (location: string) =>
      `https://x-aiplatform.googleapis.com/v1/projects/p/locations/${location}/publishers/anthropic/models/` +
      'claude-sonnet-4-5@20250929:rawPredict';
    const [world, region] = [
      await sentTo(at('global'), { messages, anthropic_version: 'vertex-2023-10-16', max_tokens: 9 }),
      await sentTo(at('us-east5'), { messages, anthropic_version: 'vertex-2023-10-16', max_tokens: 9 }),
    ];
    expect(world).toMatchObject({ title: 'Claude on Google Cloud', listed: true });
    expect(region.input / world.input).toBeCloseTo(1.1, 9);
  });
});
