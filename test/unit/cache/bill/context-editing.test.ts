/** Context editing of the Claude API: nothing is promised of text behind what it may clear. */
import { describe, expect, it } from 'vitest';
import { billOf } from '../../../../shared/cache/bill/bill';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { prose } from '../../../support/cache/documents';
import { billed, type SentLine } from '../../../support/cache/sessions';

const control = { type: 'ephemeral' };
const start = Date.parse('2026-11-17T10:00:00Z') / 1000;
const ask = { role: 'user', content: [{ type: 'text', text: 'Which of the tide tables is right?' }] };
const call = (number: number) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id: `call-${number}`, name: 'look', input: { at: `${number}.csv` } }],
});
const result = (number: number, isMarked: boolean) => ({
  role: 'user',
  content: [
    {
      type: 'tool_result',
      tool_use_id: `call-${number}`,
      content: prose(400),
      ...(isMarked ? { cache_control: control } : {}),
    },
  ],
});

function body(calls: number, edits: readonly object[] | undefined, extra: readonly object[] = []): object {
  const turns = Array.from({ length: calls }, (_, index) => [call(index), result(index, index === calls - 1)]).flat();
  return {
    model: 'claude-sonnet-5-5',
    max_tokens: 100,
    tools: [{ name: 'look', description: prose(60), input_schema: { type: 'object' } }],
    system: [{ type: 'text', text: prose(2000), cache_control: control }],
    messages: [ask, ...extra, ...turns],
    ...(edits === undefined ? {} : { context_management: { edits } }),
  };
}

/** The second of two requests. It continues the first by one call and its result. */
function second(calls: number, edits: readonly object[] | undefined, extra: readonly object[] = []) {
  const lines: readonly SentLine[] = [
    { at: start, body: body(calls - 1, edits, extra) },
    { at: start + 20, body: body(calls, edits, extra) },
  ];
  const { requests } = billOf(billed(lines), shippedPacks);
  const [, bill] = requests;
  if (bill?.predicted == null) throw new Error('nothing predicted');
  return bill.predicted;
}

const clear = { type: 'clear_tool_uses_20250919' };
const thinking = (index: number) => ({
  role: 'assistant',
  content: [{ type: 'thinking', thinking: prose(100 + index), signature: 'c2lnbmVk' }],
});

describe('a request with context editing', () => {
  it.each([
    ['no edit', []],
    ['a trigger that is not reached', [clear]],
    [
      'more calls kept than there are',
      [{ ...clear, trigger: { type: 'input_tokens', value: 100 }, keep: { type: 'tool_uses', value: 9 } }],
    ],
    ['all thinking kept', [{ type: 'clear_thinking_20251015', keep: 'all' }]],
    ['what the model does anyway', [{ type: 'clear_thinking_20251015' }]],
  ])('is as one without it: %s', (_why, edits) => {
    const plain = second(5, undefined);
    expect(plain).toMatchObject({ known: true });
    expect(plain.read.low).toBeGreaterThan(3000);
    expect(second(5, edits)).toEqual(plain);
  });

  it.each([
    ['by tokens', { ...clear, trigger: { type: 'input_tokens', value: 2000 } }],
    ['by calls', { ...clear, trigger: { type: 'tool_uses', value: 5 } }],
  ])('promises only what stands before the first result that may be cleared, %s', (_how, edit) => {
    const plain = second(5, undefined);
    const { read, known, why } = second(5, [edit]);
    expect(known).toBe(false);
    expect(read.high).toBe(plain.read.low);
    expect(read.low).toBeGreaterThan(1500);
    expect(read.low).toBeLessThan(plain.read.low - 1000);
    expect(why.join('\n')).toContain(
      'Context editing (clear_tool_uses_20250919) may clear messages/3/block-0 and what follows; how much is not known',
    );
  });

  it('says so of a first request too, whose size is not known', () => {
    const edit = { ...clear, trigger: { type: 'input_tokens', value: 2000 } };
    const { requests } = billOf(billed([{ at: start, body: body(6, [edit]) }]), shippedPacks);
    expect(requests[0]?.predicted).toMatchObject({ known: false });
    expect(requests[0]?.predicted?.why.join('\n')).toContain('may clear');
  });

  it('counts the turns with thinking that are kept', () => {
    const turns = [thinking(1), ask, thinking(2), ask];
    const keep = (value: number) => [{ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value } }];
    expect(second(5, keep(2), turns)).toEqual(second(5, undefined, turns));
    expect(second(5, keep(1), turns)).toMatchObject({ known: false });
  });

  it('promises nothing of the messages for an edit that nobody described', () => {
    const { read, known, why } = second(5, [{ type: 'compact_20991231' }]);
    expect(known).toBe(false);
    expect(read.low).toBeGreaterThan(1500);
    expect(read.low).toBeLessThan(read.high);
    expect(why.join('\n')).toContain('Context editing (compact_20991231) may clear messages and what follows');
  });

  it.each([[null], ['clear'], [{ edits: 'all' }], [{ edits: [null, 3, 'x', {}] }]])('reads %j', (value) => {
    const lines = [{ at: start, body: { ...body(2, undefined), context_management: value } }];
    expect(billOf(billed(lines), shippedPacks).requests).toHaveLength(1);
  });
});
