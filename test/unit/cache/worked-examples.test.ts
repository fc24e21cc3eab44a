import { describe, expect, it } from 'vitest';
import { costOf, markerCosts } from '../../../shared/cache/simulate/outcome';
import { block, request, rules, send } from '../../support/cache/requests';

const blocks = (count: number, tokens = 100) =>
  Array.from({ length: count }, (_, index) => block(`b${index + 1}`, tokens));

describe('Anthropic', () => {
  const sonnet = rules('anthropic', 'claude-sonnet-4-5');

  it('misses by one position when 20 blocks are added behind a write at block 15', () => {
    const [, second] = send(sonnet, [request(blocks(15), [14]), 0], [request(blocks(35), [34]), 10]);
    expect(second).toMatchObject({ worst: { read: 0 } });
    expect(second?.reasons.map(({ reason }) => reason)).toContain('lookback');
  });

  it('hits at block 15 with a second breakpoint there, or with 19 added blocks', () => {
    expect(send(sonnet, [request(blocks(15), [14]), 0], [request(blocks(35), [14, 34]), 10])[1]?.worst.read).toBe(1500);
    expect(send(sonnet, [request(blocks(15), [14]), 0], [request(blocks(34), [33]), 10])[1]?.worst.read).toBe(1500);
  });

  it('counts a run of tool calls, or of tool results, as one position', () => {
    const turn = (kind: 'tool-call' | 'tool-result', from: number) =>
      Array.from({ length: 15 }, (_, index) => ({ ...block(`t${from + index}`), kind }));
    const behind = [...turn('tool-call', 0), ...turn('tool-result', 15), ...turn('tool-call', 30)];
    const long = [...blocks(15), ...behind];
    const [, second] = send(sonnet, [request(blocks(15), [14]), 0], [request(long, [long.length - 1]), 10]);
    expect(second?.worst.read).toBe(1500);
    const plain = [...blocks(15), ...behind.map((each) => ({ ...each, kind: 'text' as const }))];
    const [, missed] = send(sonnet, [request(blocks(15), [14]), 0], [request(plain, [plain.length - 1]), 10]);
    expect(missed?.worst.read).toBe(0);
  });

  it.each([
    ['bedrock', 'anthropic.claude-sonnet-4-5-20250929-v1:0', 'Amazon Bedrock'],
    ['vertex', 'vertex_ai/claude-sonnet-4-5', 'Claude on Google Cloud'],
  ])(
    'gives a range where a run decides on %s, which does not say whether it is one position',
    (provider, id, title) => {
      const run = Array.from({ length: 25 }, (_, index) => ({ ...block(`t${index}`), kind: 'tool-call' as const }));
      const long = [...blocks(15), ...run];
      const [, second] = send(rules(provider, id), [request(blocks(15), [14]), 0], [request(long, [39]), 10]);
      expect(second).toMatchObject({ worst: { read: 0 }, best: { read: 1500 }, known: false });
      expect(second?.warnings).toEqual([
        `${title} does not say whether a run of tool calls is one position: more may be read.`,
      ]);
      const short = [...blocks(15), ...run.slice(0, 10)];
      const [, near] = send(rules(provider, id), [request(blocks(15), [14]), 0], [request(short, [24]), 10]);
      expect(near).toMatchObject({ worst: { read: 1500 }, best: { read: 1500 }, known: true, warnings: [] });
    },
  );

  it('prices each stretch by the size of the whole request', () => {
    const haiku = rules('anthropic', 'claude-haiku-5-5');
    const parts = Array.from({ length: 12 }, (_, index) => block(`b${index}`, 10_000));
    const [first] = send(haiku, [request(parts, [3, 7]), 0]);
    // 120,000 tokens: $0.50 a million, 80,000 of them written at 1.25.
    expect(first === undefined ? [] : markerCosts(first, haiku)).toEqual([0.025, 0.025]);
    expect(first === undefined ? null : costOf(first.worst, haiku)).toBeCloseTo(0.05 + 0.02, 10);
  });

  it('bills mixed lifetimes by A, B and C', () => {
    const long = { block: 19, ttl: '1h' as const };
    const parts = blocks(40);
    const [first, second] = send(
      sonnet,
      [request(parts.slice(0, 12), [{ block: 11, ttl: '1h' }]), 0],
      [request(parts, [{ block: 11, ttl: '1h' }, long, { block: 29, ttl: '5m' }]), 10],
    );
    expect(first?.worst).toEqual({ read: 0, written: { '1h': 1200 }, uncached: 0 });
    expect(second?.worst).toEqual({ read: 1200, written: { '1h': 800, '5m': 1000 }, uncached: 1000 });
  });

  it('breaks even after one read with five minutes, after two with an hour', () => {
    const cost = (ttl: '5m' | '1h', reads: number) =>
      send(
        sonnet,
        ...Array.from(
          { length: reads + 1 },
          (_, turn) => [request(blocks(20), [{ block: 19, ttl }]), turn * 60] as const,
        ),
      ).reduce((sum, { worst }) => sum + (costOf(worst, sonnet) ?? 0), 0);
    const plain = (turns: number) => (turns * 2000 * 3) / 1_000_000;
    expect(cost('5m', 1)).toBeLessThan(plain(2));
    expect(cost('1h', 1)).toBeGreaterThan(plain(2));
    expect(cost('1h', 2)).toBeLessThan(plain(3));
  });

  it('counts the lifetime from the start of the request, and renews it on a read', () => {
    const same = request(blocks(20), [19]);
    const turns = send(sonnet, [same, 0], [same, 299], [same, 598], [same, 898]);
    expect(turns.map(({ worst }) => worst.read)).toEqual([0, 2000, 2000, 0]);
    expect(turns[3]?.reasons.map(({ reason }) => reason)).toContain('expired');
  });

  it('lets parallel requests all pay: an entry is readable once the first response has begun', () => {
    const same = request(blocks(20), [19]);
    const [, second, third] = send(sonnet, [same, 0], [same, 0.5], [same, 2]);
    expect(second?.worst.read).toBe(0);
    expect(second?.reasons.map(({ reason }) => reason)).toContain('not-yet-readable');
    expect(third?.worst.read).toBe(2000);
  });

  it('silently does not cache below the minimum, and says when the interval straddles it', () => {
    const [below] = send(sonnet, [request(blocks(10), [9]), 0]);
    expect(below).toMatchObject({
      worst: { read: 0, written: {}, uncached: 1000 },
      markers: [{ state: 'below-minimum' }],
    });
    const [borderline] = send(sonnet, [request([{ ...block('x', 1050), low: 950, high: 1200 }], [0]), 0]);
    expect(borderline).toMatchObject({ known: false, markers: [{ state: 'borderline' }] });
    const [short] = send(sonnet, [request([{ ...block('x', 927), low: 829, high: 1041 }], [0]), 0]);
    expect(short).toMatchObject({
      known: false,
      worst: { read: 0, uncached: 927 },
      markers: [{ state: 'below-minimum', why: expect.stringContaining('probably too short') as unknown }],
    });
  });

  it('refuses five breakpoints, and an hour behind five minutes', () => {
    expect(send(sonnet, [request(blocks(40), [5, 10, 20, 30, 39]), 0])[0]?.rejected).toContain('5 breakpoints');
    expect(
      send(sonnet, [
        request(blocks(40), [
          { block: 15, ttl: '5m' },
          { block: 30, ttl: '1h' },
        ]),
        0,
      ])[0]?.rejected,
    ).toContain('longer lifetime');
  });

  it('keeps tools and system when tool_choice changes, and loses all when a tool does', () => {
    const parts = [block('tool', 2000, 'tools', 'tool'), block('sys', 2000, 'system', 'system'), block('user', 2000)];
    const base = (parameters: Record<string, string>, tool = parts[0]) =>
      request([tool ?? block('?'), ...parts.slice(1)], [0, 1, 2], parameters);
    expect(send(sonnet, [base({ tool_choice: 'auto' }), 0], [base({ tool_choice: 'any' }), 9])[1]?.worst.read).toBe(
      4000,
    );
    const [, changed] = send(sonnet, [base({}), 0], [base({}, block('other', 2000, 'tools', 'tool')), 9]);
    expect(changed).toMatchObject({ worst: { read: 0 }, lostAt: 'other' });
  });

  it('says once that a minimum is not known', () => {
    const [outcome] = send(rules('anthropic', 'claude-fable-5-2'), [request(blocks(30), [9, 19, 29]), 0]);
    expect(outcome?.warnings).toEqual(['The minimum of claude-fable-5-2 is not known; it is taken as reached.']);
  });

  it('answers unknown for a model nobody listed', () => {
    const [outcome] = send(rules('anthropic', 'claude-next-9'), [request(blocks(3), [2]), 0]);
    expect(outcome).toMatchObject({ known: false });
    expect(
      costOf(outcome?.worst ?? { read: 0, written: {}, uncached: 0 }, rules('anthropic', 'claude-next-9')),
    ).toBeNull();
  });
});

