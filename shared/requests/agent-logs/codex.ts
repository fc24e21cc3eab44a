/**
 * Codex rollouts: `rollout-<time>-<thread>.jsonl`, lines `{timestamp, type, payload}`. A `response_item` is an item of
 * the Responses API's `input`: what was sent, and what came back and is sent again. So a request is everything before a
 * run of items that the model made. `token_usage_record` ends such a run. There are no tools and no parameters.
 */
import type { LogLine } from './log-line';
import { listPieces, objectPieces } from './pieces';
import type { AgentLog, LocatedJson, Piece, RebuiltRequest } from './types';

const lineTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'turn_context',
  'world_state',
  'event_msg',
  'token_usage_record',
  'compacted',
]);

export function isCodexLine(line: LogLine): boolean {
  return lineTypes.has(line.text('type') ?? '') && line.node('payload')?.kind === 'object';
}

interface Call {
  /** The list is only appended to, up to `count` at the time of the request. */
  readonly history: readonly LocatedJson[];
  readonly count: number;
  readonly model: LocatedJson | undefined;
  readonly modelName: string | undefined;
  readonly at: string | undefined;
  /** Behind a compaction that does not say what was kept. */
  readonly isCut: boolean;
  readonly output: LocatedJson[];
  usage: readonly Piece[] | undefined;
}

export function codexLog(): AgentLog {
  let base: LocatedJson | undefined;
  let model: LocatedJson | undefined;
  let modelName: string | undefined;
  let history: LocatedJson[] = [];
  let lastInput: string | undefined;
  let open: Call | undefined;
  let isCut = false;
  const calls: Call[] = [];

  const item = (line: LogLine): void => {
    const json = line.json('payload');
    if (json === undefined) return;
    if (isOutput(line)) {
      if (open === undefined) {
        const at = lastInput ?? line.text('timestamp');
        open = { history, count: history.length, model, modelName, at, isCut, output: [], usage: undefined };
        calls.push(open);
      }
      open.output.push(json);
    } else {
      open = undefined;
      lastInput = line.text('timestamp') ?? lastInput;
    }
    history.push(json);
  };
  const used = (usage: readonly Piece[] | undefined): void => {
    const call = calls.at(-1);
    if (call !== undefined && usage !== undefined) call.usage ??= usage;
  };

  return {
    take(line) {
      if (!isCodexLine(line)) return false;
      switch (line.text('type') ?? '') {
        case 'session_meta':
          base ??= line.json('payload', 'base_instructions', 'text');
          break;
        case 'turn_context':
          model = line.json('payload', 'model') ?? model;
          modelName = line.text('payload', 'model') ?? modelName;
          break;
        case 'response_item':
          item(line);
          break;
        case 'token_usage_record':
          used(usageOf(line, ['payload', 'usage']));
          open = undefined;
          break;
        case 'event_msg':
          if (line.text('payload', 'type') === 'token_count')
            used(usageOf(line, ['payload', 'info', 'last_token_usage']));
          break;
        case 'compacted':
          isCut = line.node('payload', 'replacement_history') === undefined;
          history = [...line.items('payload', 'replacement_history')];
          open = undefined;
          break;
      }
      return true;
    },
    *requests() {
      for (const call of calls) yield requestOf(call, base);
      if (calls.length === 0 && history.length > 0)
        yield requestOf(
          { history, count: history.length, model, modelName, at: lastInput, isCut, output: [], usage: undefined },
          base,
        );
    },
  };
}

/** Items that the model made: its messages, thoughts and calls. */
function isOutput(line: LogLine): boolean {
  const type = line.text('payload', 'type') ?? '';
  return type === 'reasoning' || type.endsWith('_call') || line.text('payload', 'role') === 'assistant';
}

function usageOf(line: LogLine, path: readonly string[]): readonly Piece[] | undefined {
  const field = (name: string): LocatedJson | undefined => line.json(...path, name);
  const input = field('input_tokens');
  if (input === undefined) return undefined;
  return objectPieces({
    input_tokens: input,
    input_tokens_details: objectPieces({
      cached_tokens: field('cached_input_tokens'),
      cache_write_tokens: field('cache_write_input_tokens'),
    }),
    output_tokens: field('output_tokens'),
    output_tokens_details: objectPieces({ reasoning_tokens: field('reasoning_output_tokens') }),
    total_tokens: field('total_tokens'),
  });
}

function requestOf(call: Call, base: LocatedJson | undefined): RebuiltRequest {
  return {
    agent: 'codex',
    form: 'openai-responses',
    model: call.modelName,
    at: call.at,
    body: () => objectPieces({ model: call.model, input: inputOf(call, base) }),
    response: () =>
      call.output.length === 0
        ? undefined
        : objectPieces({ object: '"response"', model: call.model, output: listPieces(call.output), usage: call.usage }),
    thread: undefined,
    notRecorded: [
      ...(base === undefined ? ['Base instructions'] : []),
      'Tools',
      'Parameters',
      ...(call.isCut ? ['What the compaction kept'] : []),
    ],
  };
}

/** The base instructions are sent as the first message, but stand in the first line of the log. */
function inputOf({ history, count }: Call, base: LocatedJson | undefined): readonly Piece[] {
  const items = history.slice(0, count);
  if (base === undefined || items.some(({ text }) => text.includes('"model.base_instructions"')))
    return listPieces(items);
  const content = listPieces([objectPieces({ type: '"input_text"', text: base })]);
  return listPieces([objectPieces({ type: '"message"', role: '"developer"', content }), ...items]);
}
