/**
 * Claude Code transcripts: `<session>.jsonl`, a tree by `parentUuid`. A line has one message, or one block of a
 * response: lines with the same `message.id` are one response, and `usage` stands on each of them (the last one
 * counts). System prompt, tools, parameters and cache markers are not in it.
 */
import { isTrue, itemsOf, stringOf, type LogLine } from './log-line';
import { listPieces, objectPieces } from './pieces';
import { messagePieces, textBlock, type Turn } from './turns';
import type { AgentLog, LocatedJson, Piece, RebuiltRequest } from './types';

export function isClaudeCodeLine(line: LogLine): boolean {
  return line.node('parentUuid') !== undefined && line.text('uuid') !== undefined;
}

interface Entry {
  readonly order: number;
  readonly parent: string | undefined;
  readonly role: 'user' | 'assistant' | undefined;
  /** The id of the response that the line belongs to. */
  readonly response: string | undefined;
  readonly content: readonly (readonly Piece[])[];
  /** The calls that it makes or answers. */
  readonly calls: readonly string[];
  readonly line: LogLine;
}

export function claudeCodeLog(): AgentLog {
  const entries = new Map<string, Entry>();
  const responses = new Map<string, Entry[]>();
  const results = new Map<string, Entry[]>();

  return {
    take(line) {
      const uuid = line.text('uuid');
      if (!isClaudeCodeLine(line) || uuid === undefined) return isOtherLine(line);
      const entry = entryOf(line, entries.size);
      // A resumed session repeats lines of the one before.
      if (entries.has(uuid)) return true;
      entries.set(uuid, entry);
      if (entry.response !== undefined) add(responses, entry.response, entry);
      else if (entry.role === 'user') for (const call of entry.calls) add(results, call, entry);
      return true;
    },
    *requests() {
      for (const [id, blocks] of responses) yield requestOf(id, blocks);
    },
  };

  function requestOf(id: string, blocks: readonly Entry[]): RebuiltRequest {
    const [first] = blocks;
    const last = blocks.at(-1)?.line;
    const model = last?.json('message', 'model');
    const before = (): readonly Entry[] =>
      first === undefined ? [] : contextOf(first).filter((entry) => entry.response !== id);
    return {
      agent: 'claude-code',
      form: 'anthropic',
      model: last?.text('message', 'model'),
      at: (first === undefined ? undefined : parentOf(first))?.line.text('timestamp') ?? first?.line.text('timestamp'),
      body: () => objectPieces({ model, messages: messagePieces(turnsOf(before())) }),
      response: () =>
        objectPieces({
          id: last?.json('message', 'id'),
          type: '"message"',
          role: '"assistant"',
          model,
          content: listPieces(blocks.flatMap(({ content }) => content)),
          stop_reason: last?.json('message', 'stop_reason'),
          usage: last?.json('message', 'usage'),
        }),
      thread: first === undefined ? undefined : threadOf(first),
      notRecorded: ['System prompt', 'Tools', 'Parameters and cache breakpoints'],
    };
  }

  /**
   * What was sent before a response: its ancestors, with all blocks of their responses and all results of their calls.
   * Calls made side by side are branches of the tree.
   */
  function contextOf(first: Entry): readonly Entry[] {
    const found = new Set<Entry>();
    for (let at = parentOf(first); at !== undefined && !found.has(at); at = parentOf(at)) found.add(at);
    for (const { response } of found)
      for (const block of response === undefined ? [] : (responses.get(response) ?? [])) {
        found.add(block);
        for (const call of block.calls) for (const result of results.get(call) ?? []) found.add(result);
      }
    return [...found].filter(({ order }) => order < first.order).toSorted((a, b) => a.order - b.order);
  }

  function parentOf({ parent }: Entry): Entry | undefined {
    return parent === undefined ? undefined : entries.get(parent);
  }

  /** Subagents have conversations of their own. */
  function threadOf(first: Entry): string | undefined {
    if (!isTrue(first.line.node('isSidechain'))) return undefined;
    return first.line.text('agentId') ?? contextOf(first)[0]?.line.text('uuid') ?? first.line.text('uuid');
  }
}

/** Lines between the messages: titles, snapshots of files, what waits in the queue. */
function isOtherLine(line: LogLine): boolean {
  return (
    line.text('type') !== undefined &&
    ['sessionId', 'leafUuid', 'messageId'].some((key) => line.text(key) !== undefined)
  );
}

function entryOf(line: LogLine, order: number): Entry {
  const role = isSent(line) ? roleOf(line) : undefined;
  return {
    order,
    parent: line.text('parentUuid'),
    role,
    response: role === 'assistant' ? (line.text('message', 'id') ?? line.text('uuid')) : undefined,
    content: role === undefined ? [] : blocksOf(line),
    calls: itemsOf(line.node('message', 'content')).flatMap((block) => {
      const fields = block.kind === 'object' ? block.entries : [];
      const call = fields.find(({ key }) => key === (role === 'user' ? 'tool_use_id' : 'id'))?.value;
      return stringOf(call) ?? [];
    }),
    line,
  };
}

function roleOf(line: LogLine): Entry['role'] {
  const type = line.text('type');
  return type === 'user' || type === 'assistant' ? type : undefined;
}

/** The agent writes messages of its own about errors, and some that only people see. A summary is sent all the same. */
function isSent(line: LogLine): boolean {
  if (line.text('message', 'model') === '<synthetic>') return false;
  return !isTrue(line.node('isVisibleInTranscriptOnly')) || isTrue(line.node('isCompactSummary'));
}

function blocksOf(line: LogLine): readonly (readonly Piece[])[] {
  const content = line.node('message', 'content');
  if (content?.kind === 'string') return [textBlock(line.jsonOf(content))];
  return line.items('message', 'content').map((block): readonly [LocatedJson] => [block]);
}

/** All blocks of a response are one message, at the place of the first. */
function turnsOf(before: readonly Entry[]): readonly Turn<'user' | 'assistant'>[] {
  const turns: { readonly role: 'user' | 'assistant'; readonly content: (readonly Piece[])[] }[] = [];
  const byResponse = new Map<string, (readonly Piece[])[]>();
  for (const { role, response, content } of before) {
    const earlier = response === undefined ? undefined : byResponse.get(response);
    if (role === undefined) continue;
    if (earlier !== undefined) {
      earlier.push(...content);
      continue;
    }
    const turn = { role, content: [...content] };
    turns.push(turn);
    if (response !== undefined) byResponse.set(response, turn.content);
  }
  return turns;
}

function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}
