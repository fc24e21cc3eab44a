import { describe, expect, it } from 'vitest';
import { parseUsage } from '../../../../shared/cache/usage/usage';
import { finishedResponse } from '../../../../shared/requests/response/finished-response';

function sse(events: readonly (readonly [string | null, unknown])[], end = '\n\n'): string {
  return events
    .map(([event, data]) => `${event === null ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}`)
    .join('\n\n')
    .concat(end);
}

const usageOf = (response: unknown) => parseUsage(JSON.stringify(finishedResponse(response))).usage;

const messages = [
  [
    'message_start',
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [],
        usage: { input_tokens: 12, cache_read_input_tokens: 900, cache_creation_input_tokens: 30, output_tokens: 1 },
      },
    },
  ],
  ['ping', { type: 'ping' }],
  ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
  ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'He' } }],
  ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'llo' } }],
  [
    'content_block_start',
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'read', input: {} } },
  ],
  [
    'content_block_delta',
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"path":' } },
  ],
  [
    'content_block_delta',
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"a"}' } },
  ],
  ['message_delta', { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 40 } }],
  ['message_stop', { type: 'message_stop' }],
] as const;

describe('a streamed response', () => {
  it('of Anthropic has the usage of its start and its end, and its blocks', () => {
    const response = finishedResponse(sse(messages));
    expect(response).toMatchObject({
      id: 'msg_1',
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', name: 'read', input: { path: 'a' } },
      ],
    });
    expect(usageOf(sse(messages))).toMatchObject({
      form: 'anthropic',
      read: 900,
      written: 30,
      uncached: 12,
      output: 40,
    });
  });

  it('that broke off still has what came before', () => {
    const cut = sse(messages.slice(0, 5), '').slice(0, -3);
    expect(usageOf(cut)).toMatchObject({ read: 900, output: 1 });
    expect(finishedResponse(cut)).toMatchObject({ content: [{ text: 'He' }] });
  });

  it('of OpenAI Responses is its last event, or its items', () => {
    const usage = { input_tokens: 50, input_tokens_details: { cached_tokens: 32 }, output_tokens: 5, total_tokens: 55 };
    const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ok.' }] };
    const stream = sse([
      [null, { type: 'response.output_item.done', item }],
      [null, { type: 'response.completed', response: { id: 'r1', usage } }],
    ]);
    expect(finishedResponse(stream)).toMatchObject({ id: 'r1', output: [item] });
    expect(usageOf(stream)).toMatchObject({ form: 'openai', read: 32, uncached: 18 });
  });

  it('of OpenAI Chat has its text, its calls and the usage of the last chunk', () => {
    const chunk = (delta: unknown, more = {}) =>
      [null, { id: 'c', model: 'gpt-5', choices: [{ index: 0, delta }], ...more }] as const;
    const stream = sse([
      chunk({ role: 'assistant', content: 'O' }),
      chunk({ content: 'k' }),
      chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"x"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      [
        null,
        {
          choices: [],
          usage: { prompt_tokens: 20, prompt_tokens_details: { cached_tokens: 8 }, completion_tokens: 2 },
        },
      ],
    ]).concat('data: [DONE]\n\n');
    expect(finishedResponse(stream)).toMatchObject({
      choices: [{ message: { content: 'Ok', tool_calls: [{ function: { name: 'f', arguments: '{"x":1}' } }] } }],
    });
    expect(usageOf(stream)).toMatchObject({ read: 8, uncached: 12, output: 2 });
  });

  it('of Gemini is put together from its chunks, as text or as a list', () => {
    const chunks = [
      { candidates: [{ content: { parts: [{ text: 'O' }], role: 'model' } }] },
      {
        candidates: [{ content: { parts: [{ text: 'k' }], role: 'model' }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 10, cachedContentTokenCount: 4, candidatesTokenCount: 1 },
      },
    ];
    for (const stream of [sse(chunks.map((each) => [null, each])), chunks]) {
      expect(finishedResponse(stream)).toMatchObject({
        candidates: [{ finishReason: 'STOP', content: { parts: [{ text: 'O' }, { text: 'k' }] } }],
      });
      expect(usageOf(stream)).toMatchObject({ form: 'gemini', read: 4, uncached: 6 });
    }
  });

  it('of Bedrock Converse has the usage of its metadata', () => {
    const stream = [
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Ok' } } },
      { messageStop: { stopReason: 'end_turn' } },
      { metadata: { usage: { inputTokens: 7, outputTokens: 1, cacheReadInputTokens: 3 } } },
    ];
    expect(finishedResponse(stream)).toMatchObject({ stopReason: 'end_turn' });
    expect(usageOf(stream)).toMatchObject({ form: 'bedrock', read: 3, uncached: 7 });
  });

  it('is returned as it is when it was not streamed', () => {
    for (const response of [{ usage: { input_tokens: 1 } }, 'Bad gateway', [1, 2], [], null, undefined])
      expect(finishedResponse(response)).toBe(response);
  });
});
