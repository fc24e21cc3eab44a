/** Thinking of earlier turns: who sees it again once the user has spoken, and what that does to the cache. */
import { describe, expect, it } from 'vitest';
import { billOf } from '../../../../shared/cache/bill/bill';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { nodeId } from '../../../../shared/document/builders';
import { prose } from '../../../support/cache/documents';
import { billed, type SentLine } from '../../../support/cache/sessions';

const control = { type: 'ephemeral' };
const start = Date.parse('2026-11-17T10:00:00Z') / 1000;
const ask = { role: 'user', content: [{ type: 'text', text: 'Which of the two tide tables is right?' }] };
const thought = { type: 'thinking', thinking: prose(300), signature: 'c2lnbmVk' };
const call = { type: 'tool_use', id: 'call-1', name: 'look', input: { at: 'tides.csv' } };
const answer = { role: 'assistant', content: [thought, { type: 'text', text: 'The second one.' }] };
const result = (marked: boolean) => ({
  role: 'user',
  content: [
    {
      type: 'tool_result',
      tool_use_id: 'call-1',
      content: prose(800),
      ...(marked ? { cache_control: control } : {}),
    },
  ],
});
const said = (...blocks: readonly object[]) => ({ role: 'user', content: blocks });

function body(model: string, messages: readonly object[]): object {
  return {
    model,
    max_tokens: 100,
    tools: [{ name: 'look', description: prose(60), input_schema: { type: 'object' } }],
    system: [{ type: 'text', text: prose(4500), cache_control: control }],
    messages,
  };
}

/** Asked, a call with its result, and a new question of the user. */
const session = (model: string): readonly SentLine[] => [
  { at: start, body: body(model, [ask]) },
  { at: start + 20, body: body(model, [ask, { role: 'assistant', content: [thought, call] }, result(true)]) },
  {
    at: start + 60,
    body: body(model, [
      ask,
      { role: 'assistant', content: [thought, call] },
      result(false),
      answer,
      said({ type: 'text', text: 'And tomorrow?', cache_control: control }),
    ]),
  },
];

describe('thinking of earlier turns', () => {
  it.each(['claude-haiku-4-5-20251001', 'claude-sonnet-4-5', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'])(
    'is left out of the prompt by %s once the user speaks, and what stood behind it is written again',
    (model) => {
      const requests = billed(session(model));
      const { requests: bills } = billOf(requests, shippedPacks);
      const [first, second, third] = bills;
      const [, loop, spoken] = requests;
      // A tool result continues the turn: its thinking is in the prompt and in the cache.
      expect(loop?.analysis.earlierThinking).toBeUndefined();
      const written = second?.predicted?.written.high ?? 0;
      expect(written).toBeGreaterThan(loop?.analysis.tokens[nodeId('message-2')]?.tokens ?? 0);
      expect(spoken?.analysis.earlierThinking).toMatchObject({ fate: 'left-out', blocks: { length: 2 } });
      const system = first?.predicted?.written.high ?? 0;
      expect(third?.predicted?.read).toEqual({ low: system, high: system });
      expect(third?.predicted?.tokens.high).toBe(spoken?.analysis.total.tokens);
      expect(third?.lost).toMatchObject({ cause: 'thinking', basis: 'predicted', cachedBy: 2 });
      expect(third?.lost?.why).toContain('does not see thinking of earlier turns again');
      // What does not come again, the thinking itself, was not lost.
      expect(third?.lost?.tokens.high).toBeLessThan(written);
    },
  );

  it.each(['claude-opus-4-5', 'claude-sonnet-4-6', 'claude-haiku-5-5', 'anthropic.claude-opus-4-6-v1'])(
    'stays in the prompt and in the cache with %s',
    (model) => {
      const requests = billed(session(model));
      const { requests: bills } = billOf(requests, shippedPacks);
      const [first, second, third] = bills;
      const cached = (first?.predicted?.written.high ?? 0) + (second?.predicted?.written.high ?? 0);
      expect(third?.predicted?.read).toEqual({ low: cached, high: cached });
      expect(third?.lost).toBeNull();
      expect(requests[2]?.analysis.earlierThinking).toBeUndefined();
    },
  );

  it('gives a range where nobody published what the model does', () => {
    const requests = billed(session('claude-3-5-sonnet-20241022'));
    const { requests: bills } = billOf(requests, shippedPacks);
    const third = bills[2]?.predicted;
    expect(requests[2]?.analysis.earlierThinking).toMatchObject({ fate: 'unknown' });
    expect(third?.read.low).toBe(bills[0]?.predicted?.written.high);
    expect(third?.read.high).toBeGreaterThan(third?.read.low ?? 0);
    expect(third?.known).toBe(false);
    expect(third?.why).toContain('Whether the model sees thinking of earlier turns again is not published');
  });

  it('is left out too when the user speaks beside a tool result', () => {
    const [, , last] = session('claude-haiku-4-5');
    const messages = [
      ask,
      { role: 'assistant', content: [thought, call] },
      said(...result(false).content, { type: 'text', text: 'Hurry.', cache_control: control }),
    ];
    const [spoken] = billed([{ at: start, body: { ...last?.body, messages } }]);
    expect(spoken?.analysis.earlierThinking).toMatchObject({ fate: 'left-out', blocks: { length: 1 } });
  });

  it('counts nothing, and sections, messages and total still add up', () => {
    const [, , third] = billed(session('claude-haiku-4-5'));
    if (third === undefined) throw new Error('no request');
    const { document, analysis } = third;
    const { blocks = [], count } = analysis.earlierThinking ?? {};
    expect(count?.tokens).toBeGreaterThan(0);
    for (const id of blocks) expect(analysis.tokens[id]).toMatchObject({ tokens: 0, low: 0, high: 0 });
    for (const { id, children } of document.messages) {
      if (!children.some((child) => child.type === 'section')) continue;
      const parts = children.flatMap((child) => ('id' in child ? (analysis.tokens[child.id]?.tokens ?? 0) : []));
      expect(analysis.tokens[id]?.tokens).toBe(parts.reduce((sum, tokens) => sum + tokens, 0));
    }
    const all = [...document.tools, ...document.messages].map(({ id }) => analysis.tokens[id]?.tokens ?? 0);
    expect(analysis.total.tokens).toBe(all.reduce((sum, tokens) => sum + tokens, analysis.overhead.tokens));
  });
});
