import type { JsonPath } from '../../../document/types';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

/** Undefined if the text is not a JSON object. */
export function parseObject(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function child(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof key === 'number') return isList(value) ? value[key] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function jsonAt(value: Json | undefined, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((at, key) => child(at, key), value);
}

export function textAt(value: Json | undefined, path: JsonPath): string {
  const found = jsonAt(value, path);
  return typeof found === 'string' ? found : '';
}

export function listAt(value: Json | undefined, path: JsonPath): readonly Json[] {
  const found = jsonAt(value, path);
  return isList(found) ? found : [];
}

/** The value with `change` applied at a path; the same value if the path does not exist. */
export function changedAt(value: Json, path: JsonPath, change: (before: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const before = child(value, key);
  if (before === undefined) return value;
  const after = changedAt(before, rest, change);
  if (typeof key === 'number') return isList(value) ? value.with(key, after) : value;
  return isObject(value) ? { ...value, [key]: after } : value;
}

export function listChangedAt(value: Json, path: JsonPath, change: (before: readonly Json[]) => readonly Json[]): Json {
  return changedAt(value, path, (before) => (isList(before) ? change(before) : before));
}

/** A text of a request, whichever provider's form it has. */
export interface RequestText {
  readonly role: string;
  readonly path: JsonPath;
  readonly text: string;
}

/** Every text of a request's messages in the order they are sent. System text stands first. */
export function requestTexts(body: Json): readonly RequestText[] {
  const preamble = (key: string, inner: JsonPath = []): readonly RequestText[] =>
    textsIn(jsonAt(body, [key, ...inner]), [key, ...inner], 'system');
  const messages = (key: string, inner: string): readonly RequestText[] =>
    listAt(body, [key]).flatMap((item, index) =>
      textsIn(child(item, inner), [key, index, inner], textAt(item, ['role'])),
    );
  return [
    ...preamble('system'),
    ...preamble('instructions'),
    ...preamble('systemInstruction', ['parts']),
    ...messages('messages', 'content'),
    ...messages('input', 'content'),
    ...messages('contents', 'parts'),
  ];
}

function textsIn(content: Json | undefined, path: JsonPath, role: string): readonly RequestText[] {
  if (typeof content === 'string') return [{ role, path, text: content }];
  return (isList(content) ? content : []).flatMap((part, index) => {
    const text = child(part, 'text');
    return typeof text === 'string' ? [{ role, path: [...path, index, 'text'], text }] : [];
  });
}

/** Texts that the agent put into the request: not what the model said, but what tools answered. */
export function sentTexts(body: Json): readonly RequestText[] {
  const own = requestTexts(body).filter(({ role }) => role !== 'assistant' && role !== 'model');
  const results = ['messages', 'input'].flatMap((key) =>
    listAt(body, [key]).flatMap((item, index) => [
      ...textsIn(child(item, 'output'), [key, index, 'output'], 'tool'),
      ...listAt(item, ['content']).flatMap((part, at) =>
        child(part, 'type') === 'tool_result'
          ? textsIn(child(part, 'content'), [key, index, 'content', at, 'content'], 'tool')
          : [],
      ),
    ]),
  );
  return [...own, ...results];
}

/** The system prompt: the first text of the roles that give one, which may be in a message. */
export function systemTexts(body: Json): readonly RequestText[] {
  return requestTexts(body).filter(({ role }) => role === 'system' || role === 'developer');
}

/** The last text of the user. */
export function promptText(body: Json): RequestText | undefined {
  return requestTexts(body).findLast(({ role }) => role === 'user');
}
