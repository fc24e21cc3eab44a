/**
 * Gemini CLI with `GEMINI_TELEMETRY_OUTFILE=<file>`: laid-out JSON objects one after the other. A span `llm_call` has
 * system text and tools, the log record `gemini_cli.api_request` of the same span has the contents.
 * `gemini_cli.api_response` and `gemini_cli.api_error` name no span: they are joined by the time the call began. Their
 * bodies are JSON inside of strings.
 */
import { fieldsOf, type Fields } from '../../basics/json-value';
import { configValue } from '../../sources/config/config-node';
import type { LogLine } from './log-line';
import { listPieces, objectPieces } from './pieces';
import type { AgentLog, Piece, RebuiltRequest } from './types';

/** One call of a model, as far as it has been written down. All parts are attributes of a span or log record. */
export interface GeminiCall {
  readonly span: string;
  readonly atMs?: number;
  readonly asked?: Fields;
  readonly details?: Fields;
  readonly ended?: Fields;
}

export interface GeminiEnd {
  readonly attributes: Fields;
  readonly isError: boolean;
}

/** Undefined if the record says no time. */
export function telemetryTime(attributes: Fields): number | undefined {
  const ms = Date.parse(String(attributes['event.timestamp']));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Takes what a record says about a call of a model. Returns how a call ended, if it says that. */
export function noteTelemetry(calls: Map<string, GeminiCall>, record: Fields): GeminiEnd | undefined {
  const attributes = fieldsOf(record['attributes']);
  const span = String(fieldsOf(record['_spanContext'] ?? record['spanContext'])['spanId']);
  const add = (part: Partial<GeminiCall>): void => {
    calls.set(span, { span, ...calls.get(span), ...part });
  };
  const name = attributes['event.name'];
  const atMs = telemetryTime(attributes);
  if (record['name'] === 'llm_call') add({ ended: attributes });
  else if (name === 'gemini_cli.api_request') add({ asked: attributes, ...(atMs === undefined ? {} : { atMs }) });
  else if (name === 'gen_ai.client.inference.operation.details' && record['spanContext'] !== undefined)
    add({ details: attributes });
  else if (name === 'gemini_cli.api_response' || name === 'gemini_cli.api_error')
    return { attributes, isError: name === 'gemini_cli.api_error' };
  return undefined;
}

/** Those that were asked, in the order in which they began. */
export function askedCalls(calls: ReadonlyMap<string, GeminiCall>): readonly GeminiCall[] {
  return [...calls.values()]
    .filter(({ asked }) => asked !== undefined)
    .toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

/** The clocks of one process, read at slightly different moments. */
const mostApartMs = 2000;

export function callOfEnd<Call extends GeminiCall>({ attributes }: GeminiEnd, open: readonly Call[]): Call | undefined {
  const began = (telemetryTime(attributes) ?? 0) - Number(attributes['duration_ms'] ?? 0);
  const distance = ({ atMs = 0 }: GeminiCall): number => Math.abs(atMs - began);
  return open
    .filter(({ asked }) => asked?.['prompt_id'] === attributes['prompt_id'] && asked?.['role'] === attributes['role'])
    .toSorted((a, b) => distance(a) - distance(b))
    .find((call) => distance(call) < mostApartMs);
}

/** The body, as far as the telemetry holds it. */
export function telemetryBody({ asked = {}, details = {}, ended }: GeminiCall): Fields {
  const contents = jsonOf(asked['request_text']);
  const tools = jsonOf(ended?.['gen_ai.tool.definitions']);
  const system = systemOf(jsonOf(ended?.['gen_ai.system_instructions']), details);
  const generationConfig = configOf(details);
  return {
    ...(contents === undefined ? {} : { contents }),
    ...(system === undefined ? {} : { systemInstruction: system }),
    ...(Array.isArray(tools) && tools.length > 0 ? { tools } : {}),
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
  };
}

/** The span has what was given to the library: a text, which becomes a content on the wire. */
function systemOf(instruction: unknown, details: Fields): unknown {
  if (typeof instruction === 'string') return { parts: [{ text: instruction }], role: 'user' };
  if (Array.isArray(instruction) && instruction.length > 0) return { parts: instruction, role: 'user' };
  if (typeof instruction === 'object' && instruction !== null && !Array.isArray(instruction)) return instruction;
  const parts = jsonOf(details['gen_ai.system_instructions']);
  if (!Array.isArray(parts) || parts.length === 0) return undefined;
  return { parts: parts.map((part) => ({ text: fieldsOf(part)['content'] })), role: 'user' };
}

const settings = {
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  topK: 'gen_ai.request.top_k',
  candidateCount: 'gen_ai.request.choice.count',
  maxOutputTokens: 'gen_ai.request.max_tokens',
  stopSequences: 'gen_ai.request.stop_sequences',
  seed: 'gen_ai.request.seed',
} as const;

function configOf(details: Fields): Fields {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, attribute]) =>
      details[attribute] === undefined || details[attribute] === null ? [] : [[name, details[attribute]]],
    ),
  );
}

