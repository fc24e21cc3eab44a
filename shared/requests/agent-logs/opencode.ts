/**
 * opencode sessions, as `opencode export <session>` prints them: one object `{info, messages: [{info, parts}]}`. Each
 * message of the assistant is the response to one request. opencode keeps messages in a form of its own, whatever the
 * provider; they are written here in that of the Messages API. System prompt, tools, parameters and cache markers are
 * not in it.
 */
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsOf, stringOf, type LogLine } from './log-line';
import { listPieces, objectPieces } from './pieces';
import { messagePieces, type Turn } from './turns';
import type { AgentLog, LocatedJson, Piece, RebuiltRequest } from './types';

export function isOpenCodeExport(line: LogLine): boolean {
  return line.text('info', 'id') !== undefined && line.node('messages')?.kind === 'array';
}

export function openCodeLog(): AgentLog {
  const exports: LogLine[] = [];
  return {
    take(line) {
      if (!isOpenCodeExport(line)) return false;
      exports.push(line);
      return true;
    },
    *requests() {
      for (const line of exports) yield* requestsOf(line);
    },
  };
}

function* requestsOf(line: LogLine): Iterable<RebuiltRequest> {
  let history: readonly ConfigNode[] = [];
  for (const message of itemsOf(line.node('messages'))) {
    if (roleOf(message) === 'assistant') yield requestOf(line, message, history);
    // A summary replaces what it sums up, but for the message that asked for it.
    history = isSummary(message) ? [...history.slice(-1), message] : [...history, message];
  }
}

function roleOf(message: ConfigNode): string | undefined {
  return stringOf(configAt(message, ['info', 'role']));
}

function isSummary(message: ConfigNode): boolean {
  const summary = configAt(message, ['info', 'summary']);
  return roleOf(message) === 'assistant' && summary?.kind === 'scalar' && summary.value === true;
}

function requestOf(line: LogLine, message: ConfigNode, before: readonly ConfigNode[]): RebuiltRequest {
  const at = fieldsAt(line, message);
  const model = at('info', 'modelID');
  return {
    agent: 'opencode',
    form: 'anthropic',
    model: stringOf(configAt(message, ['info', 'modelID'])),
    at: timeOf(configAt(message, ['info', 'time', 'created'])),
    body: () => objectPieces({ model, messages: messagePieces(before.flatMap((each) => turnsOf(line, each))) }),
    response: () =>
      objectPieces({
        id: at('info', 'id'),
        type: '"message"',
        role: '"assistant"',
        model,
        content: listPieces(partsOf(message).flatMap((part) => blockOf(line, part))),
        usage: usageOf(at),
      }),
    thread: stringOf(line.node('info', 'parentID')) === undefined ? undefined : stringOf(line.node('info', 'id')),
    notRecorded: ['System prompt', 'Tools', 'Parameters and cache breakpoints'],
  };
}

type FieldAt = (...path: readonly string[]) => LocatedJson | undefined;

function fieldsAt(line: LogLine, node: ConfigNode): FieldAt {
  return (...path) => {
    const value = configAt(node, path);
    return value === undefined ? undefined : line.jsonOf(value);
  };
}

function usageOf(at: FieldAt): readonly Piece[] | undefined {
  if (at('info', 'tokens', 'input') === undefined) return undefined;
  return objectPieces({
    input_tokens: at('info', 'tokens', 'input'),
    cache_read_input_tokens: at('info', 'tokens', 'cache', 'read'),
    cache_creation_input_tokens: at('info', 'tokens', 'cache', 'write'),
    output_tokens: at('info', 'tokens', 'output'),
  });
}

/** Milliseconds since 1970. */
function timeOf(node: ConfigNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'number') return undefined;
  const date = new Date(node.value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function partsOf(message: ConfigNode): readonly ConfigNode[] {
  return itemsOf(configAt(message, ['parts']));
}

function turnsOf(line: LogLine, message: ConfigNode): readonly Turn<'user' | 'assistant'>[] {
  const parts = partsOf(message);
  const content = parts.flatMap((part) => blockOf(line, part));
  if (roleOf(message) !== 'assistant') return [{ role: 'user', content }];
  return [
    { role: 'assistant', content },
    { role: 'user', content: parts.flatMap((part) => resultOf(line, part)) },
  ];
}

function blockOf(line: LogLine, part: ConfigNode): readonly (readonly Piece[])[] {
  const at = fieldsAt(line, part);
  const ignored = configAt(part, ['ignored']);
  if (ignored?.kind === 'scalar' && ignored.value === true) return [];
  switch (stringOf(configAt(part, ['type']))) {
    case 'text':
      return [objectPieces({ type: '"text"', text: at('text') })];
    case 'reasoning':
      return [objectPieces({ type: '"thinking"', thinking: at('text') })];
    case 'tool':
      return [objectPieces({ type: '"tool_use"', id: at('callID'), name: at('tool'), input: at('state', 'input') })];
    case 'file':
      return [line.jsonOf(part)].map((json) => [json]);
    default:
      // Where steps begin and end, snapshots, patches: not sent.
      return [];
  }
}

function resultOf(line: LogLine, part: ConfigNode): readonly (readonly Piece[])[] {
  if (stringOf(configAt(part, ['type'])) !== 'tool') return [];
  const at = fieldsAt(line, part);
  const error = at('state', 'error');
  return [
    objectPieces({
      type: '"tool_result"',
      tool_use_id: at('callID'),
      content: error ?? at('state', 'output'),
      ...(error === undefined ? {} : { is_error: 'true' }),
    }),
  ];
}
