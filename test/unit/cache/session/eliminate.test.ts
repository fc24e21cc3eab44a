import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissCause } from '../../../../shared/cache/session/types';
import type { ScriptedBlock, ScriptedBody } from '../../../support/cache/scripted-provider';
import { capturedFrom, stepsOf, type ScriptedSending } from '../../../support/cache/scripted-session';

const model = 'claude-sonnet-4-5';
const marker = { type: 'ephemeral' } as const;
const words = (about: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${about} ${index} is handled with care.`).join('\n');
const text = (value: string): ScriptedBlock => ({ type: 'text', text: value });
const marked = (block: ScriptedBlock, ttl?: '1h'): ScriptedBlock => ({
  ...block,
  cache_control: ttl === undefined ? marker : { ...marker, ttl },
});

interface Shape {
  readonly rules?: string;
  readonly systemTtl?: '1h';
  readonly perTurn?: number;
  readonly model?: string;
  readonly toolChoice?: unknown;
  readonly lines?: number;
  readonly automatic?: true;
  readonly unmarked?: true;
}

/** A conversation of so many turns; a marker behind the system text and one behind the last block. */
function body(turns: number, shape: Shape = {}): ScriptedBody {
  const { rules = words('Rule', shape.lines ?? 300), perTurn = 2 } = shape;
  const messages = Array.from({ length: turns }, (_, turn) => [
    {
      role: 'user' as const,
      content: Array.from({ length: turn === turns - 1 ? perTurn : 2 }, (__, part) =>
        text(words(`Question ${turn} part ${part}`, shape.lines === undefined ? 20 : 2)),
      ),
    },
    { role: 'assistant' as const, content: [text(words(`Answer ${turn}`, shape.lines === undefined ? 15 : 2))] },
  ])
    .flat()
    .slice(0, -1);
  const last = messages.at(-1);
  const isOwn = shape.automatic === undefined && shape.unmarked === undefined;
  const ending =
    last === undefined || !isOwn
      ? messages
      : [
          ...messages.slice(0, -1),
          { ...last, content: last.content.map((each, at) => (at === last.content.length - 1 ? marked(each) : each)) },
        ];
  return {
    model: shape.model ?? model,
    tools: [{ name: 'read', description: words('Reading', 10), input_schema: { type: 'object' } }],
    system: [isOwn ? marked(text(rules), shape.systemTtl) : text(rules)],
    messages: ending,
    ...(shape.toolChoice === undefined ? {} : { tool_choice: shape.toolChoice }),
    ...(shape.automatic === undefined ? {} : { cache_control: marker }),
  };
}

function lastOf(...sendings: readonly ScriptedSending[]) {
  const last = stepsOf(capturedFrom(sendings)).at(-1);
  if (last === undefined) throw new Error('nothing was sent');
  return last;
}

function causesOf({ answer }: ReturnType<typeof lastOf>): readonly (readonly MissCause[])[] {
  return answer.left.map((causes) => causes.map(({ cause }) => cause));
}

const before = [
  { body: body(1), at: 1000 },
  { body: body(2), at: 1020 },
] as const;

describe('a provider that misses for one known cause', () => {
  it('says nothing of a session that hits', () => {
    const steps = stepsOf(capturedFrom([1, 2, 3, 4, 5].map((turns) => ({ body: body(turns), at: turns * 30 }))));
    expect(steps.map(({ answer }) => answer.verdict)).toEqual(['first', 'hit', 'hit', 'hit', 'hit']);
    expect(steps[0]?.answer.text).toBe('It is the first request of its conversation');
    // What was written once is known to the token from then on.
    const last = steps.at(-1);
    expect(last?.predicted?.read).toEqual({ low: last?.captured.usage?.read, high: last?.captured.usage?.read });
  });

  it('finds the edit, and where it is', () => {
    const edited = words('Rule', 300).replace('Rule 150 is', 'Rule 150 was');
    const step = lastOf(...before, { body: body(3, { rules: edited }), at: 1040 });
    expect(step.answer.verdict).toBe('explained');
    expect(causesOf(step)).toEqual([['edit']]);
    expect(step.answer.edit?.lineBefore).toContain('Rule 150 is');
    expect(step.answer.edit?.lineAfter).toContain('Rule 150 was');
    expect(step.answer.lost).toBeGreaterThan(4000);
    expect(step.answer.lostCost).toBeCloseTo((step.answer.lost * 3 * (1.25 - 0.1)) / 1_000_000, 6);
  });

  it('finds an edit in the conversation, with what the marker before it kept', () => {
    const step = lastOf(...before, {
      body: {
        ...body(3),
        messages: body(3).messages.map((each, at) => (at === 0 ? { ...each, content: [text('Other')] } : each)),
      },
      at: 1040,
    });
    expect(causesOf(step)).toEqual([['edit']]);
    expect(step.captured.usage?.read).toBeGreaterThan(3000);
  });

  it('finds that it expired', () => {
    const step = lastOf(...before, { body: body(3), at: 1020 + 400 });
    expect(causesOf(step)).toEqual([['expired']]);
    expect(step.answer.struck.find(({ cause }) => cause === 'edit')?.fact).toContain('byte for byte');
  });

  it('finds that the shorter of two lifetimes expired', () => {
    const step = lastOf(
      { body: body(1, { systemTtl: '1h' }), at: 1000 },
      { body: body(2, { systemTtl: '1h' }), at: 1020 },
      { body: body(3, { systemTtl: '1h' }), at: 1800 },
    );
    expect(step.captured.usage?.read).toBeGreaterThan(3000);
    expect(causesOf(step)).toEqual([['expired']]);
  });

  it('finds that the next marker is too far behind', () => {
    const step = lastOf(...before, { body: body(3, { perTurn: 25 }), at: 1040 });
    expect(causesOf(step)).toEqual([['lookback']]);
  });

  it('finds that the prefix is too short', () => {
    const short = { lines: 8 };
    const step = lastOf({ body: body(1, short), at: 0 }, { body: body(2, short), at: 20 });
    expect(step.captured.usage).toMatchObject({ read: 0, written: 0 });
    expect(causesOf(step)).toEqual([['minimum']]);
  });

  it('finds another model', () => {
    const step = lastOf(...before, { body: body(3, { model: 'claude-opus-4-1' }), at: 1040 });
    expect(causesOf(step)).toEqual([['model']]);
  });

  it('finds another parameter, with what it keeps', () => {
    const step = lastOf(...before, { body: body(3, { toolChoice: { type: 'any' } }), at: 1040 });
    expect(step.captured.usage?.read).toBeGreaterThan(3000);
    expect(causesOf(step)).toEqual([['parameter']]);
    // What was read is from now on the exact size of the system prompt with the tools.
    const [system] = step.sized.request.markers;
    expect(step.sized.reported.has(system?.block ?? -1)).toBe(true);
    expect(step.sized.extents[system?.block ?? -1]?.tokens).toBe(step.captured.usage?.read);
  });

  it('finds a request that was sent at the same time', () => {
    const step = lastOf(
      { body: body(1), at: 1000, firstByte: 8, thread: 'one' },
      { body: body(1), at: 1001, thread: 'two' },
    );
    expect(causesOf(step)).toEqual([['concurrent']]);
  });

  it('finds that the automatic marker was elsewhere', () => {
    const automatic = { automatic: true } as const;
    const step = lastOf(
      { body: body(1, automatic), at: 0 },
      { body: body(2, automatic), at: 20, back: 1 },
      { body: body(3, automatic), at: 40 },
    );
    expect(causesOf(step)).toEqual([['automatic']]);
  });

  it('leaves context editing as an explanation where it may have cleared messages', () => {
    const context = { context_management: { edits: [{ type: 'compact_20991231' }] } };
    const whole = body(3);
    const cleared = {
      ...whole,
      messages: whole.messages.map((message, at) =>
        at === 0 ? { ...message, content: [text(words('Cleared', 40))] } : message,
      ),
    };
    const step = lastOf(...before.map((each) => ({ ...each, body: { ...each.body, ...context } })), {
      body: { ...whole, ...context },
      at: 1040,
      cleared,
    });
    expect(causesOf(step)).toEqual([['cleared']]);
    expect(step.answer.text).toContain('context editing (compact_20991231) may clear messages');
  });

  it('finds that the request has no marker', () => {
    const step = lastOf(...before, { body: body(3, { unmarked: true }), at: 1040 });
    expect(causesOf(step)).toEqual([['no-marker']]);
  });
});

describe('a provider that misses for another reason', () => {
  it('says provider side when it forgot, and strikes out every known cause', () => {
    const step = lastOf(...before, { body: body(3), at: 1040, forget: true });
    expect(step.answer.verdict).toBe('provider');
    expect(step.answer.left).toEqual([]);
    expect(step.answer.struck).toHaveLength(10);
    expect(step.answer.text).toContain('Provider side');
  });

  it('says provider side when it forgot although something changed that explains less', () => {
    const step = lastOf(...before, { body: body(3, { toolChoice: { type: 'any' } }), at: 1040, forget: true });
    expect(step.answer.verdict).toBe('provider');
    const struck = step.answer.struck.find(({ cause }) => cause === 'parameter');
    expect(struck?.fact).toContain('it would have left');
  });

  it('lists every explanation that fits', () => {
    const edited = words('Rule', 300).replace('Rule 0 is', 'Rule 0 was');
    const step = lastOf(...before, { body: body(3, { rules: edited }), at: 1020 + 400 });
    expect(step.answer.verdict).toBe('open');
    expect(causesOf(step)).toEqual([['edit'], ['expired']]);
  });

  it('names two causes together when only both explain the numbers', () => {
    const automatic = { automatic: true } as const;
    const long = body(3, { ...automatic, perTurn: 25 });
    const edited = long.messages.map((each, at) => (at === 2 ? { ...each, content: [text('Other')] } : each));
    const step = lastOf(
      { body: body(1, automatic), at: 0 },
      { body: body(2, automatic), at: 20 },
      { body: { ...long, messages: edited }, at: 40 },
    );
    expect(step.captured.usage?.read).toBe(0);
    expect(step.answer.verdict).toBe('explained');
    expect(causesOf(step)).toEqual([['edit', 'lookback']]);
  });

  it('says that more was read than this session wrote', () => {
    const [first, second] = capturedFrom(before);
    if (first === undefined || second === undefined) throw new Error('nothing was sent');
    const usage = { ...second.usage, form: 'anthropic' as const, read: 5000, written: 900, uncached: 4, context: 5904 };
    const [step] = stepsOf([{ ...first, usage: { ...first.usage, ...usage } as typeof first.usage }]);
    expect(step?.answer.verdict).toBe('unseen');
  });

  it('gives no verdict while nothing is reported', () => {
    const [first] = capturedFrom(before);
    if (first === undefined) throw new Error('nothing was sent');
    expect(stepsOf([{ ...first, usage: null }])[0]?.answer.verdict).toBe('unknown');
  });
});

describe('any session with one fault in its last request', () => {
  /** The verdict and the causes of faults that no cause explains. */
  const verdicts = new Map([
    ['none', ['hit', []]],
    ['forget', ['provider', []]],
  ]);
  const faults = {
    none: {},
    forget: { forget: true },
    edit: { shape: { rules: `${words('Rule', 200)}\nOne more rule.` } },
    expired: { gap: 301 },
    lookback: { shape: { perTurn: 24 } },
    model: { shape: { model: 'claude-opus-4-1' } },
    parameter: { shape: { toolChoice: { type: 'any' } } },
    'no-marker': { shape: { unmarked: true } },
  } as const satisfies Record<string, { shape?: Shape; gap?: number; forget?: boolean }>;
  const rules = words('Rule', 200);

  it.each(Object.keys(faults) as (keyof typeof faults)[])('%s is found and nothing else is named', (name) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 250 }), { minLength: 1, maxLength: 6 }), (gaps) => {
        const fault: { readonly shape?: Shape; readonly gap?: number; readonly forget?: boolean } = faults[name];
        let at = 0;
        const sendings: ScriptedSending[] = gaps.map((gap, turn) => ({
          body: body(turn + 1, { rules }),
          at: (at += gap),
        }));
        const steps = stepsOf(
          capturedFrom([
            ...sendings,
            {
              body: body(gaps.length + 1, { rules, ...fault.shape }),
              at: at + (fault.gap ?? 30),
              ...(fault.forget === true ? { forget: true } : {}),
            },
          ]),
        );
        const last = steps.at(-1);
        expect(steps.slice(1, -1).every(({ answer }) => answer.verdict === 'hit')).toBe(true);
        const found = last?.answer.left.map((causes) => causes.map(({ cause }) => cause).join(' and '));
        const expected = verdicts.get(name) ?? ['explained', [name]];
        expect([last?.answer.verdict, found]).toEqual(expected);
      }),
      { numRuns: 8, seed: 23 },
    );
  });
});
