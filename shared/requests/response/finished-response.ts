/**
 * Puts a streamed response together, as the provider would have sent it in one piece. Takes the text of the stream, a
 * list of its events, or a finished response, which is returned as it is. What is cut off is left out.
 */
import { parsedJson, type Fields } from '../../basics/json-value';
import { createParser } from 'eventsource-parser';
import { isEventStream } from '../recognise';

/** Logs wrap a response once or twice: `{ status, body }`, or its body as a text. */
const mostWrapped = 4;
const bodyKeys = ['body', 'body_raw', 'body_text', 'text'] as const;

export function finishedResponse(response: unknown, depth = 0): unknown {
  if (typeof response === 'string') {
    if (isEventStream(response)) return joined(eventsOf(response));
    const value = /^\s*[{[]/.test(response) && depth < mostWrapped ? parsedJson(response) : undefined;
    return value === undefined ? response : finishedResponse(value, depth + 1);
  }
  if (isFields(response)) {
    const key = isAnswer(response) ? undefined : bodyKeys.find((each) => isBody(response[each]));
    return key === undefined || depth >= mostWrapped ? response : finishedResponse(response[key], depth + 1);
  }
  if (!Array.isArray(response)) return response;
  const events: readonly unknown[] = response;
  return events.length > 0 && events.every(isEvent) ? joined(events.filter(isFields)) : response;
}

/** True for what a provider sends. What a log writes around it has none of these. */
function isAnswer(response: Fields): boolean {
  return ['usage', 'usageMetadata', 'choices', 'candidates', 'content', 'output'].some((key) => key in response);
}

function isBody(value: unknown): boolean {
  return isFields(value) || Array.isArray(value) || (typeof value === 'string' && value !== '');
}

/** The JSON of every event, in order. */
function eventsOf(text: string): readonly Fields[] {
  const events: Fields[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const value = parsedJson(data);
      if (isFields(value)) events.push(value);
    },
  });
  parser.feed(text);
  parser.feed('\n\n');
  return events;
}

function joined(events: readonly Fields[]): unknown {
  const has = (key: string): boolean => events.some((event) => event[key] !== undefined);
  const failed = events.find((event) => isFields(event['error']));
  if (has('choices')) return joinedChat(events);
  if (has('candidates') || has('usageMetadata')) return joinedGemini(events);
  if (has('messageStart') || has('contentBlockDelta') || has('metadata')) return joinedConverse(events);
  if (events.some(({ type }) => typeof type === 'string' && type.startsWith('response.')))
    return joinedResponses(events);
  if (events.some(({ type }) => type === 'message_start')) return joinedMessages(events);
  return failed ?? events.at(-1);
}

/** Anthropic: the start has the input's usage, the last delta the output's. Content blocks arrive in pieces. */
function joinedMessages(events: readonly Fields[]): Fields {
  const blocks = new Map<unknown, Record<string, unknown>>();
  let message: Fields = {};
  for (const event of events) {
    const [delta, block] = [fields(event['delta']), blocks.get(event['index'])];
    if (event['type'] === 'message_start') message = fields(event['message']);
    if (event['type'] === 'content_block_start') blocks.set(event['index'], { ...fields(event['content_block']) });
    if (event['type'] === 'content_block_delta' && block !== undefined) addDelta(block, delta);
    if (event['type'] !== 'message_delta') continue;
    message = {
      ...message,
      ...delta,
      usage: { ...fields(message['usage']), ...withoutAbsent(fields(event['usage'])) },
    };
  }
  const content = [...blocks.values()].map(({ partial, ...block }) =>
    typeof partial === 'string' ? { ...block, input: parsedJson(partial) ?? partial } : block,
  );
  return content.length === 0 ? message : { ...message, content };
}

