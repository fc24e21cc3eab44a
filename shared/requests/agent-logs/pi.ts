/**
 * pi sessions: `<time>_<uuid>.jsonl`, a tree by `parentId`. A request is the path from the root to a response. pi keeps
 * messages in a form of its own, whatever the provider; they are written here in that of the Messages API, which is
 * nearest. System prompt, tools, parameters and cache markers are not in it.
 */
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsOf, stringOf, type LogLine } from './log-line';
import { listPieces, objectPieces } from './pieces';
import { messagePieces, textBlock, type Turn } from './turns';
import type { AgentLog, LocatedJson, Piece, RebuiltRequest } from './types';

export function isPiHeader(line: LogLine): boolean {
  return line.text('type') === 'session' && line.text('cwd') !== undefined && line.node('version') !== undefined;
}

type PiTurn = Turn<'user' | 'assistant'>;

export function piLog(): AgentLog {
  const entries = new Map<string, LogLine>();
  const responses: LogLine[] = [];

  const pathTo = (line: LogLine): readonly LogLine[] => {
    const path = new Set<LogLine>();
    const above = (at: LogLine): LogLine | undefined => entries.get(at.text('parentId') ?? '');
    for (let at = above(line); at !== undefined && !path.has(at); at = above(at)) path.add(at);
    return [...path].reverse();
  };

  return {
    take(line) {
      const id = line.text('id');
      if (id === undefined || line.text('type') === undefined) return false;
      if (isPiHeader(line)) return true;
      if (line.node('parentId') === undefined) return false;
      entries.set(id, line);
      if (line.text('message', 'role') === 'assistant') responses.push(line);
      return true;
    },
    *requests() {
      for (const line of responses) yield requestOf(line, entries.get(line.text('parentId') ?? ''), () => pathTo(line));
    },
  };
}

function requestOf(line: LogLine, before: LogLine | undefined, path: () => readonly LogLine[]): RebuiltRequest {
  const model = line.json('message', 'model');
  return {
    agent: 'pi',
    form: 'anthropic',
    model: line.text('message', 'model'),
    at: before?.text('timestamp') ?? line.text('timestamp'),
    body: () => objectPieces({ model, messages: messagePieces(sinceCompaction(path()).flatMap(turnsOf)) }),
    response: () =>
      objectPieces({
        id: line.json('message', 'responseId'),
        type: '"message"',
        role: '"assistant"',
        model,
        content: listPieces(blocksOf(line, line.node('message', 'content'))),
        usage: usageOf(line),
      }),
    thread: undefined,
    notRecorded: ['System prompt', 'Tools', 'Parameters and cache breakpoints'],
  };
}

/** A compaction replaces what came before it by its summary, but for the last entries. */
function sinceCompaction(path: readonly LogLine[]): readonly LogLine[] {
  const at = path.findLastIndex((line) => line.text('type') === 'compaction');
  const compaction = path[at];
  if (compaction === undefined) return path;
  const kept = compaction.text('firstKeptEntryId');
  const from = path.findIndex((line) => kept !== undefined && line.text('id') === kept);
  return [compaction, ...(from === -1 ? [] : path.slice(from, at)), ...path.slice(at + 1)];
}

function usageOf(line: LogLine): readonly Piece[] | undefined {
  const field = (name: string): LocatedJson | undefined => line.json('message', 'usage', name);
  if (field('input') === undefined) return undefined;
  return objectPieces({
    input_tokens: field('input'),
    cache_read_input_tokens: field('cacheRead'),
    cache_creation_input_tokens: field('cacheWrite'),
    output_tokens: field('output'),
  });
}

function turnsOf(line: LogLine): readonly PiTurn[] {
  const content = line.node('message', 'content') ?? line.node('content');
  switch (line.text('type') === 'message' ? line.text('message', 'role') : line.text('type')) {
    case 'user':
    case 'custom':
    case 'custom_message':
      return [{ role: 'user', content: blocksOf(line, content) }];
    case 'assistant':
      // pi does not send again what broke off.
      return ['error', 'aborted'].includes(line.text('message', 'stopReason') ?? '')
        ? []
        : [{ role: 'assistant', content: blocksOf(line, content) }];
    case 'toolResult':
      return [{ role: 'user', content: [resultOf(line, content)] }];
    case 'bashExecution':
      return [{ role: 'user', content: texts(line.json('message', 'command'), line.json('message', 'output')) }];
    case 'compaction':
    case 'branch_summary':
      return [{ role: 'user', content: texts(line.json('summary')) }];
    default:
      return [];
  }
}

function texts(...all: readonly (LocatedJson | undefined)[]): readonly (readonly Piece[])[] {
  return all.flatMap((text) => (text === undefined ? [] : [textBlock(text)]));
}

function resultOf(line: LogLine, content: ConfigNode | undefined): readonly Piece[] {
  return objectPieces({
    type: '"tool_result"',
    tool_use_id: line.json('message', 'toolCallId'),
    content: listPieces(blocksOf(line, content)),
    is_error: line.json('message', 'isError'),
  });
}

function blocksOf(line: LogLine, content: ConfigNode | undefined): readonly (readonly Piece[])[] {
  if (content?.kind === 'string') return [textBlock(line.jsonOf(content))];
  return itemsOf(content).map((node) => blockOf(line, node));
}

function blockOf(line: LogLine, node: ConfigNode): readonly Piece[] {
  const field = (name: string): LocatedJson | undefined => {
    const value = configAt(node, [name]);
    return value === undefined ? undefined : line.jsonOf(value);
  };
  switch (stringOf(configAt(node, ['type']))) {
    case 'text':
      return objectPieces({ type: '"text"', text: field('text') });
    case 'thinking':
      return objectPieces({ type: '"thinking"', thinking: field('thinking'), signature: field('thinkingSignature') });
    case 'toolCall':
      return objectPieces({ type: '"tool_use"', id: field('id'), name: field('name'), input: field('arguments') });
    case 'image':
      return objectPieces({
        type: '"image"',
        source: objectPieces({ type: '"base64"', media_type: field('mimeType'), data: field('data') }),
      });
    default:
      return [line.jsonOf(node)];
  }
}
