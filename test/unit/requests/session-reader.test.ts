import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../shared/document/builders';
import type { PromptDocument } from '../../../shared/document/types';
import { readRequests } from '../../../shared/requests/requests';
import { SessionReader } from '../../../shared/requests/log/session-reader';
import { sessionBodies } from '../../support/agent-session';

/** Shared nodes keep the place of their first request, and a session keeps no body. */
function withoutPlaces(document: PromptDocument): unknown {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (key === 'span' || key === 'text' ? undefined : value)),
  );
}

function readSession(bodies: readonly string[]): readonly PromptDocument[] {
  const reader = new SessionReader({ id: sourceId('log'), path: '/log' });
  return bodies.map((text) => {
    const read = reader.read({ text, start: 0, label: '' });
    if (read.kind !== 'request') throw new Error(`read as ${read.kind}`);
    return read.request.document;
  });
}

function readAlone(text: string): PromptDocument {
  const { requests } = readRequests({ id: sourceId('log'), path: '/log', as: 'log', text });
  const [only] = requests;
  if (only === undefined) throw new Error('no request');
  return only.document;
}

const marker = { cache_control: { type: 'ephemeral' } };
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.constantFrom('one', 'two', '# A\nx\n# B\ny', 'ü\n"') }),
  fc.record({
    type: fc.constant('tool_use'),
    id: fc.constantFrom('a', 'b'),
    name: fc.constant('f'),
    input: fc.object(),
  }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: fc.constant('a'), content: fc.constantFrom('r', 's') }),
);
const marked = fc.tuple(block, fc.boolean()).map(([each, mark]) => (mark ? { ...each, ...marker } : each));
const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system'),
  content: fc.oneof(fc.constantFrom('plain', 'text'), fc.array(marked, { maxLength: 3 })),
});
const anthropic = fc.record(
  {
    model: fc.constantFrom('claude-sonnet-4-5', 'claude-opus-4-5'),
    max_tokens: fc.constantFrom(1, 2),
    system: fc.oneof(fc.constantFrom('S', 'T'), fc.array(marked, { maxLength: 2 })),
    tools: fc.array(fc.record({ name: fc.constantFrom('f', 'g'), input_schema: fc.constant({ type: 'object' }) }), {
      maxLength: 2,
    }),
    messages: fc.array(message, { maxLength: 5 }),
  },
  { requiredKeys: ['model', 'messages'] },
);
const item = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'developer'), content: fc.constantFrom('x', 'y') }),
  fc.record({
    type: fc.constant('additional_tools'),
    role: fc.constant('developer'),
    tools: fc.array(fc.record({ type: fc.constant('function'), name: fc.constantFrom('f', 'g') }), { maxLength: 2 }),
  }),
  fc.record({
    type: fc.constant('function_call'),
    name: fc.constant('f'),
    arguments: fc.constantFrom('{}', '{"a":1}'),
  }),
);
const responses = fc.record(
  { model: fc.constant('gpt-5'), instructions: fc.constantFrom('I', 'J'), input: fc.array(item, { maxLength: 5 }) },
  { requiredKeys: ['model', 'input'] },
);

describe('a session', () => {
  it.each([
    ['of the Messages API', anthropic],
    ['of the Responses API', responses],
  ] as const)('%s reads as its requests read alone', (_, body) => {
    fc.assert(
      fc.property(fc.array<object>(body, { minLength: 1, maxLength: 6 }), fc.constantFrom(0, 1), (bodies, indent) => {
        const texts = bodies.map((each) => JSON.stringify(each, null, indent));
        const together = readSession(texts);
        expect(together.map(withoutPlaces)).toEqual(texts.map((text) => withoutPlaces(readAlone(text))));
      }),
      { numRuns: 300 },
    );
  });

  it('shares what its requests have in common', () => {
    const documents = readSession([...sessionBodies({ requests: 12, wordsPerTurn: 20, firstWords: 50 })]);
    expect(documents).toHaveLength(12);
    for (const [index, now] of documents.entries()) {
      const before = documents[index - 1];
      if (before === undefined) continue;
      expect(now.tools).toBe(before.tools);
      // The last message was marked before and is not now; all messages before it are the same objects.
      const shared = now.messages.filter((each, at) => each === before.messages[at]).length;
      expect(shared).toBe(before.messages.length - 1);
    }
  });
});
