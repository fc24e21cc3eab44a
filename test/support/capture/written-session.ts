/** Writes a session to disk as a capture does, with a scripted provider's answers. */
import { createSessionAt } from '../../../electron/host/capture/store';
import type { SessionWriter } from '../../../electron/host/capture/session-writer';
import type { Exchange } from '../../../shared/sessions/types';
import { ScriptedProvider, type ScriptedBody, type ScriptedUsage } from '../cache/scripted-provider';

export interface WrittenRequest {
  readonly body: ScriptedBody;
  /** Seconds after the session's start. */
  readonly at: number;
  readonly kind?: Exchange['kind'];
  readonly thread?: string;
  readonly parent?: string;
  readonly stream?: boolean;
  readonly forget?: boolean;
  /** No response yet. */
  readonly isPending?: boolean;
}

const start = Date.UTC(2026, 10, 18, 9);

export async function writtenSession(
  captures: string,
  requests: readonly WrittenRequest[],
  folder = '/w',
): Promise<{ readonly path: string; readonly writer: SessionWriter; answer(number: number): Promise<void> }> {
  const writer = await createSessionAt(captures, { agent: 'scripted', folder, wayIn: 'relay' }, 1e9, new Date(start));
  const provider = new ScriptedProvider();
  const usages = new Map<number, ScriptedUsage>();
  const put = async (request: WrittenRequest, number: number, isAnswered: boolean): Promise<void> => {
    const usage = usages.get(number);
    const response =
      isAnswered && usage !== undefined
        ? await writer.writeBody(
            number,
            'response',
            Buffer.from(request.stream === true ? eventsOf(usage) : JSON.stringify(responseOf(usage))),
            request.stream === true ? 'text/event-stream' : 'application/json',
          )
        : null;
    await writer.put(exchangeOf(request, number, response?.file ?? null));
  };
  for (const request of requests) {
    const number = writer.begin();
    if (request.forget === true) provider.forget();
    usages.set(number, provider.answer(request.body, start / 1000 + request.at));
    await writer.writeBody(number, 'request', Buffer.from(JSON.stringify(request.body)), 'application/json');
    await put(request, number, request.isPending !== true);
  }
  return {
    path: writer.path,
    writer,
    async answer(number) {
      const request = requests[number - 1];
      if (request !== undefined) await put({ ...request, isPending: false }, number, true);
    },
  };
}

function exchangeOf(request: WrittenRequest, number: number, file: string | null): Exchange {
  const { at, kind = 'turn', thread = 'main', parent = null } = request;
  const kept = { wireBytes: null, encoding: null, fidelity: 'bytes', complete: true, headers: {} } as const;
  const stem = String(number).padStart(4, '0');
  return {
    version: 1,
    number,
    at: new Date(start + at * 1000).toISOString(),
    method: 'POST',
    address: 'https://api.anthropic.com/v1/messages',
    kind,
    thread: { id: thread, parent },
    request: { ...kept, file: `${stem}.request.json` },
    response: file === null ? null : { ...kept, file, status: 200 },
    times: { requestSent: 1, firstByte: file === null ? null : 900, ended: file === null ? null : 4000 },
    error: null,
    notes: [],
  };
}

function responseOf(usage: ScriptedUsage): object {
  return { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Done.' }], usage };
}

function eventsOf({ output_tokens: output, ...usage }: ScriptedUsage): string {
  const events = [
    { type: 'message_start', message: { id: 'msg_1', type: 'message', usage: { ...usage, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: output } },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** A conversation of so many turns, cached behind the system text and the last message. */
export function conversation(turns: number, rules = 'Keep every answer short and plain.'): ScriptedBody {
  const lines = (about: string, count: number): string =>
    Array.from({ length: count }, (_, index) => `${about} ${index}: check it before you say it.`).join('\n');
  const marker = { type: 'ephemeral' } as const;
  const messages = Array.from({ length: 2 * turns - 1 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: [
      {
        type: 'text',
        text: lines(index % 2 === 0 ? `Question ${index}` : `Answer ${index}`, 30),
        ...(index === 2 * turns - 2 ? { cache_control: marker } : {}),
      },
    ],
  }));
  return {
    model: 'claude-sonnet-4-5',
    tools: ['read', 'grep'].map((name) => ({ name, description: lines(name, 15), input_schema: { type: 'object' } })),
    system: [{ type: 'text', text: `${rules}\n${lines('Rule', 150)}`, cache_control: marker }],
    messages,
  };
}