describe('Bedrock', () => {
  it('wants the minimum once more for each checkpoint', () => {
    const [outcome] = send(rules('bedrock', 'claude-sonnet-4-5'), [request(blocks(20), [10, 15]), 0]);
    expect(outcome?.markers.map(({ state }) => state)).toEqual(['written', 'below-minimum']);
  });
});

describe('OpenAI', () => {
  const gpt = rules('openai', 'gpt-5.6');
  const developer = block('static developer message', 3000, 'system', 'system');

  it('never reads a static developer message before a changing user message, and pays a write each time', () => {
    const turn = (text: string) => request([developer, block(text, 200)]);
    const turns = send(gpt, [turn('one'), 0], [turn('two'), 60], [turn('three'), 120]);
    expect(turns.map(({ worst }) => worst.read)).toEqual([0, 0, 0]);
    expect(turns.map(({ worst }) => worst.written)).toEqual([{ '30m': 3200 }, { '30m': 3200 }, { '30m': 3200 }]);
  });

  it('reads it with an explicit breakpoint behind it', () => {
    const turn = (text: string) => request([developer, block(text, 200)], [{ block: 0, ttl: '30m' }]);
    expect(send(gpt, [turn('one'), 0], [turn('two'), 60])[1]?.worst.read).toBe(3000);
  });

  it('reads a growing conversation up to the earlier end of a message', () => {
    const [a, b] = [block('first question', 300), block('second question', 300)];
    const answer = block('answer', 500, 'messages', 'assistant');
    expect(send(gpt, [request([developer, a]), 0], [request([developer, a, answer, b]), 60])[1]?.worst).toEqual({
      read: 3300,
      written: { '30m': 800 },
      uncached: 0,
    });
  });

  it('refuses no breakpoint over those that are written: it is only looked up', () => {
    const turn = request([developer, ...blocks(10)], [0, 2, 4, 6, 8, 10]);
    const [outcome] = send(gpt, [turn, 0]);
    expect(outcome?.rejected).toBeUndefined();
    const states = outcome?.markers.map(({ state }) => state) ?? [];
    expect(states).toContain('looked-up');
    expect(states.at(-1)).toBe('written');
    expect(states).not.toContain('illegal');
  });

  it('leaves out breakpoints on what the assistant said, and says so', () => {
    const turns = [developer, block('question', 300), block('answer', 500, 'messages', 'assistant'), block('and', 100)];
    const [set, unset] = [[0, 2], [0]].map((markers) => send(gpt, [request(turns, markers), 0])[0]);
    expect(set).toEqual({
      ...unset,
      warnings: ['1 breakpoint is left out: OpenAI takes none on a tool or on what the assistant said.'],
    });
  });

  it('has one lifetime and one price of writing, whatever a breakpoint asks for', () => {
    const sol = rules('openai', 'gpt-6.1-sol');
    const [first] = send(sol, [request([developer, ...blocks(3, 1000)], [0, { block: 1, ttl: '1h' }]), 0]);
    expect(first?.markers.map(({ ttl }) => ttl)).toEqual(['30m', '30m']);
    expect(first?.worst.written).toEqual({ '30m': 6000 });
    // $2 a million, written at 1.25.
    expect(first === undefined ? [] : markerCosts(first, sol)).toEqual([0.0075, 0.0025]);
  });

  it('prices what only the end of the last message writes as written', () => {
    const sol = rules('openai', 'gpt-6.1-sol');
    const [first] = send(sol, [request([block('short', 500, 'system', 'system'), block('question', 1500)], [0]), 0]);
    expect(first).toMatchObject({ worst: { written: { '30m': 2000 } }, markers: [{ state: 'below-minimum' }] });
    expect(first?.reasons.map(({ reason }) => reason)).toEqual(['first-request']);
    expect(first === undefined ? [] : markerCosts(first, sol)).toEqual([0.00125]);
  });

  it('is as unsure near the minimum as its count is', () => {
    const near = (tokens: number) => ({ ...block('x', tokens), low: tokens - 100, high: tokens + 100 });
    const [short] = send(gpt, [request([near(1000)], [0]), 0]);
    expect(short).toMatchObject({ known: false, markers: [{ state: 'below-minimum', isUnsure: true }] });
    expect(short?.markers[0]?.why).toMatch(/^1,000 ≈ tokens of 1,024: probably too short/);
    const [long] = send(gpt, [request([near(1050)], [0]), 0]);
    expect(long).toMatchObject({ known: false, worst: { written: { '30m': 1050 } } });
    const [longer] = send(gpt, [request([near(1000), block('more')], [0]), 0]);
    expect(longer).toMatchObject({ known: false, markers: [{ isUnsure: true }] });
    const [sure] = send(gpt, [request([near(1000), block('more', 500)], [0]), 0]);
    expect(sure).toMatchObject({ known: true, worst: { written: { '30m': 1500 } }, markers: [{ isUnsure: true }] });
    expect(long?.markers).toMatchObject([{ state: 'borderline', why: '950 to 1,150 ≈ tokens, the minimum is 1,024' }]);
  });

  it('says of a request without breakpoints that the cache is cold, or the request too short', () => {
    const [long] = send(gpt, [request([developer, block('q', 100)]), 0]);
    expect(long?.reasons.map(({ text }) => text)).toEqual(['A cold cache is assumed']);
    const [short] = send(gpt, [request([block('q', 100)]), 0]);
    expect(short?.reasons.map(({ text }) => text)).toEqual([
      'A cold cache is assumed',
      '100 tokens of 1,024: too short to cache (the API gives no error)',
    ]);
    const [explicit] = send(gpt, [request([developer], [], { prompt_cache_mode: 'explicit' }), 0]);
    expect(explicit?.reasons.map(({ reason }) => reason)).toEqual(['no-marker']);
  });

  it('does not blame a lookback for an entry where the request is not looked up', () => {
    const parts = [developer, ...blocks(3, 1000).map((each) => ({ ...each, endsMessage: false }))];
    const [, second] = send(gpt, [request(parts, [1]), 0], [request([...parts, block('more')], []), 60]);
    expect(second?.reasons).toMatchObject([{ reason: 'lookback', text: expect.not.stringContaining('50') as unknown }]);
  });

  it('promises nothing past thirty minutes', () => {
    const same = request([developer, block('q', 100)]);
    const [, late] = send(gpt, [same, 0], [same, 1801]);
    expect(late).toMatchObject({ known: false, worst: { read: 0 }, best: { read: 3100 } });
  });

  it('answers with a range for models whose interval is not published', () => {
    const same = request([developer, block('q', 100)]);
    expect(send(rules('openai', 'gpt-4o'), [same, 0], [same, 60])[1]).toMatchObject({
      known: false,
      worst: { read: 0 },
      best: { read: 3072 },
    });
  });
});

