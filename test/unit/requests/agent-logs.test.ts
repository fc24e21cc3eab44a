/** The logs that agents keep, in their shapes; the words in them are ours. */
import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../shared/document/builders';
import { checkDocument } from '../../../shared/document/check';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import { AgentLogReader } from '../../../shared/requests/agent-logs/agent-log-reader';
import { piecesText } from '../../../shared/requests/agent-logs/pieces';
import { LogReader, type ReadLog } from '../../../shared/requests/log/log-reader';
import { readRequests } from '../../../shared/requests/requests';

type Line = Readonly<Record<string, unknown>>;

function logOf(...lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function sourceOf(text: string): { id: ReturnType<typeof sourceId>; path: string; as: string; text: string } {
  return { id: sourceId('log.jsonl'), path: '/w/log.jsonl', as: 'log', text };
}

/** Streams the log in small chunks, and reads it whole: both give the same documents. */
function opened(text: string): ReadLog {
  const source = sourceOf(text);
  const reader = new LogReader(source);
  for (let at = 0; at < text.length; at += 7) reader.push(text.slice(at, at + 7));
  const log = reader.end();
  const whole = readRequests(source);
  expect(whole.requests).toHaveLength(log.requests.length);
  for (const [index, { document, response }] of log.requests.entries()) {
    const alone = whole.requests[index];
    expect(checkDocument(document, new Map([[source.id, text]]))).toEqual([]);
    expect(withoutText(alone?.document)).toEqual(withoutText(document));
    expect(alone?.response).toEqual(response);
  }
  return log;
}

function withoutText(document: PromptDocument | undefined): unknown {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (key === 'text' || key === 'path' ? undefined : value)),
  );
}

function bodiesOf(text: string): readonly unknown[] {
  const reader = new AgentLogReader();
  let start = 0;
  for (const line of text.trimEnd().split('\n')) {
    expect(reader.take({ text: line, start })).toBe(true);
    start += line.length + 1;
  }
  return [...reader.requests()].map((each): unknown => JSON.parse(piecesText(each.body())));
}

function missing(document: PromptDocument | undefined): readonly string[] {
  return (document?.aside ?? []).map(({ name }) => name);
}

const at = (second: number): string => `2026-11-18T10:00:0${second}.000Z`;