/** The parts of a stream put together. */
export function telemetryResponse(attributes: Fields): Fields {
  const written = jsonOf(attributes['response_text']);
  const parts = (Array.isArray(written) ? written : [written]).map(fieldsOf);
  const candidates = parts.map((part) => fieldsOf(Array.isArray(part['candidates']) ? part['candidates'][0] : {}));
  const contents = candidates.map(({ content }) => fieldsOf(content)['parts']);
  const last = parts.at(-1) ?? {};
  const usage = parts.map(({ usageMetadata }) => usageMetadata).findLast((each) => each !== undefined);
  return {
    ...last,
    candidates: [
      {
        ...candidates.at(-1),
        content: { role: 'model', parts: contents.flatMap((each) => (Array.isArray(each) ? each : [])) },
      },
    ],
    usageMetadata: usage ?? {
      promptTokenCount: attributes['input_token_count'],
      cachedContentTokenCount: attributes['cached_content_token_count'],
      candidatesTokenCount: attributes['output_token_count'],
      thoughtsTokenCount: attributes['thoughts_token_count'],
      totalTokenCount: attributes['total_token_count'],
    },
  };
}

function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A record that only Gemini CLI writes. */
export function isTelemetryLine(line: LogLine): boolean {
  const isSpan = line.node('_spanContext') !== undefined && line.text('name') === 'llm_call';
  return isSpan || line.text('attributes', 'event.name')?.startsWith('gemini_cli.') === true;
}

/** The lines of one call, by the id of its span. */
interface CallLines {
  readonly asked?: LogLine;
  readonly ended?: LogLine;
}

export function geminiTelemetryLog(): AgentLog {
  const calls = new Map<string, GeminiCall>();
  const lines = new Map<string, CallLines>();
  const ends: GeminiEnd[] = [];
  return {
    take(line) {
      const record = fieldsOf(configValue(line.root));
      const end = noteTelemetry(calls, record);
      if (end !== undefined) ends.push(end);
      const span = line.text('_spanContext', 'spanId') ?? line.text('spanContext', 'spanId');
      const name = line.text('name') === 'llm_call' ? 'ended' : isAsked(line) ? 'asked' : undefined;
      if (span !== undefined && name !== undefined) lines.set(span, { ...lines.get(span), [name]: line });
      return record['attributes'] !== undefined || record['scopeMetrics'] !== undefined;
    },
    *requests() {
      let open = askedCalls(calls);
      const answers = new Map<GeminiCall, GeminiEnd>();
      for (const end of ends) {
        const call = callOfEnd(end, open);
        if (call === undefined) continue;
        open = open.filter((each) => each !== call);
        answers.set(call, end);
      }
      for (const call of askedCalls(calls)) yield requestOf(call, lines.get(call.span) ?? {}, answers.get(call));
    },
  };
}

function isAsked(line: LogLine): boolean {
  return line.text('attributes', 'event.name') === 'gemini_cli.api_request';
}

/** As `telemetryBody`, with the places of what is in the file. */
function bodyPieces(call: GeminiCall, { asked, ended }: CallLines): readonly Piece[] {
  const { systemInstruction, tools, contents, generationConfig } = telemetryBody(call);
  const text = ended?.said('attributes', 'gen_ai.system_instructions');
  const isText = typeof jsonOf(call.ended?.['gen_ai.system_instructions']) === 'string';
  const system =
    text !== undefined && isText
      ? objectPieces({ parts: listPieces([objectPieces({ text })]), role: JSON.stringify('user') })
      : jsonPiece(systemInstruction);
  return objectPieces({
    contents: contents === undefined ? undefined : asked?.said('attributes', 'request_text'),
    systemInstruction: system,
    tools: tools === undefined ? undefined : ended?.said('attributes', 'gen_ai.tool.definitions'),
    generationConfig: jsonPiece(generationConfig),
  });
}

function jsonPiece(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function requestOf(call: GeminiCall, lines: CallLines, end: GeminiEnd | undefined): RebuiltRequest {
  const { asked = {}, ended, atMs } = call;
  const { model, role, prompt_id: prompt } = asked;
  return {
    agent: 'gemini-telemetry',
    form: 'gemini',
    model: typeof model === 'string' ? model : undefined,
    at: atMs === undefined ? undefined : new Date(atMs).toISOString(),
    body: () => bodyPieces(call, lines),
    response: () =>
      end === undefined || end.isError ? undefined : [JSON.stringify(telemetryResponse(end.attributes))],
    thread: role === 'subagent' ? String(prompt) : undefined,
    notRecorded: [
      ...(asked['request_text'] === undefined ? ['Contents'] : []),
      ...(ended === undefined ? ['System instruction', 'Tools'] : []),
      'Thinking and other settings',
    ],
  };
}