function addDelta(block: Record<string, unknown>, delta: Fields): void {
  for (const [from, to] of [
    ['text', 'text'],
    ['thinking', 'thinking'],
    ['signature', 'signature'],
    ['partial_json', 'partial'],
  ] as const) {
    const piece = delta[from];
    if (typeof piece === 'string') block[to] = `${textOf(block[to])}${piece}`;
  }
}

/** OpenAI Responses: the last event has the whole; some servers send only the items one by one. */
function joinedResponses(events: readonly Fields[]): Fields {
  const last = events.findLast(({ response }) => isFields(response));
  const whole = fields(last?.['response']);
  const items = events.flatMap(({ type, item }) => (type === 'response.output_item.done' ? [item] : []));
  const output = Array.isArray(whole['output']) && whole['output'].length > 0 ? whole['output'] : items;
  return { object: 'response', ...whole, output };
}

function joinedChat(events: readonly Fields[]): Fields {
  const message: Record<string, unknown> = { role: 'assistant' };
  const calls = new Map<unknown, Record<string, unknown>>();
  let finish: unknown;
  for (const event of events) {
    const choice = fields(listOf(event['choices'])[0]);
    const delta = fields(choice['delta']);
    finish = choice['finish_reason'] ?? finish;
    for (const key of ['content', 'reasoning_content', 'refusal'])
      if (typeof delta[key] === 'string') message[key] = `${textOf(message[key])}${delta[key]}`;
    for (const call of listOf(delta['tool_calls']).map(fields)) addCall(calls, call);
  }
  const usage = events.findLast((event) => isFields(event['usage']))?.['usage'];
  const { id, model, created } = events[0] ?? {};
  const tools = calls.size === 0 ? {} : { tool_calls: [...calls.values()] };
  return {
    ...withoutAbsent({ id, model, created, usage }),
    object: 'chat.completion',
    choices: [{ index: 0, message: { ...message, ...tools }, finish_reason: finish ?? null }],
  };
}

function addCall(calls: Map<unknown, Record<string, unknown>>, piece: Fields): void {
  const call = calls.get(piece['index']) ?? {};
  calls.set(piece['index'], call);
  const { index: _, function: called, ...rest } = piece;
  const [before, now] = [fields(call['function']), fields(called)];
  Object.assign(call, withoutAbsent(rest));
  call['function'] = {
    ...before,
    ...withoutAbsent(now),
    arguments: `${textOf(before['arguments'])}${textOf(now['arguments'])}`,
  };
}

function joinedGemini(events: readonly Fields[]): Fields {
  const parts = events.flatMap(({ candidates }) => {
    const content = fields(fields(listOf(candidates)[0])['content']);
    return listOf(content['parts']);
  });
  const last = events.findLast(({ candidates }) => listOf(candidates).length > 0);
  const candidate = fields(listOf(last?.['candidates'])[0]);
  const usageMetadata = events.findLast((event) => isFields(event['usageMetadata']))?.['usageMetadata'];
  const { modelVersion, responseId } = events.at(-1) ?? {};
  return {
    ...withoutAbsent({ modelVersion, responseId, usageMetadata }),
    candidates: [{ ...candidate, content: { role: 'model', parts } }],
  };
}

function joinedConverse(events: readonly Fields[]): Fields {
  const text = events.map((event) => textOf(fields(fields(event['contentBlockDelta'])['delta'])['text'])).join('');
  const usage = events.map((event) => fields(event['metadata'])['usage']).findLast(isFields);
  const stop = events.map((event) => fields(event['messageStop'])['stopReason']).findLast((each) => each !== undefined);
  return {
    ...withoutAbsent({ usage, stopReason: stop }),
    output: { message: { role: 'assistant', content: [{ text }] } },
  };
}

const eventKeys = [
  'type',
  'choices',
  'candidates',
  'usageMetadata',
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
];

function isEvent(value: unknown): boolean {
  return isFields(value) && eventKeys.some((key) => value[key] !== undefined || key in value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Without what is absent or null: a later event does not take back what an earlier one said. */
function withoutAbsent(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
