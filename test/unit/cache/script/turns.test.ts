import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../../../shared/cache/script/durations';
import { expandTurns, rebuildsOf } from '../../../../shared/cache/script/expand-turns';
import { writtenTokens } from '../../../../shared/cache/simulate/outcome';
import { ttls } from '../../../../shared/cache/packs/rule-pack';
import { runTurns } from '../../../../shared/cache/script/run-turns';
import { formatTurns, parseTurns, type Step } from '../../../../shared/cache/script/turns';
import { clock, documentOf, marked, user } from '../../../../shared/analysis/rules/example';
import { nodeId, sourceId, tool } from '../../../../shared/document/builders';
import { writeJson } from '../../../../shared/document/json-text';
import { counted, filePart, part, prose, system } from '../../../support/cache/documents';
import { rules } from '../../../support/cache/requests';

const script = (text: string) => parseTurns(sourceId('session.turns'), text);
const sonnet = rules('anthropic', 'claude-sonnet-4-5');

describe('a duration', () => {
  it.each([
    ['90s', 90],
    ['6m', 360],
    ['1h30m', 5400],
    ['0.5s', 0.5],
    ['2d', 172_800],
  ])('reads %s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));
  it.each(['', '6', 'm', '-6m', '6 m', '6x', '1h30'])('refuses %j', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
  it('is written so that it reads back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (ms) => {
        expect(parseDuration(formatDuration(ms / 1000))).toBe(ms / 1000);
      }),
    );
  });
});

describe('a turn script', () => {
  it('reads every step, with comments and blank lines', () => {
    const text = [
      '# a session',
      'send',
      '',
      'send x3   # three at once',
      'wait 6m',
      'stream 20s',
      'edit system/Identity',
      'edit My section',
      'add user 300',
      'add assistant 800',
      'set mode=full',
      'set greeting=a = b',
      'tool add grep 150',
      'tool change grep',
      'tool remove grep',
      'param tool_choice=any',
      'clock +1m',
      'auto 5m',
      'auto off',
    ].join('\n');
    const { steps, findings } = script(text);
    expect(findings).toEqual([]);
    expect(steps.map(({ step }) => step)).toEqual([
      { kind: 'send', count: 1 },
      { kind: 'send', count: 3 },
      { kind: 'wait', seconds: 360 },
      { kind: 'stream', seconds: 20 },
      { kind: 'edit', target: 'system/Identity' },
      { kind: 'edit', target: 'My section' },
      { kind: 'add', role: 'user', tokens: 300 },
      { kind: 'add', role: 'assistant', tokens: 800 },
      { kind: 'set', name: 'mode', value: 'full' },
      { kind: 'set', name: 'greeting', value: 'a = b' },
      { kind: 'tool', change: 'add', name: 'grep', tokens: 150 },
      { kind: 'tool', change: 'change', name: 'grep', tokens: null },
      { kind: 'tool', change: 'remove', name: 'grep', tokens: null },
      { kind: 'param', name: 'tool_choice', value: 'any' },
      { kind: 'clock', seconds: 60 },
      { kind: 'auto', ttl: '5m' },
      { kind: 'auto', ttl: 'off' },
    ]);
    expect(steps[1]).toMatchObject({
      line: 4,
      span: { start: text.indexOf('send x3'), end: text.indexOf('send x3') + 7 },
    });
  });

  it.each([
    'frobnicate',
    'send 3',
    'send x0',
    'wait',
    'wait long',
    'stream 5',
    'edit',
    'add 300',
    'add user',
    'add user many',
    'add user 1 2',
    'set',
    'set =x',
    'tool',
    'tool add',
    'tool add x y',
    'tool paint x',
    'param x',
    'clock 1m',
    'clock -1m',
    'auto',
    'auto 2m',
  ])('has a finding at the step it cannot read, and the rest still counts: %s', (bad) => {
    const { steps, findings } = script(`send\r\n  ${bad}\r\nsend\r\n`);
    expect(steps).toHaveLength(2);
    expect(findings).toMatchObject([
      {
        ruleId: 'turns-syntax',
        severity: 'error',
        place: { source: 'session.turns', span: { start: 8, end: 8 + bad.length } },
      },
    ]);
  });

  it('accepts any text, and refuses to send without end', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(script(text).steps.length).toBeLessThanOrEqual(text.split('\n').length);
      }),
    );
    expect(script('send x900\nsend x900\n').findings).toMatchObject([{ ruleId: 'turns-limit' }]);
  });

  it('reads back what it writes', () => {
    const name = fc.stringMatching(/^[a-z][\w-]{0,8}$/);
    const value = fc.stringMatching(/^[\w=./-]{0,8}$/);
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constant('send' as const), count: fc.integer({ min: 1, max: 20 }) }),
      fc.record({
        kind: fc.constantFrom('wait' as const, 'stream' as const, 'clock' as const),
        seconds: fc.integer({ min: 0, max: 1e6 }),
      }),
      fc.record({ kind: fc.constant('edit' as const), target: fc.stringMatching(/^[\w/]([\w /.-]{0,8}[\w/])?$/) }),
      fc.record({
        kind: fc.constant('add' as const),
        role: fc.constantFrom('user' as const, 'assistant' as const),
        tokens: fc.nat(1e6),
      }),
      fc.record({ kind: fc.constantFrom('set' as const, 'param' as const), name, value }),
      fc.record({
        kind: fc.constant('tool' as const),
        change: fc.constantFrom('add' as const, 'change' as const, 'remove' as const),
        name,
        tokens: fc.option(fc.nat(1e5)),
      }),
      fc.record({ kind: fc.constant('auto' as const), ttl: fc.constantFrom(...ttls, 'off' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { steps: read, findings } = script(formatTurns(steps));
        expect(findings).toEqual([]);
        expect(read.map((each) => each.step)).toEqual(steps);
      }),
    );
  });
});

