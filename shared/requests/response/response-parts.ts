/** What a response says, in the order in which it said it, whatever the provider's form. */
import { fieldsOf, type Fields } from '../../basics/json-value';
import { finishedResponse } from './finished-response';

interface ReadResponsePart {
  readonly kind: 'text' | 'thinking' | 'call' | 'error' | 'raw';
  readonly name: string | null;
  readonly text: string;
}

/** `text`: the body of a response, JSON or a stream of events. */
export function responseParts(text: string): readonly ReadResponsePart[] {
  const whole = finishedResponse(parsed(text));
  if (typeof whole === 'string') return whole.trim() === '' ? [] : [part('raw', whole)];
  const root = fieldsOf(whole);
  if (root['error'] !== undefined && root['error'] !== null) return [part('error', messageOf(root['error']))];
  const parts = [
    ...listOf(root['content']).flatMap(anthropicPart),
    ...listOf(root['output']).flatMap(responsesPart),
    ...listOf(root['choices']).flatMap((choice) => chatParts(fieldsOf(fieldsOf(choice)['message']))),
    ...listOf(root['candidates']).flatMap((each) =>
      listOf(fieldsOf(fieldsOf(each)['content'])['parts']).flatMap(geminiPart),
    ),
    ...listOf(fieldsOf(fieldsOf(root['output'])['message'])['content']).flatMap(converseText),
  ];
  return parts.length > 0 ? parts : [part('raw', JSON.stringify(whole, null, 2))];
}

function part(kind: ReadResponsePart['kind'], text: string, name: string | null = null): ReadResponsePart {
  return { kind, name, text };
}

function anthropicPart(block: unknown): readonly ReadResponsePart[] {
  const { type, text, thinking, name, input } = fieldsOf(block);
  if (type === 'text') return [part('text', textOf(text))];
  if (type === 'thinking') return [part('thinking', textOf(thinking))];
  if (typeof type === 'string' && type.endsWith('tool_use')) return [part('call', jsonOf(input), textOf(name))];
  return [part('raw', jsonOf(block))];
}

function responsesPart(item: unknown): readonly ReadResponsePart[] {
  const { type, content, summary, name, arguments: given, input } = fieldsOf(item);
  if (type === 'message')
    return listOf(content).map((each) => part('text', textOf(fieldsOf(each)['text'] ?? fieldsOf(each)['refusal'])));
  if (type === 'reasoning') return listOf(summary).map((each) => part('thinking', textOf(fieldsOf(each)['text'])));
  if (type === 'function_call' || type === 'custom_tool_call')
    return [part('call', textOf(given ?? input), textOf(name))];
  return [part('raw', jsonOf(item))];
}

function chatParts({ content, reasoning_content: reasoning, refusal, tool_calls: calls }: Fields) {
  return [
    ...(typeof reasoning === 'string' && reasoning !== '' ? [part('thinking', reasoning)] : []),
    ...[content, refusal].flatMap((each) => (typeof each === 'string' && each !== '' ? [part('text', each)] : [])),
    ...listOf(calls).map((call) => {
      const { name, arguments: given } = fieldsOf(fieldsOf(call)['function']);
      return part('call', textOf(given), textOf(name));
    }),
  ];
}

function geminiPart(piece: unknown): readonly ReadResponsePart[] {
  const { text, thought, functionCall } = fieldsOf(piece);
  if (typeof text === 'string') return text === '' ? [] : [part(thought === true ? 'thinking' : 'text', text)];
  if (functionCall !== undefined)
    return [part('call', jsonOf(fieldsOf(functionCall)['args']), textOf(fieldsOf(functionCall)['name']))];
  return [part('raw', jsonOf(piece))];
}

function converseText(piece: unknown): readonly ReadResponsePart[] {
  const { text, toolUse } = fieldsOf(piece);
  if (typeof text === 'string') return [part('text', text)];
  const { name, input } = fieldsOf(toolUse);
  return [part('call', jsonOf(input), textOf(name))];
}

function messageOf(error: unknown): string {
  const { message } = fieldsOf(error);
  return typeof message === 'string' ? message : jsonOf(error);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonOf(value);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2);
}
