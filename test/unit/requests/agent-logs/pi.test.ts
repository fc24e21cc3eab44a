import { describe, expect, it } from 'vitest';
import { type Line, logOf, opened, bodiesOf, missing, at } from '../../../support/agent-logs';

describe('a pi session', () => {
  const head = { type: 'session', version: 3, id: 'S', timestamp: at(0), cwd: '/w' };
  const entry = (id: string, parentId: string | null, message: Line, second = 1): Line => ({
    type: 'message',
    id,
    parentId,
    timestamp: at(second),
    message,
  });
  const asked = entry('a', null, { role: 'user', content: [{ type: 'text', text: 'hi' }] });
  const assistant = (content: readonly Line[], more: Line = {}): Line => ({
    role: 'assistant',
    content,
    api: 'anthropic-messages',
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    usage: { input: 1, output: 2, cacheRead: 30, cacheWrite: 4, totalTokens: 37, cost: { total: 0 } },
    stopReason: 'stop',
    ...more,
  });
  const called = entry('b', 'a', assistant([{ type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'x' } }]));
  const result = entry('d', 'b', {
    role: 'toolResult',
    toolCallId: 'c',
    toolName: 'read',
    content: [
      { type: 'text', text: 'text of x' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ],
    isError: false,
  });
  const done = entry('f', 'd', assistant([{ type: 'text', text: 'Done.' }]));

  it('gives one request for each response', () => {
    expect(bodiesOf(logOf(head, asked, called, result, done))).toEqual([
      { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] },
      {
        model: 'claude-sonnet-4-5',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'hi' }] },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: { path: 'x' } }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'c',
                content: [
                  { type: 'text', text: 'text of x' },
                  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
                ],
                is_error: false,
              },
            ],
          },
        ],
      },
    ]);
  });

  it('opens with usage, and without what broke off', () => {
    const failed = entry('g', 'd', assistant([{ type: 'text', text: 'Do' }], { stopReason: 'aborted' }));
    const again = entry('h', 'g', { role: 'user', content: 'Again.' });
    const { requests } = opened(logOf(head, asked, called, result, failed, again, { ...done, parentId: 'h' }));
    expect(requests[0]?.response).toMatchObject({
      usage: { input_tokens: 1, cache_read_input_tokens: 30, cache_creation_input_tokens: 4, output_tokens: 2 },
    });
    expect(requests[2]?.document.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(missing(requests[0]?.document)).toEqual(['System prompt', 'Tools', 'Parameters and cache breakpoints']);
  });

  it('sends the summary of a compaction and what it kept', () => {
    const compaction = { type: 'compaction', id: 'k', parentId: 'f', summary: 'Was read.', firstKeptEntryId: 'f' };
    const more = entry('l', 'k', { role: 'user', content: 'Next' });
    const last = entry('m', 'l', assistant([{ type: 'text', text: 'Yes.' }]));
    expect(bodiesOf(logOf(head, asked, called, result, done, compaction, more, last))[2]).toMatchObject({
      messages: [
        { role: 'user', content: [{ text: 'Was read.' }] },
        { role: 'assistant', content: [{ text: 'Done.' }] },
        { role: 'user', content: [{ text: 'Next' }] },
      ],
    });
  });
});