describe('DeepSeek', () => {
  it('may read A on A+C after A+B and on A+D, and the whole of a repeated request, and promises nothing', () => {
    const turn = (text: string) => request([block('A', 1000), block(text, 100)]);
    const turns = send(
      rules('deepseek', 'deepseek-v4-pro'),
      [turn('B'), 0],
      [turn('C'), 60],
      [turn('D'), 120],
      [turn('D'), 180],
    );
    expect(turns.map(({ worst }) => worst.read)).toEqual([0, 0, 0, 0]);
    expect(turns.map(({ best }) => best.read)).toEqual([0, 1000, 1000, 1100]);
    expect(turns.map(({ known }) => known)).toEqual([true, false, false, false]);
    expect(turns.at(-1)?.reasons.at(-1)?.text).toBe('caching is best effort: a hit is never promised');
  });
});

describe('Gemini', () => {
  it('promises nothing and may read the common prefix above the minimum', () => {
    const same = request([block('system', 5000, 'system', 'system'), block('q', 10)]);
    expect(send(rules('google', 'gemini-3.1-pro'), [same, 0], [same, 60])[1]).toMatchObject({
      known: false,
      worst: { read: 0 },
      best: { read: 5010 },
    });
  });
});

describe('OpenRouter', () => {
  it('has the rules of the provider behind it', () => {
    expect(rules('openrouter', 'anthropic/claude-sonnet-4-5')).toMatchObject({ listed: true, algorithm: 'markers' });
    expect(rules('openrouter', 'mistral/nobody-knows')).toMatchObject({ listed: false });
  });
});