describe('a Codex rollout', () => {
  const item = (second: number, payload: Line): Line => ({ timestamp: at(second), type: 'response_item', payload });
  const said = (role: string, text: string): Line => ({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  });
  const call = { type: 'function_call', call_id: 'c1', name: 'exec_command', arguments: '{"cmd":"ls"}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: 'a.txt' };
  const usage = (input: number, cached: number): Line => ({
    timestamp: at(9),
    type: 'token_usage_record',
    payload: { response_id: 'r', usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: 3 } },
  });
  const meta = {
    timestamp: at(0),
    type: 'session_meta',
    payload: { id: 'T', cwd: '/w', base_instructions: { text: 'Work "well".\n# Rules\nBe brief.' } },
  };
  const context = { timestamp: at(1), type: 'turn_context', payload: { turn_id: 'U', model: 'gpt-5.5' } };
  const turn = [
    meta,
    item(1, said('user', 'List the files.')),
    context,
    { timestamp: at(1), type: 'event_msg', payload: { type: 'task_started' } },
    item(2, { type: 'reasoning', summary: [], encrypted_content: 'x' }),
    item(2, call),
    usage(100, 0),
    item(3, output),
    item(4, said('assistant', 'One file: a.txt')),
    usage(150, 90),
  ];

  it('gives one request for each response', () => {
    const base = {
      type: 'message',
      role: 'developer',
      content: [{ type: 'input_text', text: meta.payload.base_instructions.text }],
    };
    const first = [base, said('user', 'List the files.')];
    expect(bodiesOf(logOf(...turn))).toEqual([
      { model: 'gpt-5.5', input: first },
      { model: 'gpt-5.5', input: [...first, { type: 'reasoning', summary: [], encrypted_content: 'x' }, call, output] },
    ]);
  });

  it('opens with usage, times, places and what is not recorded', () => {
    const { requests, findings } = opened(logOf(...turn));
    expect(requests.map((each) => each.at)).toEqual([at(1), at(3)]);
    expect(requests[1]?.response).toMatchObject({
      usage: { input_tokens: 150, input_tokens_details: { cached_tokens: 90 }, output_tokens: 3 },
    });
    const document = requests[1]?.document;
    expect(document?.sent).toMatchObject({ form: 'openai-responses', model: 'gpt-5.5', rebuiltFrom: 'Codex rollout' });
    expect(document?.messages.map(({ role }) => role)).toEqual(['developer', 'user', 'assistant', 'assistant', 'tool']);
    expect(nodeText(document?.messages[0] ?? fail())).toBe('Work "well".\n# Rules\nBe brief.');
    expect(missing(document)).toEqual(['Tools', 'Parameters']);
    expect(findings.map(({ ruleId, message }) => [ruleId, message])).toEqual([
      ['request-rebuilt', '2 requests are rebuilt from the 10 lines of a Codex rollout'],
    ]);
  });

  it('shares the messages that requests have in common', () => {
    const [first, second] = opened(logOf(...turn)).requests;
    expect(second?.document.messages[0]).toBe(first?.document.messages[0]);
  });

  it('goes on from what a compaction kept', () => {
    const compacted = {
      timestamp: at(5),
      type: 'compacted',
      payload: { message: 's', replacement_history: [said('user', 'Summary.')] },
    };
    const [, , third] = bodiesOf(
      logOf(...turn, compacted, item(6, said('user', 'Go on.')), item(7, said('assistant', 'Done.'))),
    );
    expect(third).toMatchObject({ input: [{ role: 'developer' }, said('user', 'Summary.'), said('user', 'Go on.')] });
    const cut = { timestamp: at(5), type: 'compacted', payload: { message: 's' } };
    const { requests } = opened(logOf(...turn, cut, item(7, said('assistant', 'Done.'))));
    expect(missing(requests[2]?.document)).toContain('What the compaction kept');
  });

  it('shows what was asked, if no response was written', () => {
    expect(opened(logOf(...turn.slice(0, 3))).requests).toHaveLength(1);
  });

  it('is not exported as the bytes that were sent', () => {
    const whole = readRequests(sourceOf(logOf(...turn))).requests[0]?.document ?? fail();
    expect(exportDocument(whole, 'sent').warnings.map(({ message }) => message)).toEqual([
      'Not exported: this request was rebuilt from a Codex rollout, which does not hold all that was sent. ' +
        'Choose the form of a provider.',
    ]);
    expect(JSON.parse(exportDocument(whole, 'openai-responses').body)).toMatchObject({ model: 'gpt-5.5' });
  });
});