describe('running a script', () => {
  const start = counted(
    marked(
      system(filePart('Identity', 'L0', prose(1500)), filePart('Notes', 'L2', prose(1500, 'stone'))),
      { id: 'system/Identity' },
      { id: 'system' },
    ),
  );
  const run = (text: string, from = start, model = sonnet) => runTurns(expandTurns(script(text), from).sendings, model);
  const reads = (text: string, from = start) => run(text, from).turns.map(({ worst }) => worst.read);
  // The framing of the request (3) and the marker of the role (3) are counted in the first block.
  const [identity, total] = [
    (start.analysis.tokens[nodeId('system/Identity')]?.tokens ?? 0) + 6,
    (start.analysis.tokens[nodeId('system')]?.tokens ?? 0) + 6,
  ];

  it('adds up to the total that is shown', () => {
    expect(total).toBe(start.analysis.total.tokens);
    expect(run('send').turns[0]?.outcomes[0]?.total).toBe(start.analysis.total.tokens);
  });

  it('reads what it wrote until it expires, counted from the start of the request', () => {
    expect(reads('send\nsend\nwait 4m\nsend\nwait 5m\nsend')).toEqual([0, total, total, 0]);
    expect(reads('stream 3m\nsend\nsend\nstream 5m\nsend\nsend')).toEqual([0, total, total, 0]);
  });

  it('keeps the breakpoint before an edit and loses those behind it', () => {
    expect(reads('send\nedit Notes\nsend\nsend\nedit system/Identity\nsend')).toEqual([0, identity, total, 0]);
  });

  it('lets requests at the same moment all pay, and sums them up', () => {
    const { turns } = run('send x3\nsend');
    expect(turns.map(({ worst }) => [worst.read, writtenTokens(worst)])).toEqual([
      [0, 3 * total],
      [total, 0],
    ]);
  });

  it('grows the conversation, with a breakpoint that moves along', () => {
    const text = 'auto 5m\nadd user 500\nsend\nadd assistant 700\nadd user 300\nsend';
    expect(run(text).turns.map(({ worst }) => [worst.read, writtenTokens(worst), worst.uncached])).toEqual([
      [0, total + 500, 0],
      [total + 500, 1000, 0],
    ]);
    expect(run(text.replace('auto 5m\n', '')).turns.map(({ worst }) => [worst.read, worst.uncached])).toEqual([
      [0, 500],
      [total, 1500],
    ]);
  });

  it('loses all to a changed tool, and only the messages to another tool_choice', () => {
    const withTool = counted({
      ...start.document,
      tools: [tool(nodeId('tools', 'grep'), 'grep', 'L1', [], writeJson({}))],
    });
    const all = total + (withTool.analysis.tokens[nodeId('tools', 'grep')]?.tokens ?? 0);
    expect(reads('send\ntool change grep\nsend\ntool remove grep\nsend\ntool add sed 100\nsend', withTool)).toEqual([
      0, 0, 0, 0,
    ]);
    expect(reads('auto 5m\nadd user 100\nsend\nparam tool_choice=any\nsend', withTool)).toEqual([0, all]);
  });

  it('counts the hidden tool instructions once there is a tool, and no longer without one', () => {
    const text = 'send\ntool add grep 150\nsend\ntool add sed 50\nsend\ntool remove grep\ntool remove sed\nsend';
    const claude = counted(start.document, 'claude-sonnet-5-5');
    const all = claude.analysis.total.tokens;
    // 286 tokens, as published for the model.
    expect(run(text, claude).turns.map(({ outcomes }) => outcomes[0]?.total)).toEqual([
      all,
      all + 286 + 150,
      all + 286 + 150 + 50,
      all,
    ]);
  });

  it('computes the hit rate as a sum over a sum, and both prices', () => {
    const { hitRate, cost, uncachedCost, turns } = run('send\nsend');
    expect(hitRate).toEqual({ low: 0.5, high: 0.5 });
    expect(cost).toBeCloseTo((total * 3 * (1.25 + 0.1)) / 1e6, 12);
    expect(uncachedCost).toBeCloseTo((2 * total * 3) / 1e6, 12);
    expect(turns.every(({ known }) => known)).toBe(true);
  });

  it('prices nothing that is refused', () => {
    const many = documentOf(['a', 'b', 'c', 'd'].map((id) => user(id, prose(1200, id), 'L1')));
    const four = counted(marked(many, { id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }));
    expect(run('send', four).cost).not.toBeNull();
    expect(run('auto 5m\nadd user 10\nsend', four)).toMatchObject({
      cost: null,
      turns: [{ outcomes: [{ rejected: expect.stringContaining('5 breakpoints') }] }],
    });
  });

  it('says which step does not fit, once and at its place', () => {
    const { findings, sendings } = expandTurns(script('edit Nowhere\nsend\ntool remove nothing\nsend\n'), start);
    expect(sendings).toHaveLength(2);
    expect(findings.map(({ message, place }) => [message, place?.span.start])).toEqual([
      ['There is no section "Nowhere"', 0],
      ['There is no tool "nothing"', 18],
    ]);
  });

  it('asks for the builds that settings and the clock need, and uses them', () => {
    const text = 'send\nset mode=brief\nsend\nclock +1m\nsend\nwait 2m\nsend\n';
    expect(rebuildsOf(script(text)).map(({ settings, minutes }) => [settings, minutes])).toEqual([
      [{ mode: 'brief' }, 0],
      [{ mode: 'brief' }, 1],
      [{ mode: 'brief' }, 3],
    ]);
    const clocked = (time: string) =>
      counted(
        marked(
          system(filePart('Identity', 'L0', prose(1500)), part('Context', 'L3', [clock(time)])),
          { id: 'system/Identity' },
          { id: 'system' },
        ),
      );
    const noon = clocked('12:00');
    const [, after] = runTurns(
      expandTurns(
        script('send\nclock +1m\nsend'),
        noon,
        new Map(rebuildsOf(script('send\nclock +1m\nsend')).map(({ key }) => [key, clocked('12:01')])),
      ).sendings,
      sonnet,
    ).turns;
    expect(after?.worst.read).toBe((noon.analysis.tokens[nodeId('system/Identity')]?.tokens ?? 0) + 6);
    expect(after?.outcomes[0]?.lostAt).toBe('system/Context');
  });
});
