import { expect, test } from 'vitest';
import { kindOf, startOf, threadOf, type SeenRequest } from '../../../shared/sessions/kind-of';

function seen(address: string, body?: unknown, rest: Partial<SeenRequest> = {}): SeenRequest {
  return { method: 'POST', address: `https://api.example.com${address}`, headers: {}, body, ...rest };
}

const user = { role: 'user', content: 'hi' };
const tools = [{ name: 'read' }];

test.each([
  ['turn', seen('/v1/messages', { messages: [user], tools })],
  ['turn', seen('/v1/messages?beta=true', { messages: [user] })],
  ['turn', seen('/v1/responses', { input: 'hi' })],
  ['turn', seen('/v1/messages', undefined)],
  ['turn', seen('/gateway/llm', { messages: [user] })],
  ['turn', seen('/v1beta/models/m:streamGenerateContent?alt=sse', { contents: [user], tools })],
  ['turn', seen('/model/x/invoke', { messages: [user] })],
  ['probe', seen('/api/hello', undefined, { method: 'HEAD' })],
  ['probe', seen('/v1/messages', { max_tokens: 1, messages: [user] })],
  ['models', seen('/v1/models?client_version=1', undefined, { method: 'GET' })],
  ['count', seen('/v1/messages/count_tokens', { messages: [user] })],
  ['count', seen('/v1beta/models/m:countTokens', { contents: [user] })],
  [
    'title',
    seen('/v1/messages', { messages: [{ role: 'user', content: 'Generate a title for this conversation:\n' }] }),
  ],
  ['title', seen('/v1/responses', { input: [user], text: { format: { schema: { properties: { title: {} } } } } })],
  [
    'title',
    seen('/v1/responses', {
      input: [user],
      tools,
      client_metadata: { 'x-codex-turn-metadata': '{"thread_source":"thread_title"}' },
    }),
  ],
  [
    'compaction',
    seen('/v1/responses', {
      input: [user],
      client_metadata: { 'x-codex-turn-metadata': '{"request_kind":"compaction"}' },
    }),
  ],
  ['compaction', seen('/v1/responses', { input: [user, { type: 'compaction_trigger' }], tools })],
  ['compaction', seen('/v1/responses/compact', { input: [user] })],
  ['prewarm', seen('/v1/responses', { input: [user], generate: false })],
  [
    'routing',
    seen('/v1beta/models/m:generateContent', {
      contents: [user],
      generationConfig: { responseJsonSchema: { properties: { complexity_score: {} } } },
    }),
  ],
  ['turn', seen('/v1beta/models/m:generateContent', { contents: [user] })],
  [
    'summary',
    seen('/v1beta/models/m:generateContent', { contents: [user] }, { headers: { 'user-agent': 'GeminiCLI/0.61.0' } }),
  ],
  ['other', seen('/codex/analytics-events/events', { events: [] })],
  ['other', seen('/v1/embeddings', { model: 'm' })],
] as const)('a request is known as %s', (kind, request) => {
  expect(kindOf(request)).toBe(kind);
});

test('a conversation is known by the ids that agents send', () => {
  const body = { messages: [user], metadata: { user_id: '{"device_id":"d","session_id":"s1"}' } };
  expect(threadOf(seen('/v1/messages', body))).toEqual({ id: 's1', parent: null });
  const claude = { 'x-claude-code-session-id': 's1', 'x-claude-code-agent-id': 'a1' };
  expect(threadOf(seen('/v1/messages', {}, { headers: claude }))).toEqual({ id: 'a1', parent: 's1' });
  const codex = { 'thread-id': 't2', 'session-id': 's', 'x-codex-parent-thread-id': 't1' };
  expect(threadOf(seen('/v1/responses', {}, { headers: codex }))).toEqual({ id: 't2', parent: 't1' });
  const opencode = { 'x-session-id': 'o2', 'x-parent-session-id': 'o1' };
  expect(threadOf(seen('/v1/messages', {}, { headers: opencode }))).toEqual({ id: 'o2', parent: 'o1' });
  expect(threadOf(seen('/v1/messages', { messages: [user] }))).toBeUndefined();
});

test('without ids requests that start alike belong together, wherever the markers are', () => {
  const marked = { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] };
  const plain = { role: 'user', content: [{ type: 'text', text: 'a' }] };
  expect(startOf({ messages: [marked] })).toBe(startOf({ messages: [plain, { role: 'assistant', content: 'b' }] }));
  expect(startOf({ messages: [plain] })).not.toBe(startOf({ messages: [user] }));
  expect(startOf({ nothing: 1 })).toBeUndefined();
});
