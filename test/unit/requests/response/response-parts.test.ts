import { expect, it } from 'vitest';
import { responseParts } from '../../../../shared/requests/response/response-parts';

it.each([
  [
    'Anthropic',
    {
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Yes.' },
        { type: 'tool_use', id: 'a', name: 'read', input: {} },
      ],
    },
    ['thinking Hm.', 'text Yes.', 'call read {}'],
  ],
  [
    'OpenAI Responses',
    {
      object: 'response',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] },
        { type: 'function_call', name: 'read', arguments: '{}' },
      ],
    },
    ['thinking Hm.', 'text Yes.', 'call read {}'],
  ],
  [
    'OpenAI Chat',
    {
      choices: [
        {
          message: {
            reasoning_content: 'Hm.',
            content: 'Yes.',
            tool_calls: [{ function: { name: 'read', arguments: '{}' } }],
          },
        },
      ],
    },
    ['thinking Hm.', 'text Yes.', 'call read {}'],
  ],
  [
    'Gemini',
    {
      candidates: [
        {
          content: {
            parts: [{ text: 'Hm.', thought: true }, { text: 'Yes.' }, { functionCall: { name: 'read', args: {} } }],
          },
        },
      ],
    },
    ['thinking Hm.', 'text Yes.', 'call read {}'],
  ],
  ['Bedrock', { output: { message: { content: [{ text: 'Yes.' }] } } }, ['text Yes.']],
  ['an error', { type: 'error', error: { type: 'overloaded', message: 'Too busy' } }, ['error Too busy']],
])('reads a response of %s', (_, body, expected) => {
  const parts = responseParts(JSON.stringify(body));
  expect(parts.map(({ kind, name, text }) => [kind, name, text].filter(Boolean).join(' '))).toEqual(expected);
});

it('reads a stream, and shows what it does not know as it is', () => {
  const events = [
    { type: 'message_start', message: { type: 'message', usage: {} } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes.' } },
  ];
  const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  expect(responseParts(stream)).toEqual([{ kind: 'text', name: null, text: 'Yes.' }]);
  expect(responseParts('{"odd": 1}')).toMatchObject([{ kind: 'raw' }]);
  expect(responseParts('<html>')).toEqual([{ kind: 'raw', name: null, text: '<html>' }]);
  expect(responseParts('')).toEqual([]);
});
