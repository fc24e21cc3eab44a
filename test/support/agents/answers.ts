/** What a scripted provider answers next: a text, or a call of one of the agent's tools. */
export type Step =
  | { readonly text: string }
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>>; readonly namespace?: string };

export interface Answer {
  readonly status: number;
  readonly type: string;
  /** Written one by one. */
  readonly chunks: readonly string[];
}

/** Input tokens that an answer reports: read from a cache, and not. */
export interface Billed {
  readonly read: number;
  readonly other: number;
}

const plain: Step = { text: 'Ok.' };
const usual: Billed = { read: 0, other: 10 };

/** The answer to one request, in the form of its address. */
export function answerFor(url: string, body: Buffer, next: () => Step | undefined, billed = usual): Answer {
  const path = url.split('?')[0] ?? '';
  const request = jsonOf(body);
  const step = (isMain(request) ? next() : undefined) ?? plain;
  if (path.endsWith('/messages')) return events(messages(step, billed), true);
  if (path.endsWith('/responses')) return events(responses(step, billed), true);
  if (path.endsWith('/chat/completions')) return events([...chat(step)], false, 'data: [DONE]\n\n');
  if (path.includes(':streamGenerateContent')) return events([gemini(step)], false);
  if (path.includes(':generateContent')) return json(gemini(routed(request)));
  if (path.endsWith('/count_tokens')) return json({ input_tokens: 1 });
  return { status: 404, type: 'application/json', chunks: ['{"error":{"message":"not here"}}'] };
}

function jsonOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Codex sends the tools of its newer models as an item of the input. */
function isMain(request: Readonly<Record<string, unknown>>): boolean {
  const { tools, input } = request;
  if (Array.isArray(tools) && tools.length > 0) return true;
  return Array.isArray(input) && input.some((item: { type?: unknown }) => item.type === 'additional_tools');
}

/** Gemini CLI's router wants a score. */
function routed(request: Readonly<Record<string, unknown>>): Step {
  return JSON.stringify(request).includes('complexity_score')
    ? { text: '{"complexity_reasoning":"x","complexity_score":5}' }
    : plain;
}

function events(list: readonly object[], named: boolean, last = ''): Answer {
  const chunks = list.map((event) => {
    const name = named && 'type' in event ? `event: ${String(event.type)}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return { status: 200, type: 'text/event-stream', chunks: last === '' ? chunks : [...chunks, last] };
}

function json(value: object): Answer {
  return { status: 200, type: 'application/json', chunks: [JSON.stringify(value)] };
}

let calls = 0;

function messages(step: Step, { read, other }: Billed): readonly object[] {
  calls += 1;
  const start = {
    type: 'message_start',
    message: {
      id: `msg_${calls}`,
      type: 'message',
      role: 'assistant',
      model: 'mock',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: other,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: read,
        output_tokens: 1,
      },
    },
  };
  const end = (reason: string): readonly object[] => [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ];
  if ('text' in step)
    return [
      start,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: step.text } },
      ...end('end_turn'),
    ];
  const block = { type: 'tool_use', id: `toolu_${calls}`, name: step.tool, input: {} };
  return [
    start,
    { type: 'content_block_start', index: 0, content_block: block },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(step.args) },
    },
    ...end('tool_use'),
  ];
}

function responses(step: Step, { read, other }: Billed): readonly object[] {
  calls += 1;
  const id = `resp_${calls}`;
  const usage = {
    input_tokens: read + other,
    input_tokens_details: { cached_tokens: read },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: read + other + 1,
  };
  const item =
    'text' in step
      ? {
          type: 'message',
          id: `msg_${calls}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: step.text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${calls}`,
          call_id: `call_${calls}`,
          name: step.tool,
          arguments: JSON.stringify(step.args),
          ...(step.namespace === undefined ? {} : { namespace: step.namespace }),
        };
  const text =
    'text' in step
      ? [{ type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: step.text }]
      : [];
  return [
    { type: 'response.created', response: { id, status: 'in_progress' } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, ...('text' in step ? { content: [] } : {}) },
    },
    ...text,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, status: 'completed', usage } },
  ];
}

function chat(step: Step): readonly object[] {
  calls += 1;
  const id = `chatcmpl_${calls}`;
  const delta =
    'text' in step
      ? { role: 'assistant', content: step.text }
      : {
          role: 'assistant',
          tool_calls: [
            {
              index: 0,
              id: `call_${calls}`,
              type: 'function',
              function: { name: step.tool, arguments: JSON.stringify(step.args) },
            },
          ],
        };
  const finish = 'text' in step ? 'stop' : 'tool_calls';
  return [
    { id, choices: [{ index: 0, delta, finish_reason: finish }] },
    { id, choices: [], usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 } },
  ];
}

function gemini(step: Step): object {
  const part = 'text' in step ? { text: step.text } : { functionCall: { name: step.tool, args: step.args } };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1, totalTokenCount: 11 },
  };
}