describe('a Claude Code transcript', () => {
  const line = (uuid: string, parentUuid: string | null, type: string, message: Line, more: Line = {}): Line => ({
    parentUuid,
    isSidechain: false,
    cwd: '/w',
    sessionId: 'S',
    type,
    message,
    uuid,
    timestamp: at(Number(uuid.replace(/\D/g, ''))),
    ...more,
  });
  const block = (id: string, content: Line, output: number): Line => ({
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [content],
    usage: { input_tokens: 9, cache_read_input_tokens: 80, cache_creation_input_tokens: 10, output_tokens: output },
  });
  const use = (id: string): Line => ({ type: 'tool_use', id, name: 'Read', input: { path: id, n: 1.0 } });
  const result = (id: string): Line => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` });
  const asked = line('u1', null, 'user', { role: 'user', content: 'Read both.\n<system-reminder>x</system-reminder>' });
  const session = [
    { type: 'summary', summary: 'Reading', leafUuid: 'a5' },
    asked,
    line('a2', 'u1', 'assistant', block('m1', use('t1'), 1)),
    line('a3', 'a2', 'assistant', block('m1', use('t2'), 7)),
    // Each result hangs on its own call, so one of them is on a branch.
    line('r4', 'a2', 'user', { role: 'user', content: [result('t1')] }),
    line('r5', 'a3', 'user', { role: 'user', content: [result('t2')] }),
    line('a6', 'r5', 'assistant', block('m2', { type: 'text', text: 'Read.' }, 5)),
  ];
  const firstMessage = {
    role: 'user',
    content: [{ type: 'text', text: 'Read both.\n<system-reminder>x</system-reminder>' }],
  };

  it('joins the blocks of a response and the results of calls side by side', () => {
    const [, ...lines] = session;
    expect(bodiesOf(logOf(...lines))).toEqual([
      { model: 'claude-sonnet-4-5', messages: [firstMessage] },
      {
        model: 'claude-sonnet-4-5',
        messages: [
          firstMessage,
          { role: 'assistant', content: [use('t1'), use('t2')] },
          { role: 'user', content: [result('t1'), result('t2')] },
        ],
      },
    ]);
  });

  it('opens with the last usage of each response', () => {
    const { requests, findings } = opened(logOf(...session));
    expect(requests.map(({ response }) => response)).toMatchObject([
      { usage: { output_tokens: 7 }, content: [use('t1'), use('t2')] },
      { usage: { output_tokens: 5 } },
    ]);
    expect(missing(requests[0]?.document)).toEqual(['System prompt', 'Tools', 'Parameters and cache markers']);
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(['request-rebuilt', 'request-others']);
  });

  it('follows the branch that a response is on', () => {
    const other = line('u7', null, 'user', { role: 'user', content: 'Another start.' });
    const answer = line('a8', 'u7', 'assistant', block('m3', { type: 'text', text: 'Yes.' }, 1));
    expect(bodiesOf(logOf(...session.slice(1), other, answer))[2]).toMatchObject({
      messages: [{ role: 'user', content: [{ text: 'Another start.' }] }],
    });
  });

  it('names the conversation of a subagent, and leaves out what was never sent', () => {
    const side = { isSidechain: true, agentId: 'g1' };
    const { requests } = opened(
      logOf(
        line('u1', null, 'user', { role: 'user', content: 'Look.' }, side),
        line(
          'x2',
          'u1',
          'assistant',
          { ...block('e', { type: 'text', text: 'API error' }, 0), model: '<synthetic>' },
          side,
        ),
        line(
          'v3',
          'x2',
          'user',
          { role: 'user', content: 'Only shown.' },
          { ...side, isVisibleInTranscriptOnly: true },
        ),
        line('a4', 'v3', 'assistant', block('m9', { type: 'text', text: 'Seen.' }, 1), side),
      ),
    );
    expect(requests.map(({ label }) => label)).toEqual(['#1 subagent']);
    expect(requests[0]?.document.messages.map(nodeText)).toEqual(['Look.']);
  });
});

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
    expect(missing(requests[0]?.document)).toEqual(['System prompt', 'Tools', 'Parameters and cache markers']);
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

describe('a log that is half an agent’s', () => {
  it('still gives the requests between the lines, and counts what is neither', () => {
    const request = { model: 'gpt-5', input: [{ role: 'user', content: 'x' }] };
    const { requests, findings } = opened(`${logOf({ sessionId: 'S', projectHash: 'h' }, request, { n: 1 })}{"cut`);
    expect(requests.map(({ document }) => document.sent?.form)).toEqual(['openai-responses']);
    expect(findings.map(({ ruleId }) => ruleId)).toContain('request-others');
  });

  it('never throws, whatever a line holds', () => {
    const odd: readonly Line[] = [
      { parentUuid: 'x', uuid: 'x', type: 'assistant', message: { id: 'm', content: 5 } },
      { parentUuid: 'x', uuid: 'y', type: 'assistant', message: 'no' },
      { parentUuid: 'y', uuid: 'z', type: 'user', message: { content: [1, null, 'a'] } },
      { parentUuid: 'z', uuid: 'q', type: 'assistant', message: { id: 'n', content: [[]] } },
    ];
    expect(opened(logOf(...odd)).requests).toHaveLength(3);
    const empty = opened(logOf({ type: 'response_item', payload: {} }, { type: 'compacted', payload: {} }));
    expect(empty.findings.map(({ ruleId }) => ruleId)).toEqual(['request-none']);
  });
});

function fail(): never {
  throw new Error('not there');
}
