import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../../shared/requests/requests';
import { sourceOf, type Line, logOf, opened, bodiesOf, missing, at } from '../../../support/agent-logs';

describe('a Gemini CLI chat', () => {
  const head = { sessionId: 'S', projectHash: 'h', startTime: at(0), lastUpdated: at(0), kind: 'main' };
  const context = {
    id: 'e',
    timestamp: at(0),
    type: 'user',
    content: [{ text: '<session_context>\nx\n</session_context>' }],
  };
  const asked = { id: 'u1', timestamp: at(1), type: 'user', content: [{ text: 'Read it' }] };
  const tokens = { input: 90, output: 2, cached: 60, thoughts: 4, tool: 0, total: 96 };
  const answered = {
    id: 'g1',
    timestamp: at(2),
    type: 'gemini',
    content: '',
    thoughts: [],
    tokens,
    model: 'gemini-2.5-pro',
  };
  const response = { functionResponse: { id: 'c', name: 'read_file', response: { output: 'hello' } } };
  const called = {
    ...answered,
    toolCalls: [{ id: 'c', name: 'read_file', args: { file_path: 'a' }, result: [response] }],
  };
  const results = { id: 'u2', timestamp: at(3), type: 'user', content: [response] };
  const done = { ...answered, id: 'g2', timestamp: at(4), content: 'Done.' };
  const user = { role: 'user', parts: [...context.content, ...asked.content] };
  const expected = [
    { contents: [user] },
    {
      contents: [
        user,
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'read_file', args: { file_path: 'a' } } }] },
        { role: 'user', parts: [response] },
      ],
    },
  ];

  it('keeps the last version of a message and does not repeat results', () => {
    const lines = [head, { $set: { messages: [context] } }, asked, { $set: { lastUpdated: at(1) } }, answered, called];
    expect(bodiesOf(logOf(...lines, results, done))).toEqual(expected);
    expect(bodiesOf(logOf(...lines, done))).toEqual(expected);
  });

  it('opens with model and usage', () => {
    const { requests } = opened(logOf(head, context, asked, called, results, done));
    expect(requests.map(({ document }) => document.sent?.model)).toEqual(['gemini-2.5-pro', 'gemini-2.5-pro']);
    expect(requests[0]?.response).toMatchObject({
      usageMetadata: { promptTokenCount: 90, cachedContentTokenCount: 60, candidatesTokenCount: 2 },
    });
    expect(missing(requests[0]?.document)).toEqual(['System instruction', 'Tools', 'Parameters']);
  });

  it('forgets what was rewound', () => {
    const again = { ...asked, id: 'u9', content: [{ text: 'Or not' }] };
    const last = { ...done, id: 'g9' };
    const bodies = bodiesOf(logOf(head, context, asked, called, results, done, { $rewindTo: 'u1' }, again, last));
    expect(bodies[2]).toEqual({ contents: [{ role: 'user', parts: [...context.content, ...again.content] }] });
  });

  it('may be one object, as older versions write it', () => {
    const text = JSON.stringify({ ...head, messages: [context, asked, called, results, done] }, null, 2);
    const source = { ...sourceOf(text), path: '/w/session-1.json' };
    expect(readRequests(source).requests.map(({ document }) => document.messages.length)).toEqual([1, 3]);
  });
});

describe('a Gemini CLI telemetry file', () => {
  const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 18, 9, 0, seconds)).toISOString();
  const contents = [{ role: 'user', parts: [{ text: 'Say "hi" }\n}\n🌿' }] }];
  const tools = [
    { functionDeclarations: [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object' } }] },
  ];
  const span = (spanId: string, system: unknown, given: unknown = tools): Line => ({
    _spanContext: { spanId },
    name: 'llm_call',
    attributes: {
      'gen_ai.system_instructions': JSON.stringify(system),
      'gen_ai.tool.definitions': JSON.stringify(given),
    },
  });
  const asked = (spanId: string, seconds: number, more: Line = {}): Line => ({
    hrTimeObserved: [1, 2],
    spanContext: { spanId },
    attributes: {
      'event.name': 'gemini_cli.api_request',
      'event.timestamp': at(seconds),
      model: 'gemini-2.5-pro',
      prompt_id: 's1#1',
      role: 'main',
      request_text: JSON.stringify(contents),
      ...more,
    },
  });
  const answered = (seconds: number, tokens: number): Line => ({
    hrTimeObserved: [1, 2],
    attributes: {
      'event.name': 'gemini_cli.api_response',
      'event.timestamp': at(seconds),
      duration_ms: 2000,
      prompt_id: 's1#1',
      role: 'main',
      response_text: JSON.stringify([{ candidates: [{ content: { parts: [{ text: 'Hi.' }] } }] }]),
      input_token_count: tokens,
    },
  });
  const laidOut = (...records: readonly Line[]): string =>
    records.map((record) => `${JSON.stringify(record, null, 2)}\n`).join('');

  it('is read as the requests it holds, with the place of each character and the usage', () => {
    const text = laidOut(
      { hrTimeObserved: [1, 2], attributes: { 'event.name': 'gemini_cli.config' } },
      span('b', { parts: [{ text: 'Be short.' }] }, []),
      span('a', 'Be kind.\nAlways.'),
      asked('a', 1),
      asked('b', 5, { request_text: JSON.stringify([{ role: 'user', parts: [{ text: 'Another.' }] }]) }),
      answered(3, 9),
      answered(7, 11),
      { resource: {}, scopeMetrics: [] },
    );
    const { requests, findings } = opened(text);
    expect(findings.map(({ message }) => message)).toEqual([
      '2 requests are rebuilt from the 8 records of a Gemini CLI telemetry file',
    ]);
    expect(requests.map(({ at: time, document }) => [time, document.sent?.model, document.sent?.form])).toEqual([
      [at(1), 'gemini-2.5-pro', 'gemini'],
      [at(5), 'gemini-2.5-pro', 'gemini'],
    ]);
    expect(JSON.parse(requests[0]?.alone?.().text ?? '')).toEqual({
      contents,
      systemInstruction: { parts: [{ text: 'Be kind.\nAlways.' }], role: 'user' },
      tools,
    });
    expect(requests.map(({ response }) => response)).toMatchObject([
      { usageMetadata: { promptTokenCount: 9 } },
      { usageMetadata: { promptTokenCount: 11 } },
    ]);
  });

  it('says what it does not hold, and goes on over what is broken', () => {
    const { requests, findings } = opened(
      laidOut(asked('a', 1, { request_text: undefined }), asked('b', 2, { request_text: '{' }), asked('c', 3)),
    );
    expect(requests.map(({ document }) => document.aside.map(({ name }) => name))).toEqual([
      ['System instruction', 'Tools', 'Thinking and other settings'],
    ]);
    expect(findings.map(({ message }) => message)).toContain('2 of 3 records are not requests to a model');
  });
});
