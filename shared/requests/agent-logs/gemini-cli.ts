/**
 * Gemini CLI chats: `session-<minute>-<id>.jsonl`. The first line names the session, the others are messages; a message
 * whose id was there before replaces it. `$set` may replace all messages, `$rewindTo` drops that message and what
 * follows it. Older versions write one object with a list of `messages`. There is no system instruction and no tool.
 */
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsOf, stringOf, type LogLine } from './log-line';
import { listPieces, objectPieces } from './pieces';
import { joinedTurns, type Turn } from './turns';
import type { AgentLog, LocatedJson, Piece, RebuiltRequest } from './types';

export function isGeminiCliLine(line: LogLine): boolean {
  return line.text('sessionId') !== undefined && line.text('projectHash') !== undefined;
}

interface Message {
  readonly type: string;
  readonly line: LogLine;
  readonly node: ConfigNode;
}

interface Call {
  readonly before: readonly Message[];
  response: Message;
}

export function geminiCliLog(): AgentLog {
  let messages = new Map<string, Message>();
  const calls = new Map<string, Call>();

  const put = (line: LogLine, node: ConfigNode): void => {
    const [id, type] = [stringOf(configAt(node, ['id'])), stringOf(configAt(node, ['type']))];
    if (id === undefined || type === undefined) return;
    const message = { type, line, node };
    const call = calls.get(id);
    if (call !== undefined) call.response = message;
    else if (type === 'gemini' && configAt(node, ['model']) !== undefined)
      calls.set(id, { before: [...messages.values()], response: message });
    messages.set(id, message);
  };
  const replaceAll = (line: LogLine, list: ConfigNode): void => {
    messages = new Map();
    for (const node of itemsOf(list)) put(line, node);
  };

  return {
    take(line) {
      const set = line.node('$set');
      const rewound = line.text('$rewindTo');
      const list = line.node('$set', 'messages') ?? line.node('messages');
      if (list !== undefined) replaceAll(line, list);
      else if (rewound !== undefined) {
        const ids = [...messages.keys()];
        for (const id of ids.slice(Math.max(0, ids.indexOf(rewound)))) messages.delete(id);
      } else if (line.text('id') !== undefined && line.text('type') !== undefined) put(line, line.root);
      else return set !== undefined || isGeminiCliLine(line);
      return true;
    },
    *requests() {
      for (const call of calls.values()) yield requestOf(call);
    },
  };
}

function requestOf({ before, response }: Call): RebuiltRequest {
  const field = (...path: readonly string[]): LocatedJson | undefined => {
    const node = configAt(response.node, path);
    return node === undefined ? undefined : response.line.jsonOf(node);
  };
  const [answer] = turnsOf(response, undefined);
  return {
    agent: 'gemini-cli',
    form: 'gemini',
    model: stringOf(configAt(response.node, ['model'])),
    at: timeOf(before.findLast(({ node }) => timeOf({ node }) !== undefined)) ?? timeOf(response),
    body: () =>
      objectPieces({
        contents: listPieces(
          joinedTurns(before.flatMap((message, index) => turnsOf(message, before[index + 1]))).map(contentPieces),
        ),
      }),
    response: () =>
      objectPieces({
        candidates: listPieces([objectPieces({ content: answer === undefined ? undefined : contentPieces(answer) })]),
        usageMetadata:
          field('tokens', 'input') === undefined
            ? undefined
            : objectPieces({
                promptTokenCount: field('tokens', 'input'),
                cachedContentTokenCount: field('tokens', 'cached'),
                candidatesTokenCount: field('tokens', 'output'),
                thoughtsTokenCount: field('tokens', 'thoughts'),
                totalTokenCount: field('tokens', 'total'),
              }),
        modelVersion: field('model'),
      }),
    thread: undefined,
    notRecorded: ['System instruction', 'Tools', 'Parameters'],
  };
}

function timeOf(message: Pick<Message, 'node'> | undefined): string | undefined {
  return stringOf(configAt(message?.node, ['timestamp']));
}

function contentPieces({ role, content }: Turn<'user' | 'model'>): readonly Piece[] {
  return objectPieces({ role: JSON.stringify(role), parts: listPieces(content) });
}

function turnsOf({ type, line, node }: Message, next: Message | undefined): readonly Turn<'user' | 'model'>[] {
  const parts = partsOf(line, configAt(node, ['content']));
  if (type === 'user') return [{ role: 'user', content: parts }];
  if (type !== 'gemini') return [];
  const calls = itemsOf(configAt(node, ['toolCalls']));
  const called = calls.map((call) => {
    const field = (key: string): LocatedJson | undefined => {
      const value = configAt(call, [key]);
      return value === undefined ? undefined : line.jsonOf(value);
    };
    const made = objectPieces({ id: field('id'), name: field('name'), args: field('args') });
    return objectPieces({ functionCall: made });
  });
  // Newer versions write the results again, as the message of the user that they are sent in.
  const isRepeated = next?.type === 'user' && next.line.jsonOf(next.node).text.includes('"functionResponse"');
  const results = isRepeated ? [] : calls.flatMap((call) => partsOf(line, configAt(call, ['result'])));
  return [
    { role: 'model', content: [...parts, ...called] },
    { role: 'user', content: results },
  ];
}

/** A string, one part, or a list of parts. */
function partsOf(line: LogLine, content: ConfigNode | undefined): readonly (readonly Piece[])[] {
  if (content === undefined || content.kind === 'scalar') return [];
  if (content.kind === 'string') return content.value === '' ? [] : [objectPieces({ text: line.jsonOf(content) })];
  const parts = content.kind === 'array' ? content.items : [content];
  return parts.map((part) =>
    part.kind === 'string' ? objectPieces({ text: line.jsonOf(part) }) : [line.jsonOf(part)],
  );
}
