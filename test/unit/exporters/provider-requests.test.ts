import { describe, expect, it } from 'vitest';
import type { PromptDocument } from '../../../shared/document/types';
import { exportDocument } from '../../../shared/exporters';
import { scopeDocument } from '../../../shared/exporters/scope';
import { analysisFor } from '../../support/analysis-for';
import { openBody } from '../../support/request-bodies';

function opened(body: unknown): PromptDocument {
  const read = openBody(JSON.stringify(body));
  if (read === undefined) throw new Error('not read');
  return read.document;
}

describe('tools that take free text', () => {
  const chat = {
    model: 'gpt-5.5',
    messages: [
      { role: 'user', content: 'Mend it' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'patch', input: '*** Begin' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ],
    tools: [
      {
        type: 'custom',
        custom: {
          name: 'patch',
          description: 'Changes files.',
          format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } },
        },
      },
      { type: 'custom', custom: { name: 'say', format: { type: 'text' } } },
    ],
  };
  const responses = {
    model: 'gpt-5.5',
    input: [
      { role: 'user', content: 'Mend it' },
      { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
    ],
    tools: [
      {
        type: 'custom',
        name: 'patch',
        description: 'Changes files.',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
      },
      { type: 'custom', name: 'say', format: { type: 'text' } },
    ],
  };

  it('stay the same tools between Chat Completions and Responses', () => {
    const there = exportDocument(opened(chat), 'openai-responses', analysisFor('openai', 'gpt-5.5'));
    expect(JSON.parse(there.body)).toEqual(responses);
    expect(there.warnings).toEqual([]);
    const back = exportDocument(opened(responses), 'openai-chat', analysisFor('openai', 'gpt-5.5'));
    expect(JSON.parse(back.body)).toEqual(chat);
    expect(back.warnings).toEqual([]);
  });
});

describe('a part of a request in its own form', () => {
  const tools = [{ name: 'f', input_schema: { type: 'object' } }];
  const body = {
    model: 'claude-sonnet-4-5',
    max_tokens: 9,
    thinking: { type: 'enabled', budget_tokens: 1.0 },
    tool_choice: { type: 'auto' },
    tools,
    messages: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ],
  };

  it('keeps the parameters, but those that need tools', () => {
    const document = scopeDocument(opened(body), { kind: 'node', id: 'messages/0' });
    const { body: text, warnings } = exportDocument(document, 'anthropic', analysisFor('anthropic'));
    expect(JSON.parse(text)).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      thinking: body.thinking,
      messages: [{ role: 'user', content: 'one' }],
    });
    expect(warnings.map(({ message }) => message)).toEqual(['Anthropic cannot be given tool_choice: left out']);
  });

  it.each([
    ['gemini', { generationConfig: { temperature: 1.5, seed: 7 }, safetySettings: [], labels: { a: 'b' } }],
    ['bedrock', { inferenceConfig: { maxTokens: 5 }, additionalModelRequestFields: { k: 1 } }],
  ] as const)('keeps those of %s in their places', (form, parameters) => {
    const said =
      form === 'gemini'
        ? { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }
        : { messages: [{ role: 'user', content: [{ text: 'x' }] }] };
    const document = scopeDocument(opened({ ...said, ...parameters }), { kind: 'node', id: 'messages/0' });
    expect(JSON.parse(exportDocument(document, form, analysisFor('unknown')).body)).toMatchObject(parameters);
  });
});

it('a model that Bedrock has under another id is refused with that id', () => {
  const document = opened({ model: 'claude-sonnet-4-5', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] });
  const { warnings } = exportDocument(document, 'bedrock', analysisFor('anthropic', 'claude-sonnet-4-5'));
  expect(warnings[0]?.message).toMatch(
    /^Not exported: claude-sonnet-4-5 is not a model of Bedrock, where it is called anthropic\.claude-sonnet-4-5/,
  );
});
